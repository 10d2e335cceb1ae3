/** Why a payment is not accepted. */
export type PaymentFailureReason =
  /** The expected payment has no valid network, asset, amount or recipient. */
  | 'invalid-payment'
  /** The transaction is not an id of this network. */
  | 'invalid-transaction'
  /** There is no node for the network in `rpc`. */
  | 'rpc-required'
  /** The node does not respond; try again. */
  | 'rpc-unavailable'
  /** The node's answer cannot be understood. */
  | 'rpc-malformed'
  /** The node serves another chain. */
  | 'wrong-chain'
  /** The node does not know the transaction: not sent, dropped, or not there yet. */
  | 'not-found'
  /** Sent, but not included in the chain yet; try again. */
  | 'pending'
  /** Included, but with too few confirmations; try again. */
  | 'not-final'
  /** Another transaction of the same sender took its place. */
  | 'replaced'
  /** Its block is no longer part of the chain; try again. */
  | 'reorged'
  /** The chain executed it without success. */
  | 'failed'
  /** It does not transfer the asset. */
  | 'wrong-asset'
  | 'wrong-recipient'
  | 'wrong-amount'
  | 'wrong-payer'
  /** A native payment that is not a plain transfer: what a contract does with the value is not checked. */
  | 'not-direct'
  /** The transfer did not leave the amount with the recipient. */
  | 'not-received'
  /** Older than `notBefore`. */
  | 'too-old'
  /** The transfer was accepted for another payment. */
  | 'already-used'

/** Ends a verification; never leaves this folder. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly reason: PaymentFailureReason

  constructor(reason: PaymentFailureReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
