import { type Allowance, type Permission, zeroAddress } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Coin } from '../feeLimits.js'
import { highFee } from '../feeLimits.js'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import type { GrantRequest, NamedTarget } from './grantRequest.js'
import { isTokenMove } from './tokenMoves.js'

/** What the wallet grants instead of what the site asked for. */
export type GrantChange =
  | { readonly what: 'expiry' | 'calls' | 'fee'; readonly asked: bigint }
  | { readonly what: 'dropped'; readonly type: string }

export type GrantFacts = {
  /** Unix seconds. */
  readonly now: number
  readonly coin: Coin
  readonly epoch: Permission['epoch']
  readonly salt: Hex
  /** The chain's sponsor; undefined for none. */
  readonly paymaster: Hex | undefined
  /** What one operation costs at most, at today's price. */
  readonly operationFee: bigint
  /** Contracts and accounts that no key may act for or call, in lower case. */
  readonly forbidden: ReadonlySet<string>
}

const maxSeconds = 30 * 86_400
const usualCalls = 1_000
const maxCalls = 10_000
/** Fees that are granted without a limit in the request, in operations. */
const usualOperations = 20n
const maxAllowances = 16
const maxTargets = 24
const maxRules = 8

/** The permission for a request, with less than was asked where that is too much. */
export function limitGrant(
  { key, expiry, limits, isAdjustable }: GrantRequest,
  facts: GrantFacts,
): { readonly permission: Permission; readonly changes: readonly GrantChange[] } {
  const { now, coin, epoch, salt, paymaster = zeroAddress, operationFee, forbidden } = facts
  const { allowances, targets, rate } = limits
  if (expiry <= now) throw invalidParams('The permission has expired already')
  if (forbidden.has(key)) throw permissionErrors.tooBroad('this key is no key of a site')
  checkTargets(targets, allowances, forbidden)

  const changes: GrantChange[] = limits.dropped.map((type) => ({ what: 'dropped', type }))
  const cut = <value extends number | bigint>(
    what: 'expiry' | 'calls' | 'fee',
    asked: value,
    max: value,
  ): value => {
    if (asked <= max) return asked
    changes.push({ what, asked: BigInt(asked) })
    return max
  }
  const maxFee = highFee(coin)
  const usualFee = operationFee * usualOperations
  const validUntil = cut('expiry', expiry, now + maxSeconds)
  const permission: Permission = {
    key,
    validAfter: 0,
    validUntil,
    epoch,
    salt,
    paymaster,
    feeLimit: cut('fee', limits.feeLimit ?? (usualFee < maxFee ? usualFee : maxFee), maxFee),
    maxCalls: cut('calls', limits.maxCalls ?? usualCalls, maxCalls),
    rateCalls: rate?.calls ?? 0,
    ratePeriod: rate?.period ?? 0,
    allowances: allowances.map((one) => toAllowance(one, now, validUntil)),
    targets: targets.map(({ to, selector, valueLimit, rules }) => ({
      to,
      selector,
      valueLimit,
      rules,
    })),
  }
  if (changes.length > 0 && !isAdjustable) throw permissionErrors.notAdjustable()
  return { permission, changes }
}

/** Periods begin now unless the site says when. */
function toAllowance(allowance: Allowance, now: number, validUntil: number): Allowance {
  const { amount, period, start } = allowance
  if (amount === 0n) throw invalidParams('An allowance is zero')
  if (start >= validUntil) throw invalidParams('An allowance begins after the permission expired')
  return { ...allowance, start: period > 0 && start === 0 ? now : start }
}

function checkTargets(
  targets: readonly NamedTarget[],
  allowances: readonly Allowance[],
  forbidden: ReadonlySet<string>,
): void {
  if (allowances.length > maxAllowances || targets.length > maxTargets) {
    throw permissionErrors.tooBroad('too many tokens or functions')
  }
  const tokens = new Set(allowances.map(({ token }) => token))
  if ([...tokens, ...targets.map(({ to }) => to)].some((one) => forbidden.has(one))) {
    throw permissionErrors.tooBroad('a contract that controls the account or its tokens')
  }
  for (const { to, selector, valueLimit, rules } of targets) {
    if (rules.length > maxRules) throw permissionErrors.tooBroad('too many rules')
    if (valueLimit > 0n && !tokens.has(zeroAddress)) {
      throw permissionErrors.tooBroad('coins can be sent along, but not how many in total')
    }
    const isSpending = spendingSelectors.has(selector)
    if (tokens.has(to) ? !isSpending : isTokenMove(selector)) {
      throw permissionErrors.tooBroad('tokens could move in ways that no allowance counts')
    }
  }
}

/** `transfer` and `approve`: what an allowance counts. */
const spendingSelectors: ReadonlySet<string> = new Set(['0xa9059cbb', '0x095ea7b3'])
