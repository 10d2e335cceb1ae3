import { isPairingError } from '@latchkey/pairing/errors'
import { ModalClosedError, UserRejectedError } from '../../core/runtime/errors/connection.js'
import {
  PairingFailedError,
  RelayRefusedError,
  RelayUnavailableError,
} from '../../core/runtime/errors/pairing.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'

/** Why an offer was not taken up, as an error of ours. */
export function toWidgetError(error: unknown): WidgetError {
  if (!isPairingError(error)) return new PairingFailedError({ cause: error })
  switch (error.code) {
    case 'pairing/user-rejected':
      return new UserRejectedError({ cause: error })
    case 'pairing/cancelled':
    case 'pairing/closed':
      return new ModalClosedError()
    case 'pairing/relay-unavailable':
      return new RelayUnavailableError({ cause: error })
    case 'pairing/relay-refused':
      return new RelayRefusedError({ cause: error, isTokenInvalid: error.data === 'InvalidJwt' })
    default:
      return new PairingFailedError({ cause: error })
  }
}

/** EIP-1193's code for a refusal; families translate codes, not the protocol's own. */
const userRejected = 4001

/** A failed request in the shape in-page wallets fail in, so that families need only one reading. */
export function toWalletFault(error: unknown): Error {
  if (!isPairingError(error)) return error instanceof Error ? error : new Error(String(error))
  const code = error.code === 'pairing/user-rejected' ? userRejected : error.peerCode
  return Object.assign(new Error(error.message, { cause: error }), { code, data: error.data })
}
