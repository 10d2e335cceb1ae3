import type { Cacao } from '@latchkey/pairing/session'
import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { evmAddress, hex, malleate, personalSign, seed } from '../../../fixtures/siwxAccounts.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import { eip155 } from '../../families/eip155/index.js'
import { toSiwxSessions, verifySignIn } from './signIn.lazy.js'

const address = evmAddress(seed)
const stranger = new Uint8Array(32).fill(9)
const contractSignature = `0x${'ab'.repeat(80)}`

afterEach(() => vi.unstubAllGlobals())

function toCheck(
  type: Cacao['s']['t'],
  sign: (text: string) => string,
  { accountAddress = address as string, reference = '1' } = {},
) {
  const chainId = `eip155:${reference}` as const
  const payload = {
    iss: `did:pkh:${chainId}:${accountAddress}`,
    domain: 'site.test',
    aud: 'https://site.test/page',
    version: '1',
    nonce: 'abcdef0123456789',
    iat: '2026-01-01T00:00:00.000Z',
  }
  const message = formatSiwxMessage({
    accountAddress,
    chainId,
    domain: payload.domain,
    uri: payload.aud,
    version: '1',
    nonce: payload.nonce,
    issuedAt: payload.iat,
  })
  const cacao: Cacao = { h: { t: 'caip122' }, p: payload, s: { t: type, s: sign(message) } }
  return { cacao, message, issuer: { chainId, reference, address: accountAddress } }
}

function verify(check: ReturnType<typeof toCheck>) {
  const { widget } = createTestWidget({ options: { families: [eip155()] } })
  return verifySignIn(widget, check)
}

/** A chain on which the account is a contract that answers a check of a signature with `result`. */
function stubContract(result: string) {
  const node = createFakeNode()
  node.answer('eth_getCode', () => '0x60')
  node.answer('eth_call', () => result)
  vi.stubGlobal('fetch', node.fetch)
  return node
}

describe('a sign-in by key', () => {
  const byKey = (text: string) => hex(personalSign(text))

  it('is valid when the account signed', async () => {
    expect(await verify(toCheck('eip191', byKey))).toBe(true)
  })

  it.each([
    ['a stranger signed', (text: string) => hex(personalSign(text, stranger)), {}],
    ['another text was signed', (text: string) => hex(personalSign(`${text} `)), {}],
    ['the signature is malleated', (text: string) => hex(malleate(personalSign(text))), {}],
    ['the address is in wrong case', byKey, { accountAddress: address.toLowerCase() }],
  ])('is invalid when %s', async (_what, sign, account) => {
    const node = stubContract(`0x1626ba7e${'0'.repeat(56)}`)
    expect(await verify(toCheck('eip191', sign, account))).toBe(false)
    // A contract cannot confirm what is said to be signed by a key.
    expect(node.calls).toEqual([])
  })
})

describe('a sign-in by contract', () => {
  const check = (reference = '1') => toCheck('eip1271', () => contractSignature, { reference })

  it('is valid when the contract says so', async () => {
    const node = stubContract(`0x1626ba7e${'0'.repeat(56)}`)
    expect(await verify(check())).toBe(true)
    expect(new Set(node.calls.map(({ url }) => url))).toEqual(new Set(['https://rpc.test/1']))
  })

  it('is invalid when the contract says so', async () => {
    stubContract(`0xffffffff${'0'.repeat(56)}`)
    expect(await verify(check())).toBe(false)
  })

  it('is invalid when the node does not respond', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await verify(check())).toBe(false)
  })

  it('is invalid when the node serves another chain', async () => {
    const node = stubContract(`0x1626ba7e${'0'.repeat(56)}`)
    node.answer('eth_chainId', () => '0x5')
    expect(await verify(check())).toBe(false)
  })

  it('is invalid on a network that the site does not have', async () => {
    const node = stubContract(`0x1626ba7e${'0'.repeat(56)}`)
    expect(await verify(check('137'))).toBe(false)
    expect(node.calls).toEqual([])
  })
})

it('makes a session of the site of each sign-in', () => {
  const { cacao, message } = toCheck('eip191', (text) => hex(personalSign(text)))
  const [session, ...others] = toSiwxSessions([cacao])
  expect(others).toEqual([])
  expect(session).toMatchObject({ message, signature: cacao.s.s })
  expect(session?.data).toMatchObject({ accountAddress: address, chainId: 'eip155:1' })
})
