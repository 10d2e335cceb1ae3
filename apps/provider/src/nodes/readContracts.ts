import type { NetworkId } from '@latchkey/wire/caip'
import { toQuantity } from '@latchkey/wire/rpc/eip155'
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { NodeError, type Nodes } from './Nodes.js'

export type ContractRead = {
  readonly address: string
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/** Keeps one aggregate well below the limits of nodes. */
const READS_PER_CALL = 150
/** Gas limit: enough for many reads, too little for a response above the size limit. */
const READ_GAS = toQuantity(30_000_000n)

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
  const chunks = Array.from({ length: Math.ceil(reads.length / READS_PER_CALL) }, (_, index) =>
    reads.slice(index * READS_PER_CALL, (index + 1) * READS_PER_CALL),
  )
  const results = await Promise.all(
    chunks.map((chunk) => readTogether(nodes, chain, multicall, chunk)),
  )
  return results.flat()
}

async function readOne(nodes: Nodes, chain: NetworkId, read: ContractRead): Promise<unknown> {
  try {
    const call = { to: read.address, data: encodeFunctionData(read), gas: READ_GAS }
    return decoded(read, (await nodes.call(chain, 'eth_call', [call, 'latest'])) as Hex)
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}

async function readTogether(
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
    .call(chain, 'eth_call', [{ to: multicall, data: callData, gas: READ_GAS }, 'latest'])
    .catch((error: unknown) => {
      if (error instanceof NodeError) return undefined
      throw error
    })
  const results =
    data === undefined
      ? undefined
      : (decoded(
          { address: multicall, abi: multicall3Abi, functionName: 'aggregate3' },
          data as Hex,
        ) as readonly { success: boolean; returnData: Hex }[] | undefined)
  // One contract that uses all the gas must not fail the others.
  if (!results || results.length !== reads.length) {
    return Promise.all(reads.map((read) => readOne(nodes, chain, read)))
  }
  return reads.map((read, index) => {
    const result = results[index]
    return result?.success ? decoded(read, result.returnData) : undefined
  })
}

function decoded(read: ContractRead, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: read.abi, functionName: read.functionName, data })
  } catch {
    return undefined
  }
}
