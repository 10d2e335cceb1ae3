/** An error of the bundler, with the codes of ERC-7769. */
export class BundlerError extends Error {
  override readonly name = 'BundlerError'
  readonly code: BundlerCode
  readonly data: unknown

  constructor(code: BundlerCode, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const bundlerCodes = {
  methodUnknown: -32601,
  paramsInvalid: -32602,
  unavailable: -32603,
  /** Rejected by the account or the entry point. */
  rejected: -32500,
  paymasterRejected: -32501,
  expired: -32503,
  /** The account, factory or network must wait. */
  throttled: -32504,
  /** The operator's loss limit is reached (EIP-1474). */
  limitExceeded: -32005,
  signatureInvalid: -32507,
  /** The call would revert, but be paid for. */
  reverts: -32521,
} as const

export type BundlerCode = (typeof bundlerCodes)[keyof typeof bundlerCodes]

export function invalid(message: string): BundlerError {
  return new BundlerError(bundlerCodes.paramsInvalid, message)
}

export function unavailable(message: string): BundlerError {
  return new BundlerError(bundlerCodes.unavailable, message)
}
