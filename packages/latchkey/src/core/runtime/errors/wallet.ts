import { WidgetError } from './WidgetError.js'

/** The wallet reported an error; it is in `cause`. */
export class WalletRequestError extends WidgetError {
  readonly code = 'wallet/request-failed'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(`${walletName} could not complete the request`, options)
  }
}

/** The wallet already has an open request (EIP-1193 code -32002). */
export class WalletBusyError extends WidgetError {
  readonly code = 'wallet/busy'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(`${walletName} already has a request open. Look for its window`, options)
  }
}

/** The wallet's response does not fit the method. */
export class MalformedAnswerError extends WidgetError {
  readonly code = 'wallet/malformed-answer'

  constructor(readonly method: string) {
    super('The wallet sent an invalid response. Try again')
  }
}

/** The wallet's capabilities (EIP-5792) are malformed. */
export class CapabilitiesError extends WidgetError {
  readonly code = 'wallet/malformed-capabilities'

  constructor() {
    super('Error parsing wallet capabilities')
  }
}

/** The wallet did not respond in time. */
export class WalletTimeoutError extends WidgetError {
  readonly code = 'wallet/timeout'

  constructor(walletName: string) {
    super(`${walletName} did not respond in time`)
  }
}

/** The signature is not by the account shown. */
export class WrongSignerError extends WidgetError {
  readonly code = 'wallet/wrong-signer'

  constructor() {
    super('The wallet signed with a different account')
  }
}

/** The transaction on the chain is not the requested one. */
export class WrongTransactionError extends WidgetError {
  readonly code = 'wallet/wrong-transaction'

  constructor(readonly hash: string) {
    super('The wallet sent a different transaction')
  }
}

const invalidRequestTexts = {
  account: 'The request is for an account that is not connected',
  network: 'The request is for a network that is not active',
  parameters: 'The parameters of the request do not fit the method',
} as const

/** The site's request is invalid and was not sent to the wallet. */
export class InvalidRequestError extends WidgetError {
  readonly code = 'wallet/invalid-request'

  constructor(
    readonly reason: keyof typeof invalidRequestTexts,
    options?: { readonly cause?: unknown },
  ) {
    super(invalidRequestTexts[reason], options)
  }
}

/** The wallet does not support the method, so the request was not sent. */
export class UnsupportedMethodError extends WidgetError {
  readonly code = 'wallet/unsupported-method'

  constructor(readonly method: string) {
    super('This wallet does not support this request. Use another wallet')
  }
}

/** The wallet has no link that can be opened. */
export class WalletLinkError extends WidgetError {
  readonly code = 'wallet/link'

  constructor() {
    super('This wallet cannot be opened from here')
  }
}
