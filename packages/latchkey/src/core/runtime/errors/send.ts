import { WidgetError } from './WidgetError.js'

/** Specification §5. */
export class AmountAndReceiverRequiredError extends WidgetError {
  readonly code = 'send/amount-and-receiver-required'

  constructor() {
    super('An amount and receiver address are required')
  }
}

/** Specification §5. */
export class TokenRequiredError extends WidgetError {
  readonly code = 'send/token-required'

  constructor() {
    super('A token is required')
  }
}

/** Nothing can be sent on this chain family (specification §5). */
export class UnsupportedChainError extends WidgetError {
  readonly code = 'send/unsupported-chain'

  constructor(readonly network?: string) {
    super('Unsupported chain')
  }
}

/** The account has too little for the amount and the fee. */
export class InsufficientFundsError extends WidgetError {
  readonly code = 'send/insufficient-funds'

  constructor() {
    super('Not enough funds for the amount and the fee')
  }
}

/** The fee could not be estimated, or the transfer would fail. */
export class FeeUnknownError extends WidgetError {
  readonly code = 'send/fee-unknown'

  constructor(options?: { readonly cause?: unknown }) {
    super('The network fee could not be estimated', options)
  }
}

const invalidReceiverTexts = {
  address: 'This is not an address or a name',
  'only-address': 'This is not an address of this network',
  foreign: 'This address belongs to another network',
  mistyped: 'This address has a typo. Copy it again',
  zero: 'Funds sent to this address are lost for good',
  'other-network': 'This code is for a payment on another network',
  'token-missing': 'This code requests a token that you do not have',
  'not-a-payment': 'This code requests more than a payment',
  'no-names': 'Names cannot be looked up here. Use an address',
  'name-characters': 'This name has characters that are not allowed or look like others',
  'name-unknown': 'This name is not registered',
} as const

/** What was typed, pasted or scanned is not a recipient. */
export class InvalidReceiverError extends WidgetError {
  readonly code = 'send/invalid-receiver'

  constructor(
    readonly reason: keyof typeof invalidReceiverTexts,
    options?: { readonly cause?: unknown },
  ) {
    super(invalidReceiverTexts[reason], options)
  }
}

/** The name could not be resolved. The message is the provider's reason, if it sent one. */
export class NameNotResolvedError extends WidgetError {
  readonly code = 'send/name-not-resolved'

  constructor(reason?: string, options?: { readonly cause?: unknown }) {
    super(reason ?? 'Error resolving name', options)
  }
}

/** The name resolved to another address between review and confirmation. */
export class ReceiverChangedError extends WidgetError {
  readonly code = 'send/receiver-changed'

  constructor(readonly address: string) {
    super('This name now points to another address. Nothing was sent')
  }
}

/** The account or the network changed after the review. */
export class ReviewOutdatedError extends WidgetError {
  readonly code = 'send/review-outdated'

  constructor() {
    super('The account or the network changed. Nothing was sent. Review it again')
  }
}

/** The recipient looks like a known address, and the visitor has not confirmed it. */
export class LookAlikeError extends WidgetError {
  readonly code = 'send/look-alike'

  constructor(readonly known: string) {
    super('Compare the addresses first. Nothing was sent')
  }
}

/** The outcome of the same transfer, requested shortly before, is unknown. */
export class SendInFlightError extends WidgetError {
  readonly code = 'send/in-flight'

  constructor(readonly entryIds: readonly string[]) {
    super('The same transfer may already be pending')
  }
}

/** The transaction is on the chain but failed. */
export class SendFailedError extends WidgetError {
  readonly code = 'send/failed-on-chain'

  constructor(readonly hash: string | undefined) {
    super('The transfer failed. Only the fee was spent')
  }
}

/** The page may not read the clipboard. */
export class ClipboardError extends WidgetError {
  readonly code = 'send/clipboard'

  constructor(options?: { readonly cause?: unknown }) {
    super('The clipboard cannot be read here. Paste with the keyboard instead', options)
  }
}
