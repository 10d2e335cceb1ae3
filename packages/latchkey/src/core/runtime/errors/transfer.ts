import * as errorText from './catalogue/transfer.js'
import { WidgetError } from './WidgetError.js'

/** Tried out beforehand, the token or the receiver refuses the transfer. */
export class TransferRefusedError extends WidgetError {
  readonly code = 'transfer/refused'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.transferRefused, options)
  }
}

/** The wallet is asked once per entry of the journal, and was. */
export class AlreadyAskedError extends WidgetError {
  readonly code = 'transfer/already-asked'

  constructor(readonly entryId: string) {
    super(errorText.alreadyAsked)
  }
}

/** The account has too little of the network's own coin; `reason` says for what. */
export class NotEnoughCoinsError extends WidgetError {
  readonly code = 'transfer/not-enough-coins'

  constructor(
    readonly reason: keyof typeof errorText.notEnoughCoins,
    symbol: string,
    options?: { readonly cause?: unknown },
  ) {
    super(errorText.notEnoughCoins[reason](symbol), options)
  }
}

/** The wallet's user took longer than the network keeps a transaction's place. Nothing was sent. */
export class TransactionExpiredError extends WidgetError {
  readonly code = 'transfer/expired'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.expired, options)
  }
}
