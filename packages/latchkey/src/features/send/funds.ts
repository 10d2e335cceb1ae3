import { isNative } from '../../core/account/portfolio/holding.js'
import type { Intent } from './store.js'

export type Funds = 'unknown' | 'enough' | 'short-of-token' | 'short-of-fee' | 'short-of-reserve'

/** Whether the account can pay what was reviewed, fee included. */
export function fundsOf({ token, units, estimate }: Intent): Funds {
  if (!estimate) return 'unknown'
  const { fee, balance, coinBalance, reserve } = estimate
  if (units > balance) return 'short-of-token'
  if (fee === undefined) return 'unknown'
  const needed = isNative(token) ? units + fee : fee
  const left = coinBalance - needed
  if (left < 0n) return 'short-of-fee'
  return left > 0n && left < reserve ? 'short-of-reserve' : 'enough'
}
