import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { ApiError } from '../errors/ApiError.js'
import { parseBoundedJson } from '../http/boundedJson.js'
import type { Caller, RawRoute } from '../http/route.js'
import { NodeRpcError } from '../nodes/Nodes.js'
import { parseRpcRequest, type RpcRequest } from '../nodes/rpcRequest.js'
import { jsonHeaders } from '../serving/headers.js'
import { BundlerError, bundlerCodes } from './BundlerError.js'

const maxBodyBytes = 524_288
/** Names of the provider's own bundler in the `bundler` parameter; older widgets send the second. */
const ownBundlerNames: readonly string[] = ['latchkey', 'pimlico']

/** A JSON-RPC server for some chains. Its methods throw a BundlerError. */
export type ChainService = {
  readonly chains: readonly NetworkId[]
  request(chain: NetworkId, method: string, params: unknown, caller: Caller): Promise<unknown>
}

/** JSON-RPC to the bundler and the paymaster of a chain; the bundler's path serves both. */
export function bundlerRoutes({
  bundler,
  paymaster,
}: {
  readonly bundler: ChainService
  readonly paymaster?: ChainService | undefined
}): RawRoute[] {
  const both: ChainService = {
    chains: bundler.chains,
    request(chain, method, params, caller) {
      const service = method.startsWith('pm_') && paymaster ? paymaster : bundler
      if (!service.chains.includes(chain)) {
        throw new BundlerError(bundlerCodes.methodUnknown, 'There is no paymaster for this chain.')
      }
      return service.request(chain, method, params, caller)
    },
  }
  return [
    createServiceRoute('bundler', both),
    ...(paymaster ? [createServiceRoute('paymaster', paymaster)] : []),
  ]
}

function createServiceRoute(name: 'bundler' | 'paymaster', service: ChainService): RawRoute {
  async function respond(
    chain: NetworkId,
    { method, params }: RpcRequest,
    caller: Caller,
  ): Promise<string> {
    try {
      return `"result":${JSON.stringify(await service.request(chain, method, params, caller))}`
    } catch (error) {
      if (error instanceof BundlerError || error instanceof NodeRpcError) {
        return formatError(error.code, error.message, error.data)
      }
      throw error
    }
  }

  return {
    name,
    method: 'POST',
    path: `/v1/${name}`,
    rate: 'rpc',
    bodyLimit: maxBodyBytes,
    writes: true,
    async handle({ query, body }, caller) {
      const chain = query.get('chainId')
      if (!isNetworkId(chain)) throw new ApiError(400, 'chainId', 'Not a chain id like eip155:1.')
      if (!service.chains.includes(chain)) {
        throw new ApiError(400, 'chainId', `There is no ${name} for the chain ${chain}.`)
      }
      const asked = query.get('bundler')
      if (asked !== null && !ownBundlerNames.includes(asked)) {
        throw new ApiError(400, 'bundler', 'Only the bundler of this provider is available.')
      }
      const question = parseRpcRequest(parseBoundedJson(body), body)
      const response = question
        ? await respond(chain, question, caller)
        : formatError(-32600, 'Not a JSON-RPC 2.0 call with an id.')
      const text = `{"jsonrpc":"2.0","id":${question?.id ?? 'null'},${response}}`
      return new Response(text, { headers: jsonHeaders('personal') })
    },
  }
}

function formatError(code: number, message: string, data?: unknown): string {
  return `"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}`
}
