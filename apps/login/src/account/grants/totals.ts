import type { Allowance, Permission } from '@latchkey/wire/login/permissions'

/** The most that can be spent of an allowance, over all periods until the end. */
function totalOf({ amount, period, start }: Allowance, now: number, until: number): bigint {
  if (period === 0) return amount
  const first = Math.max(now, start)
  const periods = Math.floor((until - start) / period) - Math.floor((first - start) / period) + 1
  return amount * BigInt(Math.max(periods, 1))
}

/** The most that can be spent of each token. Several allowances of one must all suffice. */
export function totalsOf(
  { allowances, validUntil }: Permission,
  now: number,
): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const allowance of allowances) {
    const total = totalOf(allowance, now, validUntil)
    const known = totals.get(allowance.token)
    totals.set(allowance.token, known === undefined || total < known ? total : known)
  }
  return totals
}
