import { WidgetError } from './WidgetError.js'

/** Tried out beforehand, the token or the receiver refuses the transfer. */
export class TransferRefusedError extends WidgetError {
  readonly code = 'transfer/refused'

  constructor(options?: { readonly cause?: unknown }) {
    super('The network would refuse this transfer. Nothing was sent', options)
  }
}

/** The wallet is asked once per entry of the journal, and was. */
export class AlreadyAskedError extends WidgetError {
  readonly code = 'transfer/already-asked'

  constructor(readonly entryId: string) {
    super('The wallet was asked for this already. Look there first')
  }
}

const notEnoughCoinsTexts = {
  fees: (symbol: string) => `There is not enough ${symbol} in this account for fees or rent`,
  amount: (symbol: string) => `There is not enough ${symbol} in this account for this transfer`,
  opening: (symbol: string) => `This address is new and needs more ${symbol} to be opened`,
} as const

/** The account has too little of the network's own coin; `reason` says for what. */
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

/** The wallet's user took longer than the network keeps a transaction's place. Nothing was sent. */
export class TransactionExpiredError extends WidgetError {
  readonly code = 'transfer/expired'

  constructor(options?: { readonly cause?: unknown }) {
    super('The wallet answered too late for the network. Nothing was sent, try again', options)
  }
}
