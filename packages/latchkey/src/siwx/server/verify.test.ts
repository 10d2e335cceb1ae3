import type { NetworkId } from '@latchkey/wire/caip'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64, bech32 } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import { messageDocument } from '../../families/cosmos/adr36.js'
import { aminoBytes } from '../../families/cosmos/documents.js'
import { checksumAddress } from '../../families/eip155/address.js'
import { encodeAddress } from '../../families/polkadot/address.js'
import { createNonce } from '../createNonce.js'
import { parseMessage, type VerifyOptions, verify } from './verify.js'

const now = new Date('2026-03-01T12:00:00Z')
const nonce = 'k3Xw9QpLm2Zr'
const seed = new Uint8Array(32).fill(7)
const publicKey = secp256k1.getPublicKey(seed, true)

const evmAddress = (key: Uint8Array) => {
  const point = secp256k1.Point.fromBytes(secp256k1.getPublicKey(key)).toBytes(false)
  return checksumAddress(`0x${bytesToHex(keccak_256(point.slice(1)).slice(12))}`)
}

function personalSign(text: string, key = seed): Uint8Array {
  const bytes = utf8ToBytes(text)
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return recoverable(keccak_256(concatBytes(prefix, bytes)), key)
}

/** r, s and the recovery bit. */
function recoverable(digest: Uint8Array, key = seed): Uint8Array {
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return concatBytes(signature.slice(1), Uint8Array.of(27 + (signature[0] ?? 0)))
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`

function bitcoinSign(text: string): string {
  const bytes = utf8ToBytes(text)
  const length = Uint8Array.of(0xfd, bytes.length & 0xff, bytes.length >> 8)
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const signature = recoverable(sha256(sha256(concatBytes(prefix, length, bytes))))
  return base64.encode(concatBytes(Uint8Array.of((signature[64] ?? 0) + 4), signature.slice(0, 64)))
}

const sr25519Secret = sr25519.secretFromSeed(seed)
const solanaAddress = base58.encode(ed25519.getPublicKey(seed))
const cosmosAddress = bech32.encode('cosmos', bech32.toWords(hash160(publicKey)))

const accounts: readonly {
  readonly chainId: NetworkId
  readonly accountAddress: string
  readonly sign: (text: string) => string
}[] = [
  {
    chainId: 'eip155:1',
    accountAddress: evmAddress(seed),
    sign: (text) => hex(personalSign(text)),
  },
  {
    chainId: 'solana:5eykt4UsFvXYuy2AiTLZ7Bkh8W5qW1Zh',
    accountAddress: solanaAddress,
    sign: (text) => base58.encode(ed25519.sign(utf8ToBytes(text), seed)),
  },
  {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    accountAddress: bech32.encode('bc', [0, ...bech32.toWords(hash160(publicKey))]),
    sign: bitcoinSign,
  },
  {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    accountAddress: encodeAddress(sr25519.getPublicKey(sr25519Secret), 0),
    sign: (text) => hex(sr25519.sign(sr25519Secret, utf8ToBytes(`<Bytes>${text}</Bytes>`))),
  },
  {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    accountAddress: encodeAddress(ed25519.getPublicKey(seed), 0),
    sign: (text) => hex(ed25519.sign(utf8ToBytes(`<Bytes>${text}</Bytes>`), seed)),
  },
  {
    chainId: 'cosmos:cosmoshub-4',
    accountAddress: cosmosAddress,
    sign: (text) => {
      const bytes = aminoBytes(messageDocument(cosmosAddress, text))
      return base64.encode(secp256k1.sign(sha256(bytes), seed, { prehash: false }))
    },
  },
]

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
  test.each(accounts)('is accepted from $chainId ($accountAddress)', async (account) => {
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

  test('with a high-S signature is rejected', async () => {
    const message = formatSiwxMessage(fields())
    const signature = personalSign(message)
    const s = BigInt(hex(signature.slice(32, 64)))
    const mirrored = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
    const bit = signature[64] === 27 ? 28 : 27
    const other = concatBytes(signature.slice(0, 32), hexToBytes(mirrored), Uint8Array.of(bit))
    const question = { message, nonce, domain: 'shop.example', now }
    expect(await verify({ ...question, signature: hex(signature) })).toMatchObject({ ok: true })
    expect(await verify({ ...question, signature: hex(other) })).toMatchObject({ ok: false })
  })

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
