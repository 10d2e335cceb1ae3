/** The wallets or images the operator gave cannot be served; the message is one sentence that says why. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  readonly code: 'bad-catalogue' | 'bad-image'

  constructor(code: DirectoryError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
