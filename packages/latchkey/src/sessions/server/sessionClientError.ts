/** Why a call of the session client failed. */
export type SessionClientErrorCode =
  /** The private key is not 32 bytes of the curve. */
  | 'invalid-key'
  /** The context is not of a Latchkey account, or its owner did not sign it. */
  | 'invalid-context'
  /** The permission is for another key. */
  | 'wrong-key'
  /** A call has no valid address, value or data, or there are none. */
  | 'invalid-call'
  /** The permission begins later. */
  | 'not-yet-valid'
  | 'expired'
  | 'revoked'
  /** The permission does not include the contract, the function or these arguments. */
  | 'not-permitted'
  /** More than is left of an allowance. */
  | 'allowance-exceeded'
  | 'calls-exceeded'
  /** More calls than are left in this period. */
  | 'rate-exceeded'
  /** The account may not pay that much for fees. */
  | 'fees-exceeded'
  /** The permission names no sponsor, or another one. */
  | 'sponsor-not-permitted'
  /** The sponsor does not pay for the operation; the reason is in `cause`. */
  | 'sponsor-declined'
  /** The node serves another chain. */
  | 'wrong-chain'
  /** The bundler did not accept the operation; the reason is in `cause`. */
  | 'bundler-declined'
  /** A server does not respond; try again. */
  | 'unavailable'
  /** A server's answer cannot be understood. */
  | 'malformed-answer'
  /** The operation is not included in time; it may still be. */
  | 'receipt-timeout'

/** Test `code`, never the text. */
export class SessionClientError extends Error {
  override readonly name = 'SessionClientError'

  constructor(
    readonly code: SessionClientErrorCode,
    { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`, { cause })
  }
}
