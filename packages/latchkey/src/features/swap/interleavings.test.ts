import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStoryExchange, equip, token } from '../../../fixtures/swapStory.js'
import {
  arbitraryStory,
  coin,
  knownStories,
  longStory,
  network,
  playStory,
  type Tab,
} from '../../../fixtures/transferStory.js'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isSuccess } from '../../core/account/journal/inFlight.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import type { Widget } from '../../core/widget.js'
import { confirmSwap } from './actions/confirmSwap.js'
import { emptySwap, type SwapReview, swapStoreOf } from './store.js'

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

/** With `isReviewed` the first click opens the review and the next one confirms it, much later perhaps. */
function press({ widget }: Tab, sourceToken: Holding, isReviewed: boolean) {
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
    if (isReviewed) return
  }
  confirmSwap(widget).catch(() => undefined)
}

/** Per part; there are four, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_500 : 400

it.each([
  ['the coin', coin, 1, false],
  ['the coin', coin, 2, true],
  ['a token', token, 3, false],
  ['a token', token, 4, true],
] as const)(
  'swaps %s at most once per intent and loses nothing, part %#',
  async (_, source, seed, isReviewed) => {
    let swapped = 0
    await fc.assert(
      fc.asyncProperty(isReviewed ? longStory : arbitraryStory, async (story) => {
        const exchange = createStoryExchange()
        const { broadcasts, kept } = await playStory(story, async (tab) => {
          await equip(tab, { exchange })
          press(tab, source, isReviewed)
        })
        expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
        const steps = broadcasts.map((id) => kept.find((entry) => entry.id === id)?.swap?.step)
        // The swap comes last: nothing is approved for a second one.
        expect(steps.slice(0, -1)).not.toContain('swap')
        swapped += broadcasts.length
      }),
      { numRuns: stories, seed, examples: knownStories },
    )
    // Enough runs really asked the wallet.
    expect(swapped).toBeGreaterThan(stories / 5)
  },
  120_000,
)
