import type { NetworkId } from '@latchkey/wire/caip'
import type { Address, Hex } from 'viem'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

/** Undefined if the call reverts or the address has no contract. */
export async function ethCall(
  nodes: Nodes,
  chain: NetworkId,
  to: Address,
  data: Hex,
  signal?: AbortSignal,
): Promise<Hex | undefined> {
  try {
    const answer = await nodes.call(chain, 'eth_call', [{ to, data }, 'latest'], signal)
    return typeof answer === 'string' && answer !== '0x' ? (answer as Hex) : undefined
  } catch (error) {
    if (error instanceof NodeRpcError) return undefined
    throw error
  }
}
