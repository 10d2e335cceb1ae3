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
    super('There is not enough in this account for the amount and the fee')
  }
}

/** What the fee is cannot be told, or the transfer would fail. */
export class FeeUnknownError extends WidgetError {
  readonly code = 'send/fee-unknown'

  constructor(options?: { readonly cause?: unknown }) {
    super('The network fee could not be estimated', options)
  }
}

const invalidReceiverTexts = {
  address: 'This is neither an address nor a name',
  'only-address': 'This is not an address of this network',
  foreign: 'This address belongs to another network',
  mistyped: 'A character of this address is wrong. Copy it once more',
  zero: 'Nobody can take out what is sent to this address',
  'other-network': 'This code is for a payment on another network',
  'token-missing': 'This code asks for a token that you do not have',
  'not-a-payment': 'This code asks for more than a plain payment',
  'no-names': 'Names cannot be looked up here. Use an address',
  'name-characters': 'This name has characters that are not allowed, or that imitate others',
  'name-unknown': 'Nobody has this name',
} as const

/** What was typed, pasted or scanned leads to nobody. */
export class InvalidReceiverError extends WidgetError {
  readonly code = 'send/invalid-receiver'

  constructor(
    readonly reason: keyof typeof invalidReceiverTexts,
    options?: { readonly cause?: unknown },
  ) {
    super(invalidReceiverTexts[reason], options)
  }
}

/** Nobody could tell whose name it is. The provider's own reason, if it gave one, is the text. */
export class NameNotResolvedError extends WidgetError {
  readonly code = 'send/name-not-resolved'

  constructor(reason?: string, options?: { readonly cause?: unknown }) {
    super(reason ?? 'Error resolving name', options)
  }
}

/** Between review and confirmation the name came to mean somebody else. */
export class ReceiverChangedError extends WidgetError {
  readonly code = 'send/receiver-changed'

  constructor(readonly address: string) {
    super('This name now leads to another address. Nothing was sent')
  }
}

/** What was reviewed is not what would be sent now. */
export class ReviewOutdatedError extends WidgetError {
  readonly code = 'send/review-outdated'

  constructor() {
    super('The account or the network changed. Nothing was sent, please review again')
  }
}

/** The receiver can be mistaken for an address the visitor knows, and nobody has said it is not. */
export class LookAlikeError extends WidgetError {
  readonly code = 'send/look-alike'

  constructor(readonly known: string) {
    super('Compare the addresses first. Nothing was sent')
  }
}

/** Nobody knows yet what became of the same transfer, asked for shortly before. */
export class SendInFlightError extends WidgetError {
  readonly code = 'send/in-flight'

  constructor(readonly entryIds: readonly string[]) {
    super('The same transfer may be on its way already')
  }
}

/** The transaction is on the chain and did nothing. */
export class SendFailedError extends WidgetError {
  readonly code = 'send/failed-on-chain'

  constructor(readonly hash: string | undefined) {
    super('The network refused the transfer. Only the fee was spent')
  }
}

/** The page may not read the clipboard. */
export class ClipboardError extends WidgetError {
  readonly code = 'send/clipboard'

  constructor(options?: { readonly cause?: unknown }) {
    super('The clipboard cannot be read here. Paste with the keyboard instead', options)
  }
}
