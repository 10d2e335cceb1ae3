import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leatherObject,
  okxObject,
  satsObject,
  standardObject,
  unisatObject,
} from '../../../fixtures/bitcoinPages.js'
import { createFakeBitcoinWallet, createPsbt } from '../../../fixtures/fakeBitcoinWallet.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { createAdapter } from './adapter.js'
import { leatherTransport } from './leatherWallet.js'
import { bitcoinTestnet } from './networks.js'
import { okxTransport } from './okxWallet.js'
import type { BitcoinProvider } from './provider.js'
import { satsTransport } from './satsWallet.js'
import { standardTransport } from './standardWallet.js'
import { unisatTransport } from './unisatWallet.js'

const network = toNetwork(bitcoinTestnet)
const { signal } = new AbortController()
const fails = () => {
  throw new Error('trap')
}
const trapped = () =>
  new Proxy(function trap() {}, { get: fails, has: fails, ownKeys: fails, getPrototypeOf: fails })
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  return proxy
}
const keys = createFakeBitcoinWallet()

/** Any value a script could return. Created on demand, so that no case affects the next. */
const anyGarbage: fc.Arbitrary<() => unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }).map((one) => () => one),
  fc
    .record({ address: fc.anything(), publicKey: fc.anything(), purpose: fc.anything() })
    .map((one) => () => ({ addresses: [one], accounts: [one], network: one })),
  fc
    .uint8Array({ minLength: 60, maxLength: 70 })
    .map((bytes) => () => [{ signature: bytes, signedPsbt: bytes }]),
  fc.base64String({ minLength: 80, maxLength: 100 }).map((text) => () => text),
  fc.constantFrom<() => unknown>(
    trapped,
    revoked,
    () => ({ addresses: revoked(), accounts: [trapped()] }),
    () => ({ error: trapped() }),
    () => ({ result: { addresses: [trapped()], network: trapped() } }),
    () => ({ error: { code: trapped(), message: trapped() } }),
    () => [{ address: keys.addresses[0], publicKey: trapped() }],
    () => [keys.addresses[0], trapped()],
    () => Object.assign([], { length: 4_000_000_000 }),
    () => 'cHNidP8'.repeat(10_000),
    () => [{ signature: new Uint8Array(1_000_000), signedPsbt: new Uint8Array(1_000_000) }],
  ),
)
const garbage = fc.constantFrom(...fc.sample(anyGarbage, { seed: 11, numRuns: 300 }))
const outcome = fc.tuple(fc.constantFrom('answer', 'reject', 'throw'), garbage)
type Outcome = [string, () => unknown]

function act([kind, make]: Outcome): unknown {
  if (kind === 'throw') throw make()
  if (kind === 'reject') return Promise.reject(make())
  return make()
}

/** A wallet that is honest until the test changes its responses. */
type Hostile = { readonly transport: WalletTransport; turn(given: Outcome | undefined): void }

/** Replaces the result of every method with the outcome of the test. */
function possessed(honest: object, given: () => Outcome | undefined): object {
  return new Proxy(honest, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value === 'function') {
        return (...input: unknown[]) => {
          const now = given()
          return now ? act(now) : Reflect.apply(value, target, input)
        }
      }
      const isPart = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isPart ? possessed(value, given) : value
    },
  })
}

const openLeather = (provider: unknown) =>
  leatherTransport(provider, { storage: createFakeStorage() }, 'one')

function hostile(honest: object, open: (provider: unknown) => WalletTransport): Hostile {
  let given: Outcome | undefined
  return {
    transport: open(possessed(honest, () => given)),
    turn: (next) => {
      given = next
    },
  }
}

const wallet = () => ({ ...keys, prompts: [], network: '', isTrusted: false })
const interfaces: readonly (readonly [string, () => Hostile])[] = [
  ['Wallet Standard', () => hostile(standardObject(wallet()), standardTransport)],
  ['sats-connect', () => hostile(satsObject(wallet()), satsTransport)],
  ['Leather', () => hostile(leatherObject(wallet()), openLeather)],
  ['OKX', () => hostile(okxObject(wallet()), okxTransport)],
  ['Unisat', () => hostile(unisatObject(wallet()), unisatTransport)],
]

const attach = (transport: WalletTransport, mode: 'ask' | 'silent' = 'ask') =>
  createAdapter().attach({
    transport,
    mode,
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  })

const isSane = ({ address }: { readonly address: string }) => /^[a-zA-Z0-9]{26,90}$/.test(address)

describe('hostile wallets', () => {
  it.each(interfaces)('of %s lead to a typed error or a valid session', async (_, create) => {
    await fc.assert(
      fc.asyncProperty(outcome, fc.constantFrom('ask', 'silent'), async (given, mode) => {
        const { transport, turn } = create()
        turn(given)
        const result = await attach(transport, mode).catch((error: unknown) => ({ error }))
        if (result && 'error' in result) expect(isWidgetError(result.error)).toBe(true)
        else if (result) {
          expect(result.accounts().every(isSane)).toBe(true)
          expect(result.networkId()).toMatch(/^bip122:[-_a-zA-Z0-9]{1,32}$/)
          await result.end({ notifyWallet: true })
        }
      }),
      { seed: 11, numRuns: 100 },
    )
  })

  it.each(interfaces)('of %s lead to a typed error with any response', async (_, create) => {
    const { transport, turn } = create()
    const session = (await attach(transport)) as ChainSession
    const provider = session.provider as BitcoinProvider
    const [address = ''] = keys.addresses
    const psbt = createPsbt(keys)
    const calls = [
      () => provider.signMessage({ message: 'x' }),
      () => provider.signPSBT({ psbt, signInputs: [{ address, index: 0 }] }),
      () => provider.sendTransfer({ amount: '1', recipient: address }),
    ]
    await fc.assert(
      fc.asyncProperty(outcome, fc.constantFrom(...calls), async (given, call) => {
        turn(given)
        const error = await call().catch((reason: unknown) => reason)
        expect(isWidgetError(error)).toBe(true)
      }),
      { seed: 11, numRuns: 100 },
    )
    expect(session.accounts()[0]?.address).toBe(address)
  })

  it('change nothing with malformed events', async () => {
    const sats = createFakeBitcoinWallet()
    const standard = createFakeBitcoinWallet()
    const sessions = (await Promise.all([
      attach(satsTransport(satsObject(sats))),
      attach(standardTransport(standardObject(standard))),
    ])) as ChainSession[]
    fc.assert(
      fc.property(garbage, (make) => {
        if (isFarewell(make())) return
        sats.emit('accountChange', { addresses: make() })
        sats.emit('accountChange', make())
        sats.emit('networkChange', { bitcoin: { name: make() }, addresses: make() })
        standard.emit('change', { accounts: make() })
        standard.emit('change', make())
        for (const session of sessions) {
          expect(session.accounts().every(isSane)).toBe(true)
          expect(session.networkId()).toMatch(/^bip122:[-_a-zA-Z0-9]{1,32}$/)
        }
      }),
      { seed: 11, numRuns: 300 },
    )
  })
})

/** An empty list is a disconnect, not garbage. */
function isFarewell(data: unknown): boolean {
  try {
    return Object(data).length === 0
  } catch {
    return false
  }
}
