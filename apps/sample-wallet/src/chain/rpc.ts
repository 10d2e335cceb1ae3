import { isRecord } from '@latchkey/wire/json'
import { RpcError } from './rpcError.js'

const responseTimeout = 20_000

/** One JSON-RPC call to a node; the node's own error keeps its code and data. */
export async function callNode(
  url: string,
  method: string,
  params: unknown = [],
  signal?: AbortSignal,
): Promise<unknown> {
  const limit = AbortSignal.timeout(responseTimeout)
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    body = await response.json()
  } catch (cause) {
    throw RpcError.chainDisconnected('The network could not be reached.', { cause })
  }
  if (!isRecord(body)) throw RpcError.internal('The network gave an unreadable answer.')
  if (isRecord(body.error)) {
    const { code, message, data } = body.error
    throw new RpcError(
      typeof code === 'number' ? code : -32603,
      typeof message === 'string' ? message : 'The network refused the call.',
      data === undefined ? {} : { data },
    )
  }
  return body.result
}
