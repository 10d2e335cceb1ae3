import { zeroAddress } from '@latchkey/wire/login/permissions'
import type { GrantAction } from '../account/action.js'
import { totalsOf } from '../account/grants/totals.js'
import { allowance, type GrantStep } from './steps.js'

/** Everything that a permission allows, and what the wallet made of the request. */
export function readGrant({ permission, names, changes, now }: GrantAction): readonly GrantStep[] {
  const { key, validUntil, maxCalls, rateCalls, ratePeriod, feeLimit, paymaster } = permission
  const totals = totalsOf(permission, now)
  const contracts = [...new Set(permission.targets.map(({ to }) => to))]
  const functions = permission.targets.map((target, index) => ({
    ...target,
    name: names[index] ?? target.selector,
  }))
  return [
    ...(changes.length > 0
      ? [{ kind: 'grant-changes', changes, validUntil, maxCalls, feeLimit } as const]
      : []),
    ...permission.allowances.map(
      ({ token, amount, period, start }): GrantStep => ({
        kind: 'grant-spend',
        token: token === zeroAddress ? undefined : token,
        amount: allowance(amount),
        period,
        start: start > now ? BigInt(start) : undefined,
        total: allowance(totals.get(token) ?? amount),
      }),
    ),
    ...contracts.map(
      (to): GrantStep => ({
        kind: 'grant-call',
        to,
        functions: functions.filter((one) => one.to === to),
      }),
    ),
    {
      kind: 'grant-terms',
      key,
      validUntil,
      maxCalls,
      rate: rateCalls > 0 ? { calls: rateCalls, period: ratePeriod } : undefined,
      feeLimit,
      hasSponsor: paymaster !== zeroAddress,
      totals: [...totals].map(([token, total]) => ({ token, total: allowance(total) })),
    },
  ]
}
