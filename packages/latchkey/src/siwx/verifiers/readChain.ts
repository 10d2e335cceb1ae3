import { type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseChainId } from '@latchkey/wire/rpc/eip155'
import { NodeRpcError } from '../../families/shared/nodes.js'

/** JSON-RPC URL of a node: one for every chain, or one by CAIP-2 id (`eip155:1`). */
export type RpcAddresses = string | Readonly<Record<string, string>>

const timeout = 10_000
const maxResponseLength = 1_000_000

/** Reads an EVM chain through a node; undefined without a URL. A node of another chain is rejected. */
export function createChainReader(
  rpc: RpcAddresses | undefined,
  chainId: NetworkId,
  signal: AbortSignal | undefined,
) {
  const url = typeof rpc === 'object' && Object.hasOwn(rpc, chainId) ? rpc[chainId] : rpc
  if (typeof url !== 'string' || namespaceOf(chainId) !== 'eip155') return undefined
  let checked: Promise<void> | undefined
  const checkChain = async () => {
    const reference = parseChainId(await post(url, 'eth_chainId', [], signal))
    if (reference !== referenceOf(chainId)) throw new TypeError('The node serves another chain')
  }
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    checked ??= checkChain()
    const [result] = await Promise.all([post(url, method, params, signal), checked])
    return result
  }
}

async function post(
  url: string,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const ending = AbortSignal.timeout(timeout)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: signal ? AbortSignal.any([ending, signal]) : ending,
  })
  const text = await response.text()
  if (text.length > maxResponseLength) throw new RangeError('The response of the node is too long')
  const { result, error } = Object(JSON.parse(text)) as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    throw new NodeRpcError(Number(code), String(message), data)
  }
  if (!response.ok || result === undefined) throw new TypeError('The response is not JSON-RPC')
  return result
}
