import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/namespaces.json' with { type: 'json' }
import { isPairingError } from '../errors.js'
import {
  isAccountId,
  isChainId,
  mergeRequested,
  parseGranted,
  parseRequested,
  permitsEvent,
  permitsMethod,
  restrict,
  satisfies,
  toChainId,
} from './namespaces.js'

const evmAccount = (index: number, chain = '1') =>
  `eip155:${chain}:0x${String(index).padStart(40, '0')}`
const firstEvmAccount = evmAccount(1)
const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
const chains = fc.uniqueArray(fc.constantFrom('1', '10', '137', '8453'), { minLength: 1 })
const requested = fc
  .record({ chains, methods: names, events: names })
  .map(({ chains, methods, events }) =>
    parseRequested({ eip155: { chains: chains.map((it) => `eip155:${it}`), methods, events } }),
  )
const granted = fc
  .record({ chains, methods: names, events: names })
  .map(({ chains, methods, events }) =>
    parseGranted({
      eip155: { accounts: chains.map((it) => evmAccount(1, it)), methods, events },
    }),
  )

describe('namespaces', () => {
  it('merge like the published vectors', () => {
    const merged = mergeRequested(
      parseRequested(vectors.required),
      parseRequested(vectors.optional),
    )
    expect(merged).toEqual(vectors.folded)
  })

  it('never grant more than was requested', () => {
    fc.assert(
      fc.property(requested, granted, (request, given) => {
        const { eip155 } = restrict(given, request)
        for (const account of eip155?.accounts ?? []) {
          expect(request.eip155?.chains).toContain(toChainId(account))
        }
        expect(request.eip155?.methods).toEqual(
          expect.arrayContaining([...(eip155?.methods ?? [])]),
        )
        expect(request.eip155?.events).toEqual(expect.arrayContaining([...(eip155?.events ?? [])]))
        expect(restrict(restrict(given, request), request)).toEqual(restrict(given, request))
      }),
    )
  })

  it('satisfy themselves and permit only what they list', () => {
    fc.assert(
      fc.property(granted, (given) => {
        expect(satisfies(given, given)).toBe(true)
        for (const method of ['a', 'b', 'c', 'd']) {
          const listed = given.eip155?.methods.includes(method) ?? false
          expect(permitsMethod(given, given.eip155?.chains[0] ?? '', method)).toBe(listed)
          expect(permitsMethod(given, 'eip155:5', method)).toBe(false)
          expect(permitsEvent(given, 'solana:x', method)).toBe(false)
        }
      }),
    )
  })

  it('use the chains of the accounts, not those the wallet lists', () => {
    const accounts = [firstEvmAccount]
    const entry = { chains: ['eip155:137'], accounts, methods: [], events: [] }
    expect(parseGranted({ eip155: entry }).eip155?.chains).toEqual(['eip155:1'])
    expect(parseGranted({ 'eip155:1': { ...entry, chains: undefined } }).eip155?.accounts).toEqual(
      accounts,
    )
  })

  it.each([
    ['a list', []],
    ['a malformed key', { EIP155: { chains: ['EIP155:1'], methods: [], events: [] } }],
    ['a prototype key', JSON.parse('{"__proto__":{"chains":["a:b"],"methods":[],"events":[]}}')],
    ['no chain', { eip155: { methods: [], events: [] } }],
    ['a foreign chain', { eip155: { chains: ['solana:1'], methods: [], events: [] } }],
    ['a chain with an account', { eip155: { chains: ['eip155:1:0x'], methods: [], events: [] } }],
    ['no methods', { eip155: { chains: ['eip155:1'], events: [] } }],
    ['blank methods', { eip155: { chains: ['eip155:1'], methods: [' '], events: [] } }],
  ])('are rejected as a request with %s', (_what, value) => {
    expect(() => parseRequested(value)).toThrow('namespaces are invalid')
  })

  it.each([
    ['a foreign account', ['solana:1:abc']],
    ['a malformed account', ['eip155:1']],
    ['a malformed EVM address', ['eip155:1:0xab']],
    ['an extra colon', [`${firstEvmAccount}:c`]],
    ['too many accounts', Array.from({ length: 101 }, (_, index) => evmAccount(index))],
  ])('are rejected as a grant with %s', (_what, accounts) => {
    const grant = { eip155: { accounts, methods: [], events: [] } }
    expect(() => parseGranted(grant)).toThrow('namespaces are invalid')
  })

  it('throw invalid-namespaces for random JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (noise) => {
        try {
          parseGranted(noise)
        } catch (error) {
          expect(isPairingError(error, 'pairing/invalid-namespaces')).toBe(true)
        }
      }),
    )
  })

  it('accept only well-formed chain and account ids', () => {
    expect(isChainId('bip122:000000000019d6689c085ae165831e93')).toBe(true)
    expect(isChainId('ab:1')).toBe(false)
    expect(isChainId(`eip155:${'1'.repeat(33)}`)).toBe(false)
    expect(isAccountId(`cosmos:cosmoshub-4:${'a'.repeat(128)}`)).toBe(true)
    expect(isAccountId(`cosmos:cosmoshub-4:${'a'.repeat(129)}`)).toBe(false)
  })
})
