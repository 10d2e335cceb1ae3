import { cryptoWaitReady } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeKey, createFakePolkadotWallet } from '../../../fixtures/fakePolkadotWallet.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { act, garbageLike, type HostileOutcome, outcomeLike } from '../../../fixtures/garbage.js'
import { polkadotTransaction } from '../../../fixtures/polkadotTransaction.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { ChainSession } from '../../core/connection/family.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'
import * as networkList from './networks.js'
import type { PolkadotProvider } from './provider.js'

const network = toNetwork(networkList.polkadotMainnet)
const metadata = { name: 'Site', description: '', url: 'https://site.test', icons: [] }
const { signal } = new AbortController()

beforeAll(() => cryptoWaitReady())

function attach(entry: unknown, mode: 'ask' | 'silent' = 'ask') {
  return createAdapter().attach({
    transport: inPageTransport(entry, { metadata, storage: createFakeStorage() }, 'one'),
    mode,
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  }) as Promise<ChainSession>
}

const address = fc.constantFrom(
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQX',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  '',
)
const almostAccounts = fc.array(
  fc.record({ address, type: fc.constantFrom('sr25519', 'x', 7), genesisHash: fc.anything() }),
  { maxLength: 3 },
)
const shown = /^1[1-9A-HJ-NP-Za-km-z]{45,48}$/

describe('hostile wallets', () => {
  it('lead to a typed error or a valid session with any injected object', async () => {
    const wallet = createFakePolkadotWallet([createFakeKey(1)])
    const members = fc.constantFrom('enable', 'accounts', 'get', 'subscribe')
    await fc.assert(
      fc.asyncProperty(members, outcomeLike(almostAccounts), async (member, outcome) => {
        const injected = await wallet.entry.enable('x')
        const accounts = { ...injected.accounts }
        if (member === 'get') accounts.get = () => act(outcome) as never
        if (member === 'subscribe') {
          accounts.subscribe = (listener) => {
            listener(outcome[1]())
            return act(outcome) as never
          }
        }
        const entry = {
          enable: async () =>
            member === 'enable'
              ? act(outcome)
              : { ...injected, accounts: member === 'accounts' ? outcome[1]() : accounts },
        }
        const result = await attach(entry).catch((error: unknown) => ({ error }))
        if ('error' in result) {
          expect(isWidgetError(result.error)).toBe(true)
        } else {
          for (const account of result.accounts()) expect(account.address).toMatch(shown)
          expect(result.networkId()).toBe(network.id)
          await result.end({ notifyWallet: true })
        }
      }),
      { seed: 42, numRuns: 500 },
    )
  })

  it('are rejected with any invalid signature', async () => {
    const key = createFakeKey(1)
    const wallet = createFakePolkadotWallet([key])
    let given: HostileOutcome = ['answer', () => undefined]
    wallet.answer('signRaw', () => act(given))
    wallet.answer('signPayload', () => act(given))
    const session = await attach(wallet.entry)
    const { signer } = session.provider as PolkadotProvider
    const { payload } = polkadotTransaction(key.address)
    const almost = fc.record({
      signature: fc.constantFrom('0x', `0x${'01'.repeat(64)}`, `0x02${'03'.repeat(65)}`, 7),
      signedTransaction: fc.constantFrom(undefined, 7, '0x1'),
    })
    await fc.assert(
      fc.asyncProperty(outcomeLike(almost), async (next) => {
        given = next
        for (const sign of [
          () => signer.signRaw({ address: key.address, data: 'x' }),
          () => signer.signPayload(payload),
        ]) {
          const error = await sign().catch((reason: unknown) => reason)
          expect(isWidgetError(error)).toBe(true)
        }
      }),
      { seed: 42, numRuns: 60 },
    )
  })

  it('change nothing with malformed events', async () => {
    const wallet = createFakePolkadotWallet([createFakeKey(1)])
    const session = await attach(wallet.entry)
    const before = session.accounts()
    const ended = vi.fn()
    session.on('ended', ended)
    const nonsense = garbageLike(fc.record({ address: fc.string() }))
    fc.assert(
      fc.property(nonsense, (make) => {
        wallet.emit([make()])
        expect(session.accounts()).toBe(before)
      }),
      { seed: 42, numRuns: 500 },
    )
    expect(ended).not.toHaveBeenCalled()
  })
})
