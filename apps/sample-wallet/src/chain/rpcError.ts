type Extra = { readonly data?: unknown; readonly cause?: unknown }

/** Error codes of wallets and nodes: EIP-1193, EIP-1474 and EIP-3085/3326. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, { data, cause }: Extra = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    if (data !== undefined) this.data = data
  }

  static userRejected = () => new RpcError(4001, 'User rejected the request.')
  static unauthorized = (reason = 'The account or method is not authorised for this site.') =>
    new RpcError(4100, reason)
  static unsupportedMethod = (method: string) =>
    new RpcError(4200, `The wallet does not support ${method}.`)
  static disconnected = () => new RpcError(4900, 'The wallet is disconnected.')
  static chainDisconnected = (reason: string, extra: Extra = {}) =>
    new RpcError(4901, reason, extra)
  static unrecognizedChain = (chain: string) =>
    new RpcError(4902, `Unrecognized chain ID "${chain}". Add it before switching to it.`)
  static invalidRequest = (reason: string) => new RpcError(-32600, reason)
  static invalidParams = (reason: string) => new RpcError(-32602, reason)
  static alreadyPending = (method: string) =>
    new RpcError(-32002, `A request of ${method} is already waiting for the user.`)
  static internal = (reason: string) => new RpcError(-32603, reason)

  /** Plain data for the wire. */
  toJSON(): { code: number; message: string; data?: unknown } {
    const { code, message, data } = this
    return data === undefined ? { code, message } : { code, message, data }
  }
}
