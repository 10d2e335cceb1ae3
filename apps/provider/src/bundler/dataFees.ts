import type { NetworkId } from '@latchkey/wire/caip'
import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { concat, encodeFunctionData, hexToBigInt, parseAbi } from 'viem'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { unavailable } from './BundlerError.js'
import { encodeBundle, type Operation } from './operation.js'

/** The gas price oracle of OP Stack roll-ups, which charge for bytes published on L1. */
export const dataFeeOracle = '0x420000000000000000000000000000000000000F'

const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** Size of the rest of the transaction around the call data. */
const envelopePlaceholder = `0x${'ff'.repeat(120)}` as const

/** The cost of a bundle besides its gas, in the chain's smallest unit. 0 on most chains. */
export type DataFees = (
  chain: NetworkId,
  operation: Operation,
  signal: AbortSignal,
) => Promise<bigint>

export function createDataFees(nodes: Nodes, executor: Hex): DataFees {
  /** Cached: a chain never changes this. */
  const chargesByChain = new Map<NetworkId, boolean>()

  async function chargesForData(chain: NetworkId, signal: AbortSignal): Promise<boolean> {
    const known = chargesByChain.get(chain)
    if (known !== undefined) return known
    const code = await nodes.call(chain, 'eth_getCode', [dataFeeOracle, 'latest'], signal)
    chargesByChain.set(chain, code !== '0x')
    return code !== '0x'
  }

  return async (chain, operation, signal) => {
    if (!(await chargesForData(chain, signal))) return 0n
    const data = encodeFunctionData({
      abi: oracleAbi,
      args: [concat([envelopePlaceholder, encodeBundle(operation, executor)])],
    })
    const params = [{ to: dataFeeOracle, data }, 'latest']
    const response = await nodes.call(chain, 'eth_call', params, signal).catch((error: unknown) => {
      if (error instanceof NodeRpcError) return undefined
      throw error
    })
    const fee = parseData(response)
    if (fee?.length !== 66) {
      throw unavailable('The data fee of the chain could not be read.')
    }
    return hexToBigInt(fee)
  }
}
