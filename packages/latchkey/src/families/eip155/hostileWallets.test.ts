import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import {
  act,
  fails,
  garbageLike,
  type HostileOutcome,
  outcomeLike,
} from '../../../fixtures/garbage.js'
import type { AnnouncedWallet, ChainSession } from '../../core/connection/family.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { maxAnnouncedWallets } from '../../core/wallets/sanitize.js'
import { createAdapter } from './adapter.js'
import { discover } from './discover.js'
import { inPageTransport } from './inPageTransport.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import type { Provider } from './provider.js'

const network = evmNetwork('1')
const { signal } = new AbortController()
const almost = fc.oneof(
  fc.stringMatching(/^0x[0-9a-fg]{0,200}$/),
  fc.array(fc.stringMatching(/^0x[0-9a-f]{38,42}$/)),
)
const garbage = garbageLike(almost, { kinds: 1_000 })
const outcome = outcomeLike(almost, { kinds: 1_000 })

afterEach(() => vi.unstubAllGlobals())

function attach(
  wallet: ReturnType<typeof createFakeWallet>,
  request = wallet.provider.request,
  mode: 'ask' | 'silent' = 'ask',
) {
  return createAdapter(new Map()).attach({
    transport: inPageTransport({ ...wallet.provider, request }),
    mode,
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  }) as Promise<ChainSession>
}

describe('hostile wallets', () => {
  it.each([
    ['eth_requestAccounts', 'ask'],
    ['eth_accounts', 'silent'],
    ['eth_chainId', 'silent'],
  ] as const)(
    'lead to a typed error or a valid session with any response to %s',
    async (method, mode) => {
      const wallet = createFakeWallet({ keys: [`0x${'11'.repeat(32)}`] })
      wallet.isTrusted = true
      await fc.assert(
        fc.asyncProperty(outcome, async (given) => {
          const request = (call: { method: string }) =>
            call.method === method ? (act(given) as never) : wallet.provider.request(call)
          const attempt: Promise<ChainSession | undefined> = attach(wallet, request, mode)
          const result = await attempt.catch((error: unknown) => ({ error }))
          if (result && 'error' in result) {
            expect(isWidgetError(result.error)).toBe(true)
          } else if (result) {
            expect(result.networkId()).toMatch(/^eip155:[1-9]\d*$/)
            for (const { address } of result.accounts())
              expect(address).toMatch(/^0x[0-9a-f]{40}$/i)
            await result.end({ notifyWallet: false })
          }
        }),
        { seed: 1193, numRuns: 2_000 },
      )
      expect(wallet.listenerCount).toBe(0)
    },
  )

  it.each([
    ['personal_sign', (address: string) => ['0x00', address]],
    ['eth_sendTransaction', () => [{}]],
  ])('lead to a typed error with any response to %s', async (method, params) => {
    const node = createFakeNode()
    node.answer('eth_getCode', () => '0x')
    vi.stubGlobal('fetch', node.fetch)
    const wallet = createFakeWallet({ keys: [`0x${'11'.repeat(32)}`] })
    let given: HostileOutcome = ['answer', () => undefined]
    const request = (call: { method: string }) =>
      call.method === method ? (act(given) as never) : wallet.provider.request(call)
    const session = await attach(wallet, request)
    const provider = session.provider as Provider
    await fc.assert(
      fc.asyncProperty(outcome, async (next) => {
        given = next
        const call = { method, params: params(wallet.addresses[0] ?? '') }
        const error = await provider.request(call).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(ProviderRpcError)
        expect(isWidgetError((error as ProviderRpcError).cause)).toBe(true)
      }),
      { seed: 1193, numRuns: 2_000 },
    )
    expect(session.accounts().map(({ address }) => address)).toEqual(wallet.addresses)
    expect(session.networkId()).toBe('eip155:1')
  })

  it('change nothing with malformed events', async () => {
    const wallet = createFakeWallet({ keys: [`0x${'11'.repeat(32)}`] })
    const session = await attach(wallet)
    fc.assert(
      fc.property(fc.constantFrom('accountsChanged', 'chainChanged'), garbage, (event, make) => {
        wallet.emit(event, make())
        expect(session.networkId()).toMatch(/^eip155:[1-9]\d*$/)
        for (const { address } of session.accounts()) expect(address).toMatch(/^0x[0-9a-f]{40}$/i)
      }),
      { seed: 1193, numRuns: 2_000 },
    )
  })

  it('are ignored or listed safely with any announcement', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const found: AnnouncedWallet[] = []
    discover({ announced: true, injected: true }, (wallet) => found.push(wallet))
    const announcement = fc.oneof(
      garbage,
      fc
        .record({ name: garbage, icon: garbage, rdns: garbage, uuid: garbage, provider: garbage })
        .map((makers) => () => {
          const { provider, ...info } = Object.fromEntries(
            Object.entries(makers).map(([key, make]) => [key, make()]),
          )
          return { info, provider: provider ?? { request: fails } }
        }),
    )
    fc.assert(
      fc.property(announcement, (make) => {
        page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: make() }))
      }),
      { seed: 6963, numRuns: 10_000 },
    )
    expect(found.length).toBeLessThanOrEqual(maxAnnouncedWallets)
    for (const { id, name, icon } of found) {
      expect(typeof id).toBe('string')
      expect(name).toMatch(/^[^\p{C}]{1,64}$/u)
      expect(icon ?? 'https://').toMatch(/^(data:image\/|https:\/\/)/)
    }
  })
})
