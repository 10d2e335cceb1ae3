export * from '../core/pay/assets.js'
export type { Exchange, PaymentAsset, PaymentOptions, PaymentResult } from '../core/pay/payment.js'
export { PaymentError, type PaymentErrorCode } from '../core/runtime/errors/pay.js'
export {
  type ExchangeBuyStatus,
  type ExchangesOptions,
  getAvailableExchanges,
  getExchangeBuyStatus,
  getExchanges,
  getPayUrl,
  openPayUrl,
  type PayUrl,
  type PayUrlParameters,
} from '../pay/exchanges.js'
export {
  getIsPaymentInProgress,
  getPayError,
  getPayResult,
  getPayStatus,
  openPay,
  type PayOutcome,
  type PayStatus,
  pay,
  subscribePay,
} from '../pay/openPay.js'
