import { parseChainId, parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/runtime/errors/network.js'
import { askNodeOf, NodeFault, type NodeKind, type NodeQuestion } from '../shared/nodes.js'

export type { NodeQuestion } from '../shared/nodes.js'

const evmNodes: NodeKind = {
  chainMethod: 'eth_chainId',
  parseChain: parseChainId,
  isVerdict: isRevert,
}

/** Reads an EVM chain through the network's endpoints. */
export function askNode<answer>(question: NodeQuestion<answer>): Promise<answer> {
  return askNodeOf(evmNodes, question)
}

export function nativeBalance({
  address,
  ...question
}: { readonly address: string } & Pick<
  NodeQuestion<bigint>,
  'endpoints' | 'network' | 'signal'
>): Promise<bigint> {
  const params = [address, 'latest']
  return askNode({ ...question, method: 'eth_getBalance', params, parse: parseQuantity })
}

/** True for an answer that says the called contract itself refused. */
export function isRevert(error: unknown): boolean {
  const fault = error instanceof NodeError ? error.cause : error
  return fault instanceof NodeFault && (fault.code === 3 || /revert/i.test(fault.message))
}
