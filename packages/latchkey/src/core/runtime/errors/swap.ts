import { WidgetError } from './WidgetError.js'

/** Specification §8. */
export class SwapUnsupportedError extends WidgetError {
  readonly code = 'swap/unsupported-network'

  constructor(readonly network: string) {
    super('Network not supported for Swaps')
  }
}

const swapFailureTexts = {
  start: 'Failed to initialize swap',
  price: 'Failed to fetch network token price',
  allowance: 'Failed to check allowance',
  approval: 'Failed to create approval transaction',
  transaction: 'Failed to create transaction',
  simulation: 'This swap would fail. Nothing was sent',
} as const

/** A step before the wallet request failed; nothing was sent. */
export class SwapPreparationError extends WidgetError {
  readonly code: `swap/${keyof typeof swapFailureTexts}-failed`

  constructor(
    step: keyof typeof swapFailureTexts,
    options?: { readonly cause?: unknown; readonly reason?: string | undefined },
  ) {
    super(options?.reason ?? swapFailureTexts[step], options)
    this.code = `swap/${step}-failed`
  }
}

const swapInputTexts = {
  balance: 'Insufficient balance',
  liquidity: 'Insufficient liquidity',
  fee: 'Not enough for the network fee',
  amount: 'Incorrect amount',
} as const

/** The amount cannot be swapped. */
export class SwapInputError extends WidgetError {
  readonly code: `swap/invalid-${keyof typeof swapInputTexts}`

  constructor(
    readonly reason: keyof typeof swapInputTexts,
    options?: { readonly cause?: unknown },
  ) {
    super(swapInputTexts[reason], options)
    this.code = `swap/invalid-${reason}`
  }
}

/** The part of a transaction that differs from what the visitor reviewed. */
export type SwapMismatch =
  | 'chain'
  | 'sender'
  | 'contract'
  | 'spender'
  | 'call'
  | 'token'
  | 'amount'
  | 'recipient'
  | 'minimum'
  | 'deadline'
  | 'expired'

/** The exchange built another transaction than the reviewed one. Nothing was requested from the wallet. */
export class SwapMismatchError extends WidgetError {
  readonly code = 'swap/transaction-mismatch'

  constructor(readonly reason: SwapMismatch) {
    super('The exchange sent a transaction that does not match this swap. Nothing was sent')
  }
}

/** The price got worse since the review; the new one has to be accepted first. */
export class PriceChangedError extends WidgetError {
  readonly code = 'swap/price-changed'

  constructor() {
    super('The price changed. Review the new amount')
  }
}

/** The price impact is too high to swap without a second confirmation. */
export class PriceImpactError extends WidgetError {
  readonly code = 'swap/price-impact'

  constructor() {
    super('The price impact is very high. Confirm it first')
  }
}

/** The account or the network changed after the review, or there is none. */
export class SwapOutdatedError extends WidgetError {
  readonly code = 'swap/review-outdated'

  constructor() {
    super('The account or the network changed. Nothing was sent. Review it again')
  }
}

/** The outcome of the same swap, requested shortly before, is unknown. */
export class SwapInFlightError extends WidgetError {
  readonly code = 'swap/in-flight'

  constructor(readonly entryIds: readonly string[]) {
    super('The same swap may already be pending')
  }
}

/** The approval has not reached the chain yet. */
export class ApprovalPendingError extends WidgetError {
  readonly code = 'swap/approval-pending'

  constructor() {
    super('The approval is still pending. Try again when it is confirmed')
  }
}

/** A transaction of the swap is on the chain but failed. */
export class SwapFailedError extends WidgetError {
  readonly code = 'swap/failed-on-chain'

  constructor(readonly hash: string | undefined) {
    super('The swap failed. Only the fee was spent')
  }
}
