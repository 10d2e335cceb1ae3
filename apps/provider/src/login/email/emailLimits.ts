import type { LimitRule } from '../session/limits.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const codeLifetimeMs = 10 * minuteMs
export const linkLifetimeMs = 10 * minuteMs
/** Longer than its code, so that a late code gets "expired" and can be sent again. */
export const flowLifetimeMs = 30 * minuteMs

export const cooldownMs = 30_000

/** Mails to one address that unknown devices ask for; `mails` of them are sent for one request. */
export function sendsPerAddress(mails: number): readonly LimitRule[] {
  return [
    { max: 1, withinMs: cooldownMs },
    { max: 6 - mails, withinMs: hourMs },
    { max: 11 - mails, withinMs: dayMs },
  ]
}

/** For each known device and each session: a day's work with a code every half hour. */
export function sendsPerKnown(mails: number): readonly LimitRule[] {
  return [
    { max: 1, withinMs: cooldownMs },
    { max: 6 - mails, withinMs: hourMs },
    { max: 21 - mails, withinMs: dayMs },
  ]
}

export const sendsPerNetwork: readonly LimitRule[] = [{ max: 20, withinMs: hourMs }]
export const approvalsPerAddress: readonly LimitRule[] = [{ max: 5, withinMs: dayMs }]
export const changesPerAccount: readonly LimitRule[] = [{ max: 5, withinMs: dayMs }]

export const shortCodeLength = 6
/** For codes made while short ones are being guessed. */
export const longCodeLength = 9

/** Guesses that are looked at. Right ones are given back, so these are failures. */
export const attemptsPerCode: readonly LimitRule[] = [{ max: 3, withinMs: codeLifetimeMs }]

/**
 * Wrong guesses at short codes. Both together stay within 5 an hour and 10 a day for an account,
 * a chance below 1 in 100,000; the long codes that follow add less than a thousandth of that.
 */
export const shortCodeFailureRules: Readonly<Record<'unknown' | 'known', readonly LimitRule[]>> = {
  unknown: [
    { max: 3, withinMs: hourMs },
    { max: 5, withinMs: dayMs },
  ],
  known: [
    { max: 2, withinMs: hourMs },
    { max: 4, withinMs: dayMs },
  ],
}
/** At codes of any length: by all unknown devices for an address, by each known device or session. */
export const failureRules: readonly LimitRule[] = [
  { max: 5, withinMs: hourMs },
  { max: 10, withinMs: dayMs },
]
export const failuresPerNetwork: readonly LimitRule[] = [{ max: 60, withinMs: hourMs }]
/** In a row, however long ago, by unknown and by known devices each: then only a mailed link helps. */
export const maxFailuresInARow = 50

export const attemptsPerNumber: readonly LimitRule[] = [{ max: 3, withinMs: flowLifetimeMs }]
/** How long a key stays hidden after the address was changed. */
export const exportBlockMs = dayMs
/** How long a notice is tried to be sent. */
export const noticeLifetimeMs = hourMs
