import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { buildAnswers, router, usdc } from '../../../fixtures/fakeSwaps.js'
import {
  arbitraryStory,
  coin,
  knownStories,
  network,
  playStory,
  type Tab,
} from '../../../fixtures/transferStory.js'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isSuccess } from '../../core/account/journal/inFlight.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import type { ChainSession } from '../../core/connection/family.js'
import type { Widget } from '../../core/widget.js'
import { confirmSwap } from './actions/confirmSwap.js'
import { emptySwap, type SwapReview, swapStoreOf } from './store.js'

const token: Holding = { ...coin, address: usdc, symbol: 'USDC', decimals: 6, units: 10n ** 10n }

/** One swap that the visitor wants, whatever happens to the page. */
const review = (sourceToken: Holding, widget: Widget): SwapReview => {
  const isCoin = sourceToken.address === undefined
  const sourceUnits = isCoin ? coin.units / 2n : 1_000_000n
  const toUnits = isCoin ? 1_000_000_000n : coin.units / 2_000n
  const account = widget.stores.connection.get().eip155
  if (account?.status !== 'connected') throw new Error('There is no account')
  return {
    account: account.active,
    network,
    id: Symbol('swap'),
    phase: 'review',
    quote: {
      sourceToken,
      toToken: isCoin ? token : coin,
      sourceUnits,
      toUnits,
      minimumUnits: (toUnits * 99n) / 100n,
      slippage: 1,
      rate: 0n,
      sourceWorth: undefined,
      toWorth: undefined,
      priceImpact: undefined,
      networkFee: { units: 0n, worth: undefined },
      exchangeFee: undefined,
      route: [],
      source: undefined,
      spender: undefined,
      expiresAt: Infinity,
    },
    needsApproval: undefined,
    isBatch: false,
    impact: 'low',
    isImpactAccepted: false,
    previousQuote: undefined,
    inFlight: [],
    entryId: undefined,
    reviewedAt: widget.ports.clock.now(),
  }
}

/** Gives a tab of the story an exchange. `chain` is what all tabs see. */
async function equip(tab: Tab, sourceToken: Holding, chain: { allowance: bigint }) {
  const { widget } = tab
  if (widget.ports.provider) return
  const session = widget.sessions.get('eip155') as ChainSession
  const adapter = await widget.families.get('eip155')?.loadAdapter()
  const balances = new Map([
    ['', coin.units],
    [usdc as string, token.units],
  ])
  const reading = {
    ...adapter?.transfers,
    balance: async ({ token: one }: { token: { address?: string } }) =>
      balances.get(one.address ?? '') ?? 0n,
    allowance: async () => chain.allowance,
    simulate: async () => true,
  }
  Object.assign(widget, {
    config: {
      ...widget.config,
      swapContracts: { [network.id]: [{ kind: 'uniswapV2', address: router }] },
    },
    ports: {
      ...widget.ports,
      provider: createFakeProvider(
        buildAnswers({
          price: 2_000_000_000n,
          now: () => widget.ports.clock.now(),
          owner: () => review(sourceToken, widget).account.address,
        }),
      ),
    },
    families: new Map([
      ['eip155', { loadAdapter: async () => ({ ...adapter, transfers: reading }) }],
    ]),
  })
  const { transfer } = session as unknown as {
    transfer: (calls: unknown, options: { entryId: string }) => Promise<string>
  }
  Object.assign(session, {
    async sendCalls(
      { calls }: { calls: readonly { data: string }[] },
      options: { entryId: string },
    ) {
      const hash = await transfer(calls, options)
      if (calls[0]?.data.startsWith('0x095ea7b3')) chain.allowance = 1_000_000n
      return hash
    },
  })
}

function press({ widget }: Tab, sourceToken: Holding) {
  const store = swapStoreOf(widget)
  // The button is disabled while the same swap is in flight.
  if (store.get().review?.inFlight.length) return
  // A visitor who sees it confirmed does not swap again.
  const isDone = getJournal(widget)
    .entries()
    .some((entry) => entry.swap?.step === 'swap' && isSuccess(entry))
  if (!store.get().review && isDone) return
  if (!store.get().review) {
    store.set({ ...emptySwap, status: 'ready', review: review(sourceToken, widget) })
  }
  confirmSwap(widget).catch(() => undefined)
}

/** Per part; there are four, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_500 : 400

it.each([
  ['the coin', coin, 1],
  ['the coin', coin, 2],
  ['a token', token, 3],
  ['a token', token, 4],
] as const)(
  'swaps %s at most once per intent and loses nothing, part %#',
  async (_, source, seed) => {
    let swapped = 0
    await fc.assert(
      fc.asyncProperty(arbitraryStory, async (story) => {
        const chain = { allowance: 0n }
        const { broadcasts, kept } = await playStory(story, async (tab) => {
          await equip(tab, source, chain)
          press(tab, source)
        })
        expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
        const swaps = kept.filter(
          ({ id, swap }) => broadcasts.includes(id) && swap?.step === 'swap',
        )
        expect(swaps.length).toBeLessThanOrEqual(1)
        swapped += broadcasts.length
      }),
      { numRuns: stories, seed, examples: knownStories },
    )
    // Enough runs really asked the wallet.
    expect(swapped).toBeGreaterThan(stories / 5)
  },
  120_000,
)
