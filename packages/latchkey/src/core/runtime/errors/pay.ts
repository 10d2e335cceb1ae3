import { WidgetError } from './WidgetError.js'

const paymentTexts = {
  INVALID_PAYMENT_CONFIG: 'The payment options are invalid',
  INVALID_RECIPIENT: 'The recipient is invalid',
  INVALID_RECIPIENT_ADDRESS_FOR_ASSET:
    'The recipient is not an address on the network of the asset',
  INVALID_ASSET: 'The asset is invalid',
  INVALID_AMOUNT: 'The amount is invalid',
  INVALID_CHAIN_NAMESPACE: 'Payments work on EVM networks and Solana only',
  UNKNOWN_ERROR: 'Something went wrong',
  UNABLE_TO_INITIATE_PAYMENT: 'Unable to initiate payment',
  GENERIC_PAYMENT_ERROR: 'The payment failed',
  UNABLE_TO_GET_EXCHANGES: 'Unable to get exchanges',
  ASSET_NOT_SUPPORTED: 'The asset is not supported',
  UNABLE_TO_GET_PAY_URL: 'Unable to get the payment page of the exchange',
  UNABLE_TO_GET_BUY_STATUS: 'Unable to get the status of the payment',
  UNABLE_TO_GET_TOKEN_BALANCES: 'Unable to get the balance',
  UNABLE_TO_GET_QUOTE: 'Unable to get the cost of the payment',
  UNABLE_TO_GET_QUOTE_STATUS: 'Unable to get the progress of the payment',
} as const

/** Public surface §4.14. */
export type PaymentErrorCode = keyof typeof paymentTexts

/** A payment cannot start or did not succeed. `code` says why. */
export class PaymentError extends WidgetError {
  readonly code: PaymentErrorCode

  constructor(
    code: PaymentErrorCode,
    { message, cause }: { readonly message?: string; readonly cause?: unknown } = {},
  ) {
    super(message ?? paymentTexts[code], { cause })
    this.code = code
  }
}
