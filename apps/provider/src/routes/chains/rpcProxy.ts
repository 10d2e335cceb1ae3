import { isNetworkId, type NetworkId, namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Deadline } from '../../deadline.js'
import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'
import type { HttpResponse } from '../../http/response.js'
import type { Caller, RawRequest, RawRoute } from '../../http/route.js'
import type { NodeMeter } from '../../http/traffic.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import { getPublicMethod } from '../../nodes/methods.js'
import { NodeRpcError } from '../../nodes/Nodes.js'
import { getElementTexts, parseRpcRequest, type RpcRequest } from '../../nodes/rpcRequest.js'
import { jsonHeaders } from '../../serving/headers.js'
import { toBalanceCall } from './addressBalance.js'

const maxBodyBytes = 1_048_576
/** For all responses of a batch together. */
const maxResponseBytes = 10 * 1_048_576
/** What the widget and viem send at most. */
const maxBatchSize = 1_000
/** EIP-1474. */
const limitExceededCode = -32005

/** JSON-RPC proxy to the nodes of a chain. Callers name the chain, never a node. */
export function rpcProxyRoutes({ nodes }: { readonly nodes: ServedNodes }): RawRoute[] {
  const handle = async ({ query, body }: RawRequest, caller: Caller): Promise<HttpResponse> => {
    const chain = readChain(query)
    nodes.settings(chain)
    const parsed = parseBoundedJson(body)
    const { deadline, traffic } = caller
    const context = { chain, deadline, meter: traffic.meter(maxResponseBytes) }
    const text = Array.isArray(parsed)
      ? await handleBatch(context, parsed, body, caller)
      : (await handleOne(context, parseRpcRequest(parsed, body))).text
    return { status: 200, body: text, headers: jsonHeaders('personal') }
  }

  async function handleBatch(
    context: ProxyContext,
    parsed: readonly unknown[],
    body: string,
    caller: Caller,
  ): Promise<string> {
    if (parsed.length === 0) return formatError('null', -32600, 'The batch is empty.')
    if (parsed.length > maxBatchSize) {
      throw new ApiError(400, 'body', `A batch has at most ${maxBatchSize} calls.`)
    }
    caller.countCalls(parsed.length - 1)
    const texts = getElementTexts(body)
    const responses = await Promise.all(
      parsed.map(async (value, index) => {
        const request = parseRpcRequest(value, texts[index] ?? '')
        try {
          return await handleOne(context, request)
        } catch (error) {
          if (!(error instanceof ApiError) || !request) throw error
          const isLimit = error.status === 429 || error.status === 413
          const code = isLimit ? limitExceededCode : -32603
          return { text: formatError(request.id, code, error.message), error }
        }
      }),
    )
    const [first] = responses
    if (first && 'error' in first && responses.every((one) => 'error' in one)) throw first.error
    return `[${responses.map(({ text }) => text).join(',')}]`
  }

  async function handleOne(
    { chain, deadline, meter }: ProxyContext,
    request: RpcRequest | undefined,
  ): Promise<{ readonly text: string }> {
    if (!request)
      return { text: formatError('null', -32600, 'Not a JSON-RPC 2.0 request with an id.') }
    const { id } = request
    const balance = toBalanceCall(chain, request.method, request.params)
    const { method, params } = balance ?? request
    const local = getLocalResult(chain, method)
    if (local !== undefined) return { text: formatResult(id, local) }
    if (!getPublicMethod(namespaceOf(chain), method)) {
      return { text: formatError(id, -32601, `The method ${method} is not served here.`) }
    }
    try {
      const { json } = await nodes.request(chain, method, params, deadline, meter)
      return { text: formatResult(id, balance ? balance.toResult(json) : json) }
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      return { text: formatError(id, error.code, error.message, error.data) }
    }
  }

  const rejectUpgrade = async (): Promise<never> => {
    throw new ApiError(
      426,
      'upgrade',
      'Send JSON-RPC requests by POST; WebSocket is not supported.',
    )
  }
  return ['/v1/', '/v1'].flatMap((path) => [
    { name: 'rpc', method: 'POST', path, rate: 'rpc', bodyLimit: maxBodyBytes, handle },
    { name: 'rpcUpgrade', method: 'GET', path, bodyLimit: 0, handle: rejectUpgrade },
  ])
}

type ProxyContext = {
  readonly chain: NetworkId
  readonly deadline: Deadline
  readonly meter: NodeMeter
}

function readChain(query: URLSearchParams): NetworkId {
  const chain = query.get('chainId')
  if (!isNetworkId(chain)) throw new ApiError(400, 'chainId', 'Not a chain id like eip155:1.')
  return chain
}

/** A result known without a node, as JSON. */
function getLocalResult(chain: NetworkId, method: string): string | undefined {
  if (namespaceOf(chain) !== 'eip155') return undefined
  switch (method) {
    case 'eth_chainId':
      return `"${toQuantity(BigInt(referenceOf(chain)))}"`
    case 'net_version':
      return `"${referenceOf(chain)}"`
    case 'net_listening':
      return 'true'
    default:
      return undefined
  }
}

function formatResult(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
}

function formatError(id: string, code: number, message: string, data?: unknown): string {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`
}
