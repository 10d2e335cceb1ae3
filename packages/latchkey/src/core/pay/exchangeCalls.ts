import {
  createPayRequest,
  type PayMethod,
  type PayParams,
  type PayResult,
  parsePayResponse,
  requestPay,
} from '@latchkey/wire/http/pay'
import { PaymentError, type PaymentErrorCode } from '../runtime/errors/pay.js'
import type { Widget } from '../widget.js'

const failures: { readonly [method in PayMethod]: PaymentErrorCode } = {
  reown_getExchanges: 'UNABLE_TO_GET_EXCHANGES',
  reown_getExchangePayUrl: 'UNABLE_TO_GET_PAY_URL',
  reown_getExchangeBuyStatus: 'UNABLE_TO_GET_BUY_STATUS',
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** For deposits to the visitor's own account. */
  readonly source?: 'fund-wallet' | undefined
}

/** Calls a payment method of the provider. Rejects with a `PaymentError`. */
export async function callExchange<method extends PayMethod>(
  widget: Widget,
  method: method,
  params: PayParams<method>,
  { signal, source }: CallOptions = {},
): Promise<PayResult<method>> {
  const { provider } = widget.ports
  if (!provider) throw new PaymentError(failures[method])
  let response: ReturnType<typeof parsePayResponse<method>>
  try {
    const input = { ...createPayRequest(method, params), source }
    response = parsePayResponse(method, await provider.call(requestPay, input, { signal }))
  } catch (cause) {
    signal?.throwIfAborted()
    throw new PaymentError(failures[method], { cause })
  }
  if (response && 'result' in response) return response.result
  const message = response?.error.message
  const isUnsupported = message?.includes('is not supported') === true
  throw new PaymentError(isUnsupported ? 'ASSET_NOT_SUPPORTED' : failures[method], {
    ...(message && { message }),
  })
}
