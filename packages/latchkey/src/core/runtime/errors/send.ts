import * as errorText from './catalogue/send.js'
import { WidgetError } from './WidgetError.js'

/** Specification §5. */
export class AmountAndReceiverRequiredError extends WidgetError {
  readonly code = 'send/amount-and-receiver-required'

  constructor() {
    super(errorText.amountAndReceiverRequired)
  }
}

/** Specification §5. */
export class TokenRequiredError extends WidgetError {
  readonly code = 'send/token-required'

  constructor() {
    super(errorText.tokenRequired)
  }
}

/** Nothing can be sent on this chain family (specification §5). */
export class UnsupportedChainError extends WidgetError {
  readonly code = 'send/unsupported-chain'

  constructor(readonly network?: string) {
    super(errorText.unsupportedChain)
  }
}

/** The account has too little for the amount and the fee. */
export class InsufficientFundsError extends WidgetError {
  readonly code = 'send/insufficient-funds'

  constructor() {
    super(errorText.insufficientFunds)
  }
}

/** What the fee is cannot be told, or the transfer would fail. */
export class FeeUnknownError extends WidgetError {
  readonly code = 'send/fee-unknown'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.feeUnknown, options)
  }
}

/** What was typed, pasted or scanned leads to nobody. */
export class InvalidReceiverError extends WidgetError {
  readonly code = 'send/invalid-receiver'

  constructor(
    readonly reason: keyof typeof errorText.invalidReceiver,
    options?: { readonly cause?: unknown },
  ) {
    super(errorText.invalidReceiver[reason], options)
  }
}

/** Nobody could tell whose name it is. The provider's own reason, if it gave one, is the text. */
export class NameNotResolvedError extends WidgetError {
  readonly code = 'send/name-not-resolved'

  constructor(reason?: string, options?: { readonly cause?: unknown }) {
    super(reason ?? errorText.nameNotResolved, options)
  }
}

/** Between review and confirmation the name came to mean somebody else. */
export class ReceiverChangedError extends WidgetError {
  readonly code = 'send/receiver-changed'

  constructor(readonly address: string) {
    super(errorText.receiverChanged)
  }
}

/** What was reviewed is not what would be sent now. */
export class ReviewOutdatedError extends WidgetError {
  readonly code = 'send/review-outdated'

  constructor() {
    super(errorText.reviewOutdated)
  }
}

/** The receiver can be mistaken for an address the visitor knows, and nobody has said it is not. */
export class LookAlikeError extends WidgetError {
  readonly code = 'send/look-alike'

  constructor(readonly known: string) {
    super(errorText.lookAlike)
  }
}

/** Nobody knows yet what became of the same transfer, asked for shortly before. */
export class SendInFlightError extends WidgetError {
  readonly code = 'send/in-flight'

  constructor(readonly entryIds: readonly string[]) {
    super(errorText.inFlight)
  }
}

/** The transaction is on the chain and did nothing. */
export class SendFailedError extends WidgetError {
  readonly code = 'send/failed-on-chain'

  constructor(readonly hash: string | undefined) {
    super(errorText.failedOnChain)
  }
}

/** The page may not read the clipboard. */
export class ClipboardError extends WidgetError {
  readonly code = 'send/clipboard'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.clipboard, options)
  }
}
