import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  arbitraryStory,
  coin,
  knownStories,
  network,
  playStory,
  recipient,
  type Tab,
} from '../../../fixtures/transferStory.js'
import type { Payment } from '../../core/pay/payment.js'
import { payStateOf } from '../../core/pay/store.js'
import { estimatePayment, payFromWallet } from './actions/payFromWallet.js'
import { startPayment } from './actions/startPayment.js'

/** An order of the shop. Each page parses it again. */
const createPayment = (): Payment => ({
  id: 'order-1',
  isNamed: true,
  network,
  token: { name: coin.name, symbol: coin.symbol, decimals: coin.decimals },
  assetId: `${network.id}/slip44:60`,
  recipient,
  units: 5n * 10n ** 17n,
  amount: '0.5',
  openInNewTab: true,
  redirectUrl: undefined,
  exchanges: {},
  choice: 'pay',
})

/** A visitor who presses again and again, also after it is paid, and a site that opens it again. */
async function press({ widget }: Tab) {
  const state = payStateOf(widget)
  if (!state.get().payment || ['paid', 'ended'].includes(state.get().phase)) {
    startPayment(widget, { payment: createPayment() })
  }
  if (!state.get().estimate) await estimatePayment(widget, { signal: widget.signal })
  payFromWallet(widget).catch(() => undefined)
}

/** Per part; there are four, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_500 : 500

it.each([1, 2, 3, 4])('pays an order at most once and loses no payment, part %i', async (seed) => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(arbitraryStory, async (story) => {
      const { broadcasts, kept } = await playStory(story, press)
      paid += broadcasts.length
      expect(broadcasts.length).toBeLessThanOrEqual(1)
      expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
    }),
    { numRuns: stories, seed, examples: knownStories },
  )
  // Enough runs really paid something.
  expect(paid).toBeGreaterThan(stories / 5)
})
