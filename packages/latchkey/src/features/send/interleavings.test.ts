import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  arbitraryStory,
  coin,
  knownStories,
  longStory,
  playStory,
  recipient,
  type Tab,
} from '../../../fixtures/transferStory.js'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { isSuccess } from '../../core/account/journal/inFlight.js'
import { createReview, estimateSend } from './actions/createReview.lazy.js'
import { sendToken } from './actions/sendToken.js'
import { sendStoreOf } from './store.js'

/** With `isReviewed` the first click opens the review and the next one sends, much later perhaps. */
async function press({ widget }: Tab, isReviewed: boolean) {
  const store = sendStoreOf(widget)
  // The button is disabled while the same transfer is in flight.
  if (store.get().intent?.inFlight.length) return
  // A visitor who sees it confirmed does not send it again.
  const isDone = getJournal(widget).entries().some(isSuccess)
  if (!store.get().intent && isDone) return
  if (!store.get().intent) {
    store.set({ token: coin, sendTokenAmount: '0.5', receiverAddress: recipient })
    await createReview(widget)
    await estimateSend(widget, { signal: widget.signal })
    if (isReviewed) return
  }
  sendToken(widget).catch(() => undefined)
}

/** Per part; there are four, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_500 : 500

it.each([
  [1, false],
  [2, false],
  [3, true],
  [4, true],
])('makes at most one transfer per intent and loses none, part %i', async (seed, isReviewed) => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(isReviewed ? longStory : arbitraryStory, async (story) => {
      const { broadcasts, kept } = await playStory(story, (tab) => press(tab, isReviewed))
      sent += broadcasts.length
      expect(broadcasts.length).toBeLessThanOrEqual(1)
      expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
    }),
    { numRuns: stories, seed, examples: knownStories },
  )
  // Enough runs really sent something.
  expect(sent).toBeGreaterThan(stories / 5)
})
