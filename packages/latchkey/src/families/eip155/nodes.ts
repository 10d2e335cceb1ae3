import { parseChainId, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/runtime/errors/network.js'
import {
  type NodeProtocol,
  type NodeRequest,
  NodeRpcError,
  requestEndpoints,
} from '../shared/nodes.js'

export type { NodeRequest } from '../shared/nodes.js'

const evmNodes: NodeProtocol = {
  chainMethod: 'eth_chainId',
  parseChain: parseChainId,
  isChainError: isRevert,
}

/** Reads an EVM chain through the network's endpoints. */
export function requestNode<result>(request: NodeRequest<result>): Promise<result> {
  return requestEndpoints(evmNodes, request)
}

export function nativeBalance({
  address,
  ...request
}: { readonly address: string } & Pick<
  NodeRequest<bigint>,
  'endpoints' | 'network' | 'signal'
>): Promise<bigint> {
  const params = [address, 'latest']
  return requestNode({ ...request, method: 'eth_getBalance', params, parse: parseQuantity })
}

/** True when the called contract reverted. */
export function isRevert(error: unknown): boolean {
  const fault = error instanceof NodeError ? error.cause : error
  return fault instanceof NodeRpcError && (fault.code === 3 || /revert/i.test(fault.message))
}
