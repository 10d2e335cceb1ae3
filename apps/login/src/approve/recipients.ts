import type { WalletAction } from '../account/action.js'
import { explain } from './explain.js'
import { getRecipient } from './steps.js'

/** Whom a request hands something to, by its own reading. */
export function findRecipients(action: WalletAction, origin: string): readonly string[] {
  return explain(action, origin).steps.flatMap((step) => getRecipient(step) ?? [])
}
