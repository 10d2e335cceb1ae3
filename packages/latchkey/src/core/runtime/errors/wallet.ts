import * as errorText from './catalogue/wallet.js'
import { WidgetError } from './WidgetError.js'

/** The wallet reported a failure; its own words are in `cause`. */
export class WalletRequestError extends WidgetError {
  readonly code = 'wallet/request-failed'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(errorText.walletFailed(walletName), options)
  }
}

/** The wallet has a request open already (EIP-1193 code -32002). */
export class WalletBusyError extends WidgetError {
  readonly code = 'wallet/busy'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(errorText.walletBusy(walletName), options)
  }
}

/** The wallet's answer has a shape that method cannot have. */
export class MalformedAnswerError extends WidgetError {
  readonly code = 'wallet/malformed-answer'

  constructor(readonly method: string) {
    super(errorText.walletAnswer)
  }
}

/** What the wallet says it is capable of (EIP-5792) cannot be read. */
export class CapabilitiesError extends WidgetError {
  readonly code = 'wallet/malformed-capabilities'

  constructor() {
    super(errorText.malformedCapabilities)
  }
}

/** The wallet did not answer within the limit. */
export class WalletTimeoutError extends WidgetError {
  readonly code = 'wallet/timeout'

  constructor(walletName: string) {
    super(errorText.walletTimeout(walletName))
  }
}

/** The signature is not by the account shown. */
export class WrongSignerError extends WidgetError {
  readonly code = 'wallet/wrong-signer'

  constructor() {
    super(errorText.wrongSigner)
  }
}

/** What reached the chain is not what was asked for. */
export class WrongTransactionError extends WidgetError {
  readonly code = 'wallet/wrong-transaction'

  constructor(readonly hash: string) {
    super(errorText.wrongTransaction)
  }
}

/** The site asked for something the wallet must not be bothered with. */
export class InvalidRequestError extends WidgetError {
  readonly code = 'wallet/invalid-request'

  constructor(
    readonly reason: keyof typeof errorText.invalidRequest,
    options?: { readonly cause?: unknown },
  ) {
    super(errorText.invalidRequest[reason], options)
  }
}

/** The wallet has no way to do what was asked, and was not bothered with it. */
export class UnsupportedMethodError extends WidgetError {
  readonly code = 'wallet/unsupported-method'

  constructor(readonly method: string) {
    super(errorText.unsupportedMethod)
  }
}

/** The wallet's link cannot be followed. */
export class WalletLinkError extends WidgetError {
  readonly code = 'wallet/link'

  constructor() {
    super(errorText.walletLink)
  }
}
