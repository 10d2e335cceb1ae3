import { BundlerError, bundlerCodes } from '../bundler/BundlerError.js'
import type { Shortage } from './sponsorStore.js'

/** Why an operation is not paid for. */
export type Rejection = Shortage | TokenRejection | 'policy' | 'gas' | 'reverts' | 'invalid'

/** Why its fee cannot be paid in a token. */
type TokenRejection = 'token' | 'price' | 'allowance' | 'balance'

export const shortageMessages: Readonly<Record<Shortage, string>> = {
  'account-budget': 'The budget of this account for today is used up.',
  'day-budget': 'The budget for today is used up.',
  'total-budget': 'The budget is used up.',
  deposit: 'The deposit of the paymaster is too low.',
  'nonce-used': 'An operation with this nonce was included already.',
  'too-many': 'Too many signatures for this nonce; wait until they expire.',
}

export function rejected(reason: Rejection, message: string): BundlerError {
  const isShort = reason in shortageMessages
  const code = isShort ? bundlerCodes.limitExceeded : bundlerCodes.paymasterRejected
  return new BundlerError(code, message, { reason })
}

export function reasonOf({ code, data }: BundlerError): Rejection {
  const { reason } = Object(data) as { reason?: Rejection }
  if (reason !== undefined) return reason
  return code === bundlerCodes.reverts ? 'reverts' : 'invalid'
}
