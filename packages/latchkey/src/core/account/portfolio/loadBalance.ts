import type { Widget } from '../../widget.js'
import { getBalances } from '../balance.js'
import { hasBalances } from './holding.js'
import { type Account, notifyBalanceUnavailable } from './notifyBalanceUnavailable.js'

/** Loads the native balance unless it is fresh; notifies about a new failure. */
export async function loadBalance(widget: Widget, account: Account): Promise<void> {
  if (!hasBalances(account.network)) return
  const balance = getBalances(widget)
  const before = balance.get(account)
  const after = await balance.load(account)
  if (after.status === 'failed' && before.status !== 'failed') notifyBalanceUnavailable(widget)
}
