import { SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import {
  createFakeSolanaWallet,
  isSignedBy,
  signDetached,
} from '../../../fixtures/fakeSolanaWallet.js'
import {
  act,
  garbageLike,
  type HostileOutcome,
  outcomeLike,
  revoked,
  trapped,
} from '../../../fixtures/garbage.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import type {
  AnnouncedWallet,
  ChainSession,
  WalletTransport,
} from '../../core/connection/family.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { maxAnnouncedWallets } from '../../core/wallets/sanitize.js'
import { readProperty } from '../shared/walletError.js'
import { readList } from '../shared/walletStandard.js'
import { solana } from './index.js'
import { createInPageTransport } from './inPageTransport.js'
import type { SolanaProvider } from './provider.js'

const network = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const { signal } = new AbortController()
const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const almost = fc.oneof(
  fc
    .record({ address: fc.anything(), chains: fc.anything(), signature: fc.anything() })
    .map((value) => ({ accounts: [value], ...value })),
  fc
    .uint8Array({ minLength: 60, maxLength: 70 })
    .map((signature) => [{ signature, signedTransaction: signature, signedMessage: signature }]),
)
const more = {
  kinds: 500,
  traps: [
    () => ({ accounts: revoked() }),
    () => ({ accounts: [trapped(), revoked()] }),
    () => ({ accounts: [{ address: '1'.repeat(32), chains: [trapped()] }] }),
    () => [{ signature: new Uint8Array(1_000_000) }],
  ],
}
const garbage = garbageLike(almost, more)
const outcome = outcomeLike(almost, more)

afterEach(() => vi.unstubAllGlobals())

const attach = (wallet: unknown, mode: 'ask' | 'silent' = 'ask') =>
  attachOver(createInPageTransport(wallet), mode)

async function attachOver(transport: WalletTransport, mode: 'ask' | 'silent') {
  return (await solana().loadAdapter()).attach({
    transport,
    mode,
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  })
}

