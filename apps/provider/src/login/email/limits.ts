import type { LimitRule } from '../session/limits.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const CODE_LIFE_MS = 10 * MINUTE
export const LINK_LIFE_MS = 10 * MINUTE
/** Longer than its code, so that a late code gets "expired" and can be sent again. */
export const FLOW_LIFE_MS = 30 * MINUTE

export const COOLDOWN_MS = 30_000

/** Mails to one address that unknown devices ask for; `mails` of them are sent for one request. */
export function sendsPerAddress(mails: number): readonly LimitRule[] {
  return [
    { most: 1, withinMs: COOLDOWN_MS },
    { most: 6 - mails, withinMs: HOUR },
    { most: 11 - mails, withinMs: DAY },
  ]
}

/** For each known device and each session: a day's work with a code every half hour. */
export function sendsPerKnown(mails: number): readonly LimitRule[] {
  return [
    { most: 1, withinMs: COOLDOWN_MS },
    { most: 6 - mails, withinMs: HOUR },
    { most: 21 - mails, withinMs: DAY },
  ]
}

export const SENDS_PER_NETWORK: readonly LimitRule[] = [{ most: 20, withinMs: HOUR }]
export const APPROVALS_PER_ADDRESS: readonly LimitRule[] = [{ most: 5, withinMs: DAY }]
export const CHANGES_PER_ACCOUNT: readonly LimitRule[] = [{ most: 5, withinMs: DAY }]

export const SHORT_CODE = 6
/** For codes made while short ones are being guessed. */
export const LONG_CODE = 9

/** Guesses that are looked at. Right ones are given back, so these are failures. */
export const TRIES_PER_CODE: readonly LimitRule[] = [{ most: 3, withinMs: CODE_LIFE_MS }]

/**
 * Wrong guesses at short codes. Both together stay within 5 an hour and 10 a day for an account,
 * a chance below 1 in 100,000; the long codes that follow add less than a thousandth of that.
 */
export const SHORT_FAILURES: Readonly<Record<'unknown' | 'known', readonly LimitRule[]>> = {
  unknown: [
    { most: 3, withinMs: HOUR },
    { most: 5, withinMs: DAY },
  ],
  known: [
    { most: 2, withinMs: HOUR },
    { most: 4, withinMs: DAY },
  ],
}
/** At codes of any length: by all unknown devices for an address, by each known device or session. */
export const FAILURES: readonly LimitRule[] = [
  { most: 5, withinMs: HOUR },
  { most: 10, withinMs: DAY },
]
export const FAILURES_PER_NETWORK: readonly LimitRule[] = [{ most: 60, withinMs: HOUR }]
/** In a row, however long ago, by unknown and by known devices each: then only a mailed link helps. */
export const FAILURES_IN_A_ROW = 50

export const TRIES_PER_NUMBER: readonly LimitRule[] = [{ most: 3, withinMs: FLOW_LIFE_MS }]
/** How long a key stays hidden after the address was changed. */
export const EXPORT_HOLD_MS = DAY
/** How long a notice is tried to be sent. */
export const NOTICE_LIFE_MS = HOUR
