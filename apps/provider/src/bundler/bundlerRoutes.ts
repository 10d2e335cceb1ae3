import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../errors/ApiError.js'
import { parseBoundedJson } from '../http/boundedJson.js'
import type { Caller, RawRequest, RawRoute } from '../http/route.js'
import { NodeRpcError } from '../nodes/Nodes.js'
import { parseRpcRequest, type RpcRequest } from '../nodes/rpcRequest.js'
import { jsonHeaders } from '../serving/headers.js'
import { BundlerError } from './BundlerError.js'
import type { Bundler } from './createBundler.js'

const maxBodyBytes = 524_288
/** The name of the provider's own bundler in the `bundler` parameter. */
const ownBundlerName = 'latchkey'

/** JSON-RPC to the bundler of a chain. */
export function bundlerRoutes({ bundler }: { readonly bundler: Bundler }): RawRoute[] {
  async function respond(
    chain: NetworkId,
    { method, params }: RpcRequest,
    caller: Caller,
  ): Promise<string> {
    try {
      return `"result":${JSON.stringify(await bundler.request(chain, method, params, caller))}`
    } catch (error) {
      if (error instanceof BundlerError || error instanceof NodeRpcError) {
        return formatError(error.code, error.message, error.data)
      }
      throw error
    }
  }

  const handle = async ({ query, body }: RawRequest, caller: Caller): Promise<Response> => {
    const chain = query.get('chainId')
    if (!isNetworkId(chain)) throw new ApiError(400, 'chainId', 'Not a chain id like eip155:1.')
    if (!bundler.chains.includes(chain)) {
      throw new ApiError(400, 'chainId', `There is no bundler for the chain ${chain}.`)
    }
    if ((query.get('bundler') ?? ownBundlerName) !== ownBundlerName) {
      throw new ApiError(400, 'bundler', 'Only the bundler of this provider is available.')
    }
    const question = parseRpcRequest(parseBoundedJson(body), body)
    const response = question
      ? await respond(chain, question, caller)
      : formatError(-32600, 'Not a JSON-RPC 2.0 call with an id.')
    const text = `{"jsonrpc":"2.0","id":${question?.id ?? 'null'},${response}}`
    return new Response(text, { headers: jsonHeaders('personal') })
  }

  return [
    {
      name: 'bundler',
      method: 'POST',
      path: '/v1/bundler',
      rate: 'rpc',
      bodyLimit: maxBodyBytes,
      writes: true,
      handle,
    },
  ]
}

function formatError(code: number, message: string, data?: unknown): string {
  return `"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}`
}
