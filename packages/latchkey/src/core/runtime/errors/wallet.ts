import { WidgetError } from './WidgetError.js'

/** The wallet reported a failure; its own words are in `cause`. */
export class WalletRequestError extends WidgetError {
  readonly code = 'wallet/request-failed'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(`${walletName} could not complete the request`, options)
  }
}

/** The wallet has a request open already (EIP-1193 code -32002). */
export class WalletBusyError extends WidgetError {
  readonly code = 'wallet/busy'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(`${walletName} already has a request open. Look for its window`, options)
  }
}

/** The wallet's answer has a shape that method cannot have. */
export class MalformedAnswerError extends WidgetError {
  readonly code = 'wallet/malformed-answer'

  constructor(readonly method: string) {
    super('The wallet gave an answer that cannot be used. Try again')
  }
}

/** What the wallet says it is capable of (EIP-5792) cannot be read. */
export class CapabilitiesError extends WidgetError {
  readonly code = 'wallet/malformed-capabilities'

  constructor() {
    super('Error parsing wallet capabilities')
  }
}

/** The wallet did not answer within the limit. */
export class WalletTimeoutError extends WidgetError {
  readonly code = 'wallet/timeout'

  constructor(walletName: string) {
    super(`${walletName} did not answer in time`)
  }
}

/** The signature is not by the account shown. */
export class WrongSignerError extends WidgetError {
  readonly code = 'wallet/wrong-signer'

  constructor() {
    super('The wallet answered for another account than the one shown')
  }
}

/** What reached the chain is not what was asked for. */
export class WrongTransactionError extends WidgetError {
  readonly code = 'wallet/wrong-transaction'

  constructor(readonly hash: string) {
    super('The wallet sent another transaction than the one asked for')
  }
}

const invalidRequestTexts = {
  account: 'The request is for another account than the connected one',
  network: 'The request is for another network than the active one',
  parameters: 'The request has parameters this method cannot have',
} as const

/** The site asked for something the wallet must not be bothered with. */
export class InvalidRequestError extends WidgetError {
  readonly code = 'wallet/invalid-request'

  constructor(
    readonly reason: keyof typeof invalidRequestTexts,
    options?: { readonly cause?: unknown },
  ) {
    super(invalidRequestTexts[reason], options)
  }
}

/** The wallet has no way to do what was asked, and was not bothered with it. */
export class UnsupportedMethodError extends WidgetError {
  readonly code = 'wallet/unsupported-method'

  constructor(readonly method: string) {
    super('This wallet cannot do that. Use another wallet for it')
  }
}

/** The wallet's link cannot be followed. */
export class WalletLinkError extends WidgetError {
  readonly code = 'wallet/link'

  constructor() {
    super('This wallet has no link that can be opened here')
  }
}
