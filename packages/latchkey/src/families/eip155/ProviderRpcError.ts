import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { read, readWalletError } from '../shared/walletFault.js'

/**
 * An error as EIP-1193 has it, with the numeric code that chain libraries look for. The typed error
 * behind it is in `cause`.
 */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'

  constructor(
    readonly code: number,
    message: string,
    options: { readonly cause?: unknown; readonly data?: unknown } = {},
  ) {
    super(message, options)
    if (options.data !== undefined) this.data = options.data
  }

  readonly data?: unknown
}

const internalError = -32_603
const codes: Readonly<Record<string, number>> = {
  'connection/user-rejected': 4001,
  'connection/not-connected': 4900,
  'network/chain-not-supported': 4902,
  'wallet/busy': -32_002,
}
const invalidRequestCodes = { account: 4100, network: 4901, parameters: -32_602 } as const

/** Says it in EIP-1193's terms; what wallet or node said of their own accord is passed on. */
export function toProviderRpcError(error: unknown): ProviderRpcError {
  if (error instanceof InvalidRequestError) {
    return new ProviderRpcError(invalidRequestCodes[error.reason], error.message, { cause: error })
  }
  if (!isWidgetError(error)) {
    return new ProviderRpcError(internalError, readWalletError(error).message, { cause: error })
  }
  const code = codes[error.code]
  if (code !== undefined) return new ProviderRpcError(code, error.message, { cause: error })
  const fault = readWalletError(error.cause)
  const foreign = read(error.cause, 'code')
  return new ProviderRpcError(
    typeof foreign === 'number' && Number.isSafeInteger(foreign) ? foreign : internalError,
    fault.message || error.message,
    { cause: error, data: read(error.cause, 'data') },
  )
}
