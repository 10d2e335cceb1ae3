import type { NetworkId } from '@latchkey/wire/caip'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { schnorr } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import {
  bitcoinSign,
  evmAddress,
  hex,
  malleateText,
  personalSign,
  seed,
  siwxAccounts,
} from '../../../fixtures/siwxAccounts.js'
import { createNonce } from '../createNonce.js'
import { parseMessage, type VerifyOptions, verify } from './verify.js'

const now = new Date('2026-03-01T12:00:00Z')
const nonce = 'k3Xw9QpLm2Zr'

const fields = (more: Partial<SiwxMessage> = {}): SiwxMessage => ({
  accountAddress: evmAddress(seed),
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/',
  version: '1',
  nonce,
  statement: 'Welcome back.',
  issuedAt: '2026-03-01T11:59:00Z',
  expirationTime: '2026-03-01T12:30:00Z',
  ...more,
})

function verifyFields(more: Partial<SiwxMessage> = {}, options: Partial<VerifyOptions> = {}) {
  const message = formatSiwxMessage(fields(more))
  const signature = hex(personalSign(message))
  return verify({ message, signature, nonce, domain: 'shop.example', now, ...options })
}

describe('a sign-in', () => {
  test.each(siwxAccounts)('is accepted from $chainId ($accountAddress)', async (account) => {
    const { chainId, accountAddress, sign } = account
    const message = formatSiwxMessage(fields({ chainId, accountAddress }))
    const signed = { message, signature: sign(message), nonce, domain: 'shop.example', now }
    expect(await verify(signed)).toEqual({
      ok: true,
      address: accountAddress,
      chainId,
      message: fields({ chainId, accountAddress }),
    })
    const other = { ...signed, signature: sign(message.replace('Welcome', 'Farewell')) }
    expect(await verify(other)).toEqual({ ok: false, reason: expectedReason(chainId) })
    for (const signature of ['', 'nonsense', '0x', '0x00', 'AAAA', '1'.repeat(64)]) {
      const answer = await verify({ ...signed, signature })
      expect(answer).toMatchObject({ ok: false })
    }
  })

  /** An EVM signature that does not match the key could be a contract's. */
  const expectedReason = (chainId: NetworkId) =>
    chainId === 'eip155:1' ? 'rpc-required' : 'wrong-signature'

  test.each<[string, Partial<SiwxMessage>, Partial<VerifyOptions>, string]>([
    [
      'another domain',
      { domain: 'evil.example', uri: 'https://evil.example/' },
      {},
      'wrong-domain',
    ],
    ['a domain in capitals', { domain: 'Shop.example' }, {}, 'wrong-domain'],
    ['another port', { domain: 'shop.example:8443' }, {}, 'wrong-domain'],
    ['a URI of another host', { uri: 'https://evil.example/' }, {}, 'wrong-uri'],
    ['a URI with a user', { uri: 'https://shop.example@evil.example/' }, {}, 'wrong-uri'],
    ['another URI than expected', {}, { uri: 'https://shop.example/login' }, 'wrong-uri'],
    ['another chain', { chainId: 'eip155:10' }, { chainId: 'eip155:1' }, 'wrong-chain'],
    ['another version', { version: '2' }, {}, 'wrong-version'],
    ['another nonce', { nonce: 'somebodyElses' }, {}, 'wrong-nonce'],
    ['an empty expected nonce', {}, { nonce: '' }, 'wrong-nonce'],
    ['an expiration time that is now', { expirationTime: '2026-03-01T12:00:00Z' }, {}, 'expired'],
    ['a start time in the future', { notBefore: '2026-03-01T12:00:01Z' }, {}, 'not-yet-valid'],
    ['an issue time far in the future', { issuedAt: '2026-03-01T12:06:00Z' }, {}, 'not-yet-valid'],
    ['a short nonce', { nonce: 'short' }, { nonce: 'short' }, 'malformed'],
    [
      'a statement with two lines',
      { statement: 'a\n\nURI: https://evil.example' },
      {},
      'malformed',
    ],
    [
      'a look-alike domain',
      { domain: 'ѕhop.example', uri: 'https://ѕhop.example/' },
      { domain: 'ѕhop.example' },
      'malformed',
    ],
    [
      'a look-alike of our domain',
      { domain: 'ѕhop.example' },
      { domain: 'ѕhop.example' },
      'malformed',
    ],
    [
      'an address in lower case',
      { accountAddress: evmAddress(seed).toLowerCase() },
      {},
      'wrong-signature',
    ],
    ['another account', { accountAddress: evmAddress(seed.map(() => 9)) }, {}, 'rpc-required'],
  ])('is rejected with %s', async (_, message, options, reason) => {
    expect(await verifyFields()).toMatchObject({ ok: true })
    expect(await verifyFields(message, options)).toEqual({ ok: false, reason })
  })

  test('is accepted on any of several sites and networks', async () => {
    const domain = ['www.shop.example', 'shop.example']
    expect(await verifyFields({}, { domain, chainId: ['eip155:10', 'eip155:1'] })).toMatchObject({
      ok: true,
    })
    expect(await verifyFields({}, { domain: [] })).toEqual({ ok: false, reason: 'wrong-domain' })
  })

  test.each(siwxAccounts)(
    'is rejected with a malleated signature of $chainId ($accountAddress)',
    async ({ chainId, accountAddress, sign }) => {
      const message = formatSiwxMessage(fields({ chainId, accountAddress }))
      const signature = malleateText(sign, chainId, message)
      expect(await verify({ message, signature, nonce, domain: 'shop.example', now })).toEqual({
        ok: false,
        reason: expectedReason(chainId),
      })
    },
  )

  test.each<unknown>([undefined, null, 7, {}, [], ['0x'], { toString: 'a' }])(
    'of a body with %o instead of text is rejected',
    async (value) => {
      const message = formatSiwxMessage(fields())
      const signature = hex(personalSign(message))
      const options = { message, signature, nonce, domain: 'shop.example', now }
      expect(await verify(options)).toMatchObject({ ok: true })
      expect(await verify({ ...options, message: value as never })).toEqual({
        ok: false,
        reason: 'malformed',
      })
      expect(await verify({ ...options, signature: value as never })).toEqual({
        ok: false,
        reason: 'wrong-signature',
      })
      expect(await verify({ ...options, nonce: value as never })).toEqual({
        ok: false,
        reason: 'wrong-nonce',
      })
    },
  )

  test('by a taproot address of another network is rejected', async () => {
    const chainId = 'bip122:000000000019d6689c085ae165831e93'
    const program = bech32.toWords(schnorr.getPublicKey(seed))
    const accountAddress = bech32.encode('tb', [1, ...program])
    const message = formatSiwxMessage(fields({ chainId, accountAddress }))
    const signature = bitcoinSign(message)
    const answer = await verify({ message, signature, nonce, domain: 'shop.example', now })
    expect(answer).toEqual({ ok: false, reason: 'wrong-signature' })
  })
})

test('parses a message without verifying it', () => {
  expect(parseMessage(formatSiwxMessage(fields()))).toEqual({ ok: true, message: fields() })
  expect(parseMessage('hello')).toEqual({ ok: false, reason: 'malformed' })
})

test('creates long, unique, alphanumeric nonces', () => {
  const nonces = Array.from({ length: 1_000 }, createNonce)
  expect(new Set(nonces).size).toBe(1_000)
  for (const one of nonces) expect(one).toMatch(/^[a-zA-Z0-9]{22}$/)
  expect(new Set(nonces.join('')).size).toBe(62)
})
