import * as v from 'valibot'
import type { Flow } from '../../session/flows.js'

/**
 * `begun` until the button on the login site's page is clicked, `numbered` while it shows the
 * number, `matched` once the number is typed in the frame: only then is Farcaster's response read.
 */
export type FarcasterState = 'begun' | 'numbered' | 'matched' | 'failed'

const farcasterDetails = v.object({
  /** Of the channel to the app. */
  token: v.optional(v.string()),
  nonce: v.optional(v.string()),
  openedAt: v.optional(v.number()),
  number: v.optional(v.string()),
})

export function isFarcasterLogin({ purpose, method }: Flow): boolean {
  return purpose === 'login' && method === 'farcaster'
}

export function parseFarcasterDetails(flow: Flow): v.InferOutput<typeof farcasterDetails> {
  return v.parse(farcasterDetails, flow.details)
}
