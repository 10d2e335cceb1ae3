export { parseAmount } from '@latchkey/wire/amount'
export type { SentTransaction } from '../../pay/server/evmPayment.js'
export type { PaymentRpc } from '../../pay/server/nodeReader.js'
export type { PaymentFailureReason } from '../../pay/server/verificationError.js'
export {
  type Payment,
  type VerifiedPayment,
  type VerifyPaymentFailure,
  type VerifyPaymentOptions,
  verifyPayment,
} from '../../pay/server/verifyPayment.js'
