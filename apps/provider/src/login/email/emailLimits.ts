import type { LimitRule } from '../session/limits.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const codeLifetimeMs = 10 * minuteMs
export const linkLifetimeMs = 10 * minuteMs
/** For sign-in: also how long a confirmed code may wait for the signature. */
export const signInCodeLifetimeMs = 20 * minuteMs
/** Longer than its code, so that a late code is "expired" and can be sent again. */
export const flowLifetimeMs = 30 * minuteMs

export const cooldownMs = 30_000

/** Mails to one address requested by unknown devices; `mails` of them are sent per request. */
export function sendsPerAddress(mails: number): readonly LimitRule[] {
  return [
    { max: 1, withinMs: cooldownMs },
    { max: 6 - mails, withinMs: hourMs },
    { max: 11 - mails, withinMs: dayMs },
  ]
}

/** For each known device and each session: enough for a code every half hour of a working day. */
export function sendsPerKnown(mails: number): readonly LimitRule[] {
  return [
    { max: 1, withinMs: cooldownMs },
    { max: 6 - mails, withinMs: hourMs },
    { max: 21 - mails, withinMs: dayMs },
  ]
}

export const sendsPerNetwork: readonly LimitRule[] = [{ max: 20, withinMs: hourMs }]
/** For sign-in, whether or not a mail follows: the answer tells if an email was confirmed before. */
export const signInChecksPerNetwork: readonly LimitRule[] = [{ max: 60, withinMs: hourMs }]
export const approvalsPerAddress: readonly LimitRule[] = [{ max: 5, withinMs: dayMs }]
export const changesPerAccount: readonly LimitRule[] = [{ max: 5, withinMs: dayMs }]

export const shortCodeLength = 6
/** For addresses whose short codes are being guessed. */
export const longCodeLength = 9

/** Correct codes are refunded, so only failures count. */
export const attemptsPerCode: readonly LimitRule[] = [{ max: 3, withinMs: codeLifetimeMs }]
export const attemptsPerSignInCode: readonly LimitRule[] = [
  { max: 3, withinMs: signInCodeLifetimeMs },
]

/**
 * Both together allow 5 an hour and 10 a day for an account: a chance below 1 in 100,000. The long
 * codes that follow add less than a thousandth of that.
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
/** For codes of any length: per address for unknown devices, per known device or session. */
export const failureRules: readonly LimitRule[] = [
  { max: 5, withinMs: hourMs },
  { max: 10, withinMs: dayMs },
]
export const failuresPerNetwork: readonly LimitRule[] = [{ max: 60, withinMs: hourMs }]
/** Counted separately for unknown and known devices. Above it, only a mailed link helps. */
export const maxFailuresInARow = 50

export const attemptsPerNumber: readonly LimitRule[] = [{ max: 3, withinMs: flowLifetimeMs }]
/** How long the key cannot be exported after a change of address. */
export const exportBlockMs = dayMs
/** How long sending a notice is retried. */
export const noticeLifetimeMs = hourMs
