import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { readProperty, readWalletError } from '../shared/walletError.js'

/**
 * An EIP-1193 error with the numeric code that chain libraries expect. `cause` is the typed error.
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

/** Converts any error to EIP-1193; code and data of a wallet or node error are passed on. */
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
  const causeCode = readProperty(error.cause, 'code')
  return new ProviderRpcError(
    typeof causeCode === 'number' && Number.isSafeInteger(causeCode) ? causeCode : internalError,
    fault.message || error.message,
    { cause: error, data: readProperty(error.cause, 'data') },
  )
}
