import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import type { Flow } from '../flows.js'
import type { Identity } from './createIdentityProvider.js'

/**
 * Where a social login stands: `begun` in the frame, `away` at the provider, `arriving` while the
 * provider is asked, `arrived` with a ticket. A window without its opener goes on to `asking` and,
 * once the frame knows, `asked`; the right number makes it `pressed`. `left` is a window that was
 * closed instead.
 */
export type SocialState =
  | 'begun'
  | 'away'
  | 'arriving'
  | 'arrived'
  | 'asking'
  | 'asked'
  | 'pressed'
  | 'left'
  | 'failed'

/** The ticket has been given to the window, which may have given it to the frame. */
export const TICKETED: readonly SocialState[] = ['arrived', 'asking', 'asked', 'pressed', 'left']

/** Why a login failed, in the word that stands behind `error=`. */
export type SocialFailure = 'denied' | 'login-failed' | 'unreachable' | 'number-wrong'

const identity = v.object({
  issuer: v.string(),
  subject: v.string(),
  email: v.optional(v.string()),
  userName: v.optional(v.string()),
})

const details = v.object({
  /** What the frame shows and the window asks for. */
  number: v.string(),
  returnTo: v.optional(v.string()),
  browser: v.optional(v.string()),
  identity: v.optional(identity),
  reason: v.optional(v.string()),
})

export type SocialDetails = v.InferOutput<typeof details>

export function detailsOf(flow: Flow): SocialDetails {
  return v.parse(details, flow.details)
}

/** An identity as the flow keeps it until the frame claims it. */
export function keptIdentity({ issuer, subject, email, userName }: Identity) {
  return {
    issuer,
    subject,
    ...(email !== undefined && { email }),
    ...(userName !== undefined && { userName }),
  }
}

export function randomNumber(): string {
  return String(randomInt(10, 100))
}

/** What the frame is told of the end: an address of the login site that nobody goes to. */
export function resultUri(
  publicUrl: string,
  flowId: string,
  result: { readonly ticket: string } | { readonly error: SocialFailure },
): string {
  return `${publicUrl}/social?${new URLSearchParams({ flow: flowId, ...result })}`
}

/** Where a whole page goes back to. */
export function returnAddress(returnTo: string, result: string): string {
  const address = new URL(returnTo)
  // As text: `searchParams` would spell the site's own part of the query anew.
  const own = address.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('result_uri='))
  address.search = [...own, `result_uri=${encodeURIComponent(result)}`].join('&')
  return address.href
}
