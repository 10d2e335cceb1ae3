export type LocalChainErrorCode = 'platform-unsupported' | 'start-failed'

/** A local chain could not be started; `message` says why and what to do. */
export class LocalChainError extends Error {
  override readonly name = 'LocalChainError'
  readonly code: LocalChainErrorCode

  constructor(code: LocalChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
