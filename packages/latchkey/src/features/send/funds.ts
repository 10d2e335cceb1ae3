import { isNative } from '../../core/portfolio/holding.js'
import type { Intent } from './store.js'

export type Funds = 'unknown' | 'enough' | 'short-of-token' | 'short-of-fee'

/** Whether the account can pay what was reviewed, fee included. */
export function fundsOf({ token, units, estimate }: Intent): Funds {
  if (!estimate) return 'unknown'
  const { fee, balance, coinBalance } = estimate
  if (units > balance) return 'short-of-token'
  if (fee === undefined) return 'unknown'
  const needed = isNative(token) ? units + fee : fee
  return needed > coinBalance ? 'short-of-fee' : 'enough'
}
