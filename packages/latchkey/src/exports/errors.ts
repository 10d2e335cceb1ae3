export * from '../core/runtime/errors/config.js'
export * from '../core/runtime/errors/connection.js'
export * from '../core/runtime/errors/connectors.js'
export {
  UnexpectedError,
  UnknownViewError,
  ViewUnavailableError,
} from '../core/runtime/errors/interface.js'
export * from '../core/runtime/errors/login.js'
export * from '../core/runtime/errors/network.js'
export * from '../core/runtime/errors/pairing.js'
export * from '../core/runtime/errors/pay.js'
export * from '../core/runtime/errors/provider.js'
export * from '../core/runtime/errors/send.js'
export * from '../core/runtime/errors/sessions.js'
export * from '../core/runtime/errors/siwx.js'
export {
  InvalidSessionError,
  type InvalidSessionReason,
  NotSignedInError,
  SessionServerError,
  type VerifyFailureReason,
} from '../core/runtime/errors/siwxSession.js'
export * from '../core/runtime/errors/transfer.js'
export * from '../core/runtime/errors/WidgetError.js'
export * from '../core/runtime/errors/wagmi.js'
export * from '../core/runtime/errors/wallet.js'
