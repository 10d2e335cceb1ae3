import {
  type Permission,
  type PermissionStatus,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import type { Limit, PeriodLimit, SessionLimits } from './sessionGrant.js'

/** What is left of a permission's limits; `now` in Unix seconds. */
export function toSessionLimits(
  permission: Permission,
  { callsUsed, feesUsed, rateUsed, spent }: PermissionStatus,
  now: number,
): SessionLimits {
  const { allowances, feeLimit, maxCalls, paymaster, rateCalls, ratePeriod, validAfter } =
    permission
  const { targets } = permission
  return {
    calls: toLimit(BigInt(maxCalls), callsUsed),
    ...(rateCalls > 0 && {
      rate: toPeriodLimit(toLimit(BigInt(rateCalls), rateUsed), ratePeriod, validAfter, now),
    }),
    fees: toLimit(feeLimit, feesUsed),
    ...(paymaster !== zeroAddress && { sponsor: paymaster }),
    allowances: allowances.map(({ token, amount, period, start }, index) => ({
      ...(token !== zeroAddress && { token }),
      ...toPeriodLimit(toLimit(amount, spent[index] ?? 0n), period, start, now),
    })),
    contracts: [...new Set(targets.map(({ to }) => to))],
  }
}

function toLimit(max: bigint, used: bigint): Limit {
  return { max, left: used < max ? max - used : 0n }
}

function toPeriodLimit(limit: Limit, period: number, start: number, now: number): PeriodLimit {
  if (now < start) return { ...limit, left: 0n, period, resetsAt: start }
  if (period === 0) return { ...limit, period }
  return { ...limit, period, resetsAt: start + (Math.floor((now - start) / period) + 1) * period }
}