describe('hostile wallets', () => {
  it.each(['ask', 'silent'] as const)(
    'lead to a typed error or a valid session in mode %s',
    async (mode) => {
      const { wallet } = createFakeSolanaWallet()
      await fc.assert(
        fc.asyncProperty(outcome, async (given) => {
          const connect = { connect: () => act(given) }
          const features = { ...wallet.features, 'standard:connect': connect }
          const hostile = { ...wallet, accounts: act(['answer', given[1]]), features }
          const result = await attach(hostile, mode).catch((error: unknown) => ({ error }))
          if (result && 'error' in result) expect(isWidgetError(result.error)).toBe(true)
          else if (result) {
            for (const { address } of result.accounts()) expect(address).toMatch(addressPattern)
            await result.end({ notifyWallet: true })
          }
        }),
        { seed: 7, numRuns: 300 },
      )
    },
  )

  it.each([
    ['signMessage', 'solana:signMessage', new Uint8Array([1])],
    ['signIn', 'solana:signIn', {}],
  ] as const)('lead to a typed error with any response to %s', async (method, name, input) => {
    const { wallet } = createFakeSolanaWallet()
    let given: HostileOutcome = ['answer', () => undefined]
    const features = { ...wallet.features, [name]: { [method]: () => act(given) } }
    // Spreading would copy the accounts from before the connection.
    const hostile = Object.create(wallet, { features: { value: features } })
    const session = (await attach(hostile)) as ChainSession
    const provider = session.provider as SolanaProvider
    await fc.assert(
      fc.asyncProperty(outcome, async (next) => {
        given = next
        const call = provider[method] as (input: unknown) => Promise<unknown>
        const error = await call(input).catch((reason: unknown) => reason)
        expect(isWidgetError(error)).toBe(true)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('change nothing with malformed events', async () => {
    const fake = createFakeSolanaWallet()
    const session = (await attach(fake.wallet)) as ChainSession
    fc.assert(
      fc.property(garbage, (make) => {
        for (const change of [make(), { accounts: make() }]) {
          // An empty account list is a disconnect, not garbage.
          if (readList(readProperty(change, 'accounts'))?.length !== 0) fake.emit(change)
        }
        for (const { address } of session.accounts()) expect(address).toMatch(addressPattern)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('are ignored or listed safely with any registration', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const found: AnnouncedWallet[] = []
    const stop = solana().discover({ announced: true, injected: true }, (one) => found.push(one))
    const { wallet } = createFakeSolanaWallet()
    const parts = fc.record({ name: garbage, icon: garbage, chains: garbage, features: garbage })
    fc.assert(
      fc.property(fc.oneof(garbage, parts), fc.boolean(), (make, isSound) => {
        const made = typeof make === 'function' ? make() : undefined
        const pieces = typeof make === 'function' ? {} : make
        const broken = Object.fromEntries(
          Object.entries(pieces).map(([key, piece]) => [key, (piece as () => unknown)()]),
        )
        const registered = made ?? (isSound ? { ...broken, ...wallet, name: broken.name } : broken)
        const detail = (api: { register(...wallets: unknown[]): unknown }) => {
          api.register(registered, made)
          throw new Error('Not my problem')
        }
        page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
        page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: made }))
      }),
      { seed: 7, numRuns: 1_000 },
    )
    for (const { name, icon } of found) {
      expect(name).toMatch(/^[^\p{C}]{1,64}$/u)
      expect(icon ?? 'https://').toMatch(/^(data:image\/|https:\/\/)/)
    }
    expect(found.length).toBeLessThanOrEqual(maxAnnouncedWallets)
    stop()
  })
})

describe('registered wallets', () => {
  const register = (page: EventTarget, ...wallets: unknown[]) =>
    page.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register(...all: unknown[]): unknown }) => api.register(...wallets),
      }),
    )

  it('are found once by their features, whenever they register', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const { wallet } = createFakeSolanaWallet()
    page.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent).detail.register(wallet),
    )
    const found: AnnouncedWallet[] = []
    const discover = solana().discover
    const stop = discover({ announced: true, injected: true }, (one) => found.push(one))
    register(page, wallet, { ...wallet })
    register(page, { ...wallet, name: 'WalletConnect' })
    register(page, { ...wallet, name: 'Elsewhere', chains: ['bitcoin:mainnet'] })
    register(page, { ...wallet, name: 'Mute', features: {} })
    expect(found).toMatchObject([
      { id: 'announced:Fake Solana', namespace: 'solana', type: 'ANNOUNCED', name: 'Fake Solana' },
      { id: 'announced:Fake Solana#2', name: 'Fake Solana' },
    ])
    const transport = await found[0]?.open({} as never)
    expect(transport?.provider).toBe(wallet)
    stop()
    register(page, { ...wallet, name: 'Late' })
    discover({ announced: false, injected: true }, (one) => found.push(one))()
    expect(found).toHaveLength(2)
  })

  it('include old Coinbase extensions on mainnet', async () => {
    const fake = createFakeSolanaWallet()
    const [key] = fake.keys as [(typeof fake.keys)[0]]
    type Signable = { serializeMessage(): Uint8Array; addSignature(...all: unknown[]): void }
    const coinbaseSolana = {
      publicKey: undefined as unknown,
      async connect() {
        coinbaseSolana.publicKey = key.publicKey
      },
      disconnect: async () => {},
      signMessage: async (message: Uint8Array) => ({ signature: signDetached(key, message) }),
      async signTransaction(transaction: Signable) {
        const signature = signDetached(key, transaction.serializeMessage())
        transaction.addSignature(key.publicKey, signature)
        return transaction
      },
    }
    vi.stubGlobal('window', Object.assign(new EventTarget(), { coinbaseSolana }))
    const found: AnnouncedWallet[] = []
    solana().discover({ announced: true, injected: true }, (one) => found.push(one))()
    const transport = await found[0]?.open({} as never)
    if (!transport) throw new Error('Not found')
    expect(transport.hasNetwork?.(network.id)).toBe(true)
    expect(transport.hasNetwork?.('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(false)
    expect(await transport.request({ method: 'solana_getAccounts' })).toEqual([])
    const session = (await attachOver(transport, 'ask')) as ChainSession
    const provider = session.provider as SolanaProvider
    const message = new Uint8Array([1, 2, 3])
    expect(isSignedBy(provider.address, message, await provider.signMessage(message))).toBe(true)
    const transaction = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: key.publicKey, lamports: 1 }),
    )
    transaction.feePayer = key.publicKey
    transaction.recentBlockhash = provider.address
    expect((await provider.signTransaction(transaction)).verifySignatures()).toBe(true)
    expect(provider.signIn).toBeUndefined()
  })
})
