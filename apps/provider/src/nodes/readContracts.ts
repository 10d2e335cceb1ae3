import type { NetworkId } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { NodeRpcError, type Nodes } from './Nodes.js'

export type ContractRead = {
  readonly address: string
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/** Keeps one aggregate well below the limits of nodes. */
const readsPerCall = 150
/** Gas limit: enough for many reads, too little for a response above the size limit. */
const readGasLimit = toQuantity(30_000_000n)

/**
 * Reads contracts, batched where the chain has Multicall3. A read that reverts or cannot be decoded is
 * undefined. Throws when the nodes do not respond.
 */
export async function readContracts(
  nodes: Nodes,
  chain: NetworkId,
  reads: readonly ContractRead[],
): Promise<readonly unknown[]> {
  const { multicall } = nodes.settings(chain)
  if (multicall === undefined || reads.length === 1) {
    return Promise.all(reads.map((read) => readOne(nodes, chain, read)))
  }
  const chunks = Array.from({ length: Math.ceil(reads.length / readsPerCall) }, (_, index) =>
    reads.slice(index * readsPerCall, (index + 1) * readsPerCall),
  )
  const results = await Promise.all(
    chunks.map((chunk) => readBatch(nodes, chain, multicall, chunk)),
  )
  return results.flat()
}

async function readOne(nodes: Nodes, chain: NetworkId, read: ContractRead): Promise<unknown> {
  try {
    const call = { to: read.address, data: encodeFunctionData(read), gas: readGasLimit }
    return decodeResult(read, (await nodes.call(chain, 'eth_call', [call, 'latest'])) as Hex)
  } catch (error) {
    if (error instanceof NodeRpcError) return undefined
    throw error
  }
}

async function readBatch(
  nodes: Nodes,
  chain: NetworkId,
  multicall: string,
  reads: readonly ContractRead[],
): Promise<readonly unknown[]> {
  const callData = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      reads.map((read) => ({
        target: read.address as Hex,
        allowFailure: true,
        callData: encodeFunctionData(read),
      })),
    ],
  })
  const data = await nodes
    .call(chain, 'eth_call', [{ to: multicall, data: callData, gas: readGasLimit }, 'latest'])
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return undefined
      throw error
    })
  const results =
    data === undefined
      ? undefined
      : (decodeResult(
          { address: multicall, abi: multicall3Abi, functionName: 'aggregate3' },
          data as Hex,
        ) as readonly { success: boolean; returnData: Hex }[] | undefined)
  // One contract that uses all the gas must not fail the others.
  if (!results || results.length !== reads.length) {
    return Promise.all(reads.map((read) => readOne(nodes, chain, read)))
  }
  return reads.map((read, index) => {
    const result = results[index]
    return result?.success ? decodeResult(read, result.returnData) : undefined
  })
}

function decodeResult(read: ContractRead, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: read.abi, functionName: read.functionName, data })
  } catch {
    return undefined
  }
}
