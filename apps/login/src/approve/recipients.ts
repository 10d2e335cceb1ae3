import type { WalletAction } from '../account/action.js'
import { explain } from './explain.js'
import { getRecipient } from './steps.js'

/** The recipients of a request. */
export function findRecipients(action: WalletAction, origin: string): readonly string[] {
  return explain(action, origin).steps.flatMap((step) => getRecipient(step) ?? [])
}
