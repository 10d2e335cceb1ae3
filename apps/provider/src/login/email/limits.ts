import type { LimitRule } from '../limits.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const CODE_LIFE_MS = 10 * MINUTE
export const LINK_LIFE_MS = 10 * MINUTE
/** Longer than its code, so that a late one is told "expired" and can ask again. */
export const FLOW_LIFE_MS = 30 * MINUTE

export const COOLDOWN_MS = 30_000

/** Mails to one address; `mails` of them are sent for one request. */
export function sendsPerAddress(mails: number): readonly LimitRule[] {
  return [
    { most: 1, withinMs: COOLDOWN_MS },
    { most: 6 - mails, withinMs: HOUR },
    { most: 11 - mails, withinMs: DAY },
  ]
}

export const SENDS_PER_NETWORK: readonly LimitRule[] = [{ most: 20, withinMs: HOUR }]
/** Above this somebody has to look; nobody is held up. */
export const SENDS_PER_PROJECT: readonly LimitRule[] = [{ most: 1_000, withinMs: HOUR }]
export const APPROVALS_PER_ADDRESS: readonly LimitRule[] = [{ most: 5, withinMs: DAY }]
export const CHANGES_PER_ACCOUNT: readonly LimitRule[] = [{ most: 5, withinMs: DAY }]

/** Guesses that are looked at. Right ones are given back, so these are failures. */
export const TRIES_PER_CODE: readonly LimitRule[] = [{ most: 3, withinMs: CODE_LIFE_MS }]
export const FAILURES_PER_ADDRESS: readonly LimitRule[] = [
  { most: 5, withinMs: HOUR },
  { most: 10, withinMs: DAY },
]
export const FAILURES_PER_NETWORK: readonly LimitRule[] = [{ most: 60, withinMs: HOUR }]
/** Bounds what a spray over many addresses and networks can hope for. */
export const FAILURES_PER_PROJECT: readonly LimitRule[] = [{ most: 1_000, withinMs: HOUR }]
/** In a row, however long ago: from then on only the link in a mail helps. */
export const FAILURES_IN_A_ROW = 100

export const TRIES_PER_NUMBER: readonly LimitRule[] = [{ most: 3, withinMs: FLOW_LIFE_MS }]
/** How long a key stays hidden after the address was changed. */
export const EXPORT_HOLD_MS = DAY
/** How long a notice is tried to be sent. */
export const NOTICE_LIFE_MS = HOUR
