import { socialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'
import type { Flow } from '../session/flows.js'
import type { Identity } from './createIdentityProvider.js'

/**
 * `begun` in the frame, `away` at the provider, `arriving` while the callback is verified,
 * `arrived` back in the window, `numbered` while the window shows a number, `left` if it was
 * closed.
 */
export type SocialState = 'begun' | 'away' | 'arriving' | 'arrived' | 'numbered' | 'left' | 'failed'

/** Why a log-in failed, as in `error=`. */
export type SocialFailure = 'denied' | 'login-failed' | 'unreachable' | 'number-wrong'

const identity = v.object({
  issuer: v.string(),
  subject: v.string(),
  email: v.optional(v.string()),
  userName: v.optional(v.string()),
})

const socialDetails = v.object({
  /** The frame's device: whether the wallet would be new there. */
  deviceId: v.string(),
  frameKey: v.optional(v.string()),
  /** Shown in the window, typed in the frame. */
  number: v.optional(v.string()),
  /** The person clicked in the window to set up the wallet on this site. */
  allowsRecovery: v.optional(v.boolean()),
  returnTo: v.optional(v.string()),
  browser: v.optional(v.string()),
  identity: v.optional(identity),
  reason: v.optional(v.string()),
})

export type SocialDetails = v.InferOutput<typeof socialDetails>

export function parseSocialDetails(flow: Flow): SocialDetails {
  return v.parse(socialDetails, flow.details)
}

/** Flows of every kind share a table, so check that this is a social log-in. */
export function isSocialLogin({ purpose, method }: Flow): boolean {
  return purpose === 'login' && v.is(socialProvider, method)
}

/** An identity as stored in the flow until the frame finishes it. */
export function toStoredIdentity({ issuer, subject, email, userName }: Identity) {
  return {
    issuer,
    subject,
    ...(email !== undefined && { email }),
    ...(userName !== undefined && { userName }),
  }
}

/** Tells the site's page which log-in ended. It contains nothing that could finish a log-in. */
export function formatResultUri(publicUrl: string, flowId: string, error?: SocialFailure): string {
  const fields = { flow: flowId, ...(error !== undefined && { error }) }
  return `${publicUrl}/social?${new URLSearchParams(fields)}`
}

/** Where a whole-page log-in returns to. */
export function formatReturnUrl(returnTo: string, result: string): string {
  const address = new URL(returnTo)
  // As text: `searchParams` would change how the site's own query is encoded.
  const own = address.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('result_uri='))
  address.search = [...own, `result_uri=${encodeURIComponent(result)}`].join('&')
  return address.href
}
