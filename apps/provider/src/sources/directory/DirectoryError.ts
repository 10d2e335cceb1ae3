/** Bad wallets or images from the operator; the message is one sentence. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError'
  readonly code: 'bad-catalogue' | 'bad-image'

  constructor(code: DirectoryError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
