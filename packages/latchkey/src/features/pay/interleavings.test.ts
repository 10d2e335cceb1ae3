import fc from 'fast-check'
import { expect, it } from 'vitest'
import { router, usdc } from '../../../fixtures/fakeSwaps.js'
import { createStoryExchange, equip, token } from '../../../fixtures/swapStory.js'
import {
  account,
  arbitraryStory,
  coin,
  knownStories,
  longStory,
  network,
  playStory,
  recipient,
  type Step,
  type Tab,
} from '../../../fixtures/transferStory.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import type { ContractCall } from '../../core/connection/transfer.js'
import type { Payment } from '../../core/pay/payment.js'
import { isPayable, payStateOf } from '../../core/pay/store.js'
import { quoteExactSwap } from '../swap/actions/swapToPay.lazy.js'
import { estimatePayment, payFromWallet } from './actions/payFromWallet.js'
import { startPayment } from './actions/startPayment.js'
import { paySourceStoreOf } from './paySource.js'

/** An order of the shop. Each page parses it again. */
function createPayment(asked: Holding): Payment {
  const isCoin = asked.address === undefined
  return {
    id: 'order-1',
    isNamed: true,
    network,
    token: asked,
    assetId: isCoin ? `${network.id}/slip44:60` : `${network.id}/erc20:${usdc}`,
    recipient,
    units: isCoin ? 5n * 10n ** 17n : 500_000_000n,
    amount: isCoin ? '0.5' : '500',
    openInNewTab: true,
    redirectUrl: undefined,
    exchanges: {},
    choice: 'pay',
  }
}

/**
 * A visitor who presses again and again, also after it is paid, and a site that opens it again. With
 * `isReviewed` the first press opens the review and the next one pays, much later perhaps.
 */
async function press(
  { widget }: Tab,
  { asked, source, canBatch = false, isReviewed = false }: Way,
) {
  const state = payStateOf(widget)
  const { phase } = state.get()
  const isShown = isReviewed && state.get().estimate !== undefined
  if (isShown && isPayable(state.get())) {
    payFromWallet(widget).catch(() => undefined)
    return
  }
  if (!state.get().payment || phase === 'paid' || phase === 'ended') {
    startPayment(widget, { payment: createPayment(asked) })
  }
  if (!isPayable(state.get())) return
  await estimatePayment(widget, { signal: widget.signal })
  const { payment, estimate } = state.get()
  // A visitor who owns enough by now does not swap.
  paySourceStoreOf(widget).set({ source: undefined })
  if (source && payment && estimate && estimate.balance < payment.units) {
    const swap = { account, network, sourceToken: source, toToken: asked, units: payment.units }
    const quote = await quoteExactSwap(widget, swap, widget.signal)
    paySourceStoreOf(widget).set({
      source: { payment, account, token: source, quote, isBatch: canBatch, error: undefined },
    })
  }
  if (!isReviewed) payFromWallet(widget).catch(() => undefined)
}

type Way = {
  readonly asked: Holding
  /** Another token pays. */
  readonly source?: Holding
  readonly canBatch?: boolean
  readonly isReviewed?: boolean
}

const ways: readonly (readonly [string, Way])[] = [
  ['in the coin', { asked: coin }],
  ['in a token', { asked: token }],
  ['in the coin by a swap', { asked: coin, source: token }],
  ['in a token by a swap', { asked: token, source: coin }],
  ['in a token, reviewed before,', { asked: token, isReviewed: true }],
  ['in a token by a swap, reviewed before,', { asked: token, source: coin, isReviewed: true }],
  ['in a token by a swap in the same request', { asked: token, source: coin, canBatch: true }],
]

/** One tab swaps but the visitor declines to pay there; the other one still shows its review. */
const staleReview: [Step[]] = [
  [
    ...(['press', 'press in the other tab', 'press'] as const),
    ...(['wallet approves', 'time passes', 'block', 'time passes', 'wallet declines'] as const),
    ...(['time passes', 'press in the other tab', 'time passes', 'wallet approves'] as const),
  ],
]

/** Per part, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_000 : 400

it.each(ways)(
  'pays an order %s at most once and loses nothing',
  async (_, way) => {
    let paid = 0
    const isLong = (way.source !== undefined && !way.canBatch) || way.isReviewed
    await fc.assert(
      fc.asyncProperty(isLong ? longStory : arbitraryStory, async (story) => {
        const exchange = createStoryExchange()
        if (way.source) exchange.balances.set(way.asked.address ?? '', 0n)
        const { broadcasts, kept } = await playStory(story, async (tab, sent) => {
          await equip(tab, { exchange, canBatch: way.canBatch })
          // The price moves all the time, so that no two swaps look the same.
          exchange.price += 1_000n
          if (sent.some((id) => isSwap(exchange.calls.get(id)))) {
            exchange.balances.set(way.asked.address ?? '', way.asked.units)
          }
          await press(tab, way)
        })
        expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
        const sent = kept.filter(({ id }) => broadcasts.includes(id))
        const payments = sent.filter(({ transfer }) => transfer !== undefined)
        expect(payments.length).toBeLessThanOrEqual(1)
        const swaps = sent.filter(({ swap }) => swap?.step === 'swap')
        expect(swaps.length).toBeLessThanOrEqual(1)
        paid += payments.length
      }),
      { numRuns: stories, seed: 1, examples: [...knownStories, staleReview] },
    )
    // Enough runs really paid something.
    expect(paid).toBeGreaterThan(stories / 20)
  },
  120_000,
)

const isSwap = (calls: readonly ContractCall[] = []) => calls.some(({ to }) => to === router)
