import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { postJson, ResponseSizeError } from '../../families/shared/postJson.js'
import { VerificationError } from './verificationError.js'

/** JSON-RPC URL of a node: one for every network, or one by CAIP-2 id (`eip155:1`). */
export type PaymentRpc = string | Readonly<Record<string, string>>

const timeout = 10_000
/** Far above any block without transactions, or any transaction with logs. */
const maxResponseBytes = 10_000_000

/** The node knows the call, but cannot answer it, such as for state that it no longer has. */
export class NodeCallError extends Error {
  override readonly name = 'NodeCallError'
}

/** Reads one value. `parse` answers undefined for a value of the wrong form. */
export type NodeReader = <value>(
  method: string,
  params: readonly unknown[],
  parse: (result: unknown) => value | undefined,
) => Promise<value>

export function createNodeReader(
  rpc: PaymentRpc | undefined,
  network: string,
  signal: AbortSignal | undefined,
): NodeReader {
  const url = typeof rpc === 'object' && Object.hasOwn(rpc, network) ? rpc[network] : rpc
  if (typeof url !== 'string') throw new VerificationError('rpc-required')
  let calls = 0
  return async (method, params, parse) => {
    const id = ++calls
    const answer = safeParseJson(await post(url, { jsonrpc: '2.0', id, method, params }, signal))
    if (!isRecord(answer) || answer.id !== id) throw new VerificationError('rpc-malformed')
    if (isRecord(answer.error)) throw new NodeCallError(`${method}: ${answer.error.message}`)
    const value = parse(answer.result)
    if (value === undefined) throw new VerificationError('rpc-malformed')
    return value
  }
}

async function post(url: string, body: object, signal: AbortSignal | undefined): Promise<string> {
  try {
    const { isOk, text } = await postJson(url, body, {
      timeout,
      maxBytes: maxResponseBytes,
      signal,
    })
    // Nodes send JSON-RPC errors with other statuses too.
    if (!isOk && !text.startsWith('{')) throw new VerificationError('rpc-unavailable')
    return text
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof VerificationError) throw cause
    const isTooLong = cause instanceof ResponseSizeError
    throw new VerificationError(isTooLong ? 'rpc-malformed' : 'rpc-unavailable', { cause })
  }
}
