import * as activityText from '../../core/text/activity.js'
import type { ActivityTransfer } from './activityItem.js'

/** Worth less than this in US dollars, something sent unasked is bait for a look-alike address. */
const dustValue = 0.1
/** The same where nobody knows the worth: what would be shown as less than this. */
const dustQuantity = 0.001

/**
 * Security bar S-27: a transfer somebody else made to be seen and copied from. Nothing moved (also out of
 * the account, which any contract may claim), so little that it is no payment, or a token nobody vouches for.
 */
export function isSuspicious(
  { direction, quantity, label, isCollectible, value }: ActivityTransfer,
  { isFlagged }: { readonly isFlagged: boolean },
): boolean {
  if (isFlagged || label === activityText.activity.unknownToken) return true
  const amount = Number(quantity)
  if (!(amount > 0)) return true
  if (direction !== 'in' || isCollectible) return false
  return value === undefined ? amount < dustQuantity : value < dustValue
}
