import { WidgetError } from './WidgetError.js'

/** The simulated transfer failed. */
export class TransferRefusedError extends WidgetError {
  readonly code = 'transfer/refused'

  constructor(options?: { readonly cause?: unknown }) {
    super('This transfer would fail. Nothing was sent', options)
  }
}

/** The request was made before: only one is allowed per journal entry. */
export class AlreadyRequestedError extends WidgetError {
  readonly code = 'transfer/already-requested'

  constructor(readonly entryId: string) {
    super('Your wallet already has this request. Check it there first')
  }
}

const notEnoughCoinsTexts = {
  fees: (symbol: string) => `This account does not have enough ${symbol} for fees or rent`,
  amount: (symbol: string) => `This account does not have enough ${symbol} for this transfer`,
  opening: (symbol: string) => `This address is new. Send more ${symbol} to open it`,
} as const

/** The account has too little of the network's own coin; `reason` says what it is needed for. */
export class NotEnoughCoinsError extends WidgetError {
  readonly code = 'transfer/not-enough-coins'

  constructor(
    readonly reason: keyof typeof notEnoughCoinsTexts,
    symbol: string,
    options?: { readonly cause?: unknown },
  ) {
    super(notEnoughCoinsTexts[reason](symbol), options)
  }
}

/** The approval took longer than the transaction is valid. Nothing was sent. */
export class TransactionExpiredError extends WidgetError {
  readonly code = 'transfer/expired'

  constructor(options?: { readonly cause?: unknown }) {
    super('The approval came too late. Nothing was sent. Try again', options)
  }
}
