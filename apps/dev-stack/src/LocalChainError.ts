export type LocalChainErrorCode = 'platform-unsupported' | 'start-failed'

/** A local chain could not be brought up; `message` says why and what to do about it. */
export class LocalChainError extends Error {
  override readonly name = 'LocalChainError'
  readonly code: LocalChainErrorCode

  constructor(code: LocalChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
