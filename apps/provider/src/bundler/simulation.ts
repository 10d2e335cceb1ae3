import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { getRevertData, toEntryPointError } from './entryPointError.js'

/** The unsigned transaction of an operation. */
export type BundleTransaction = {
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/**
 * Simulates the exact transaction. Throws a BundlerError if the entry point reverts it. A call that
 * reverts inside the operation passes, because its sender pays for it.
 */
export type Simulate = (
  chain: NetworkId,
  transaction: BundleTransaction,
  signal?: AbortSignal,
) => Promise<void>

export function createSimulation(nodes: Nodes, executor: Hex): Simulate {
  return async (chain, { data, gas, maxFeePerGas, maxPriorityFeePerGas }, signal) => {
    const call = {
      from: executor,
      to: entryPointAddress,
      data,
      gas: toQuantity(gas),
      maxFeePerGas: toQuantity(maxFeePerGas),
      maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas),
    }
    const run = (block: 'latest' | 'pending') =>
      nodes.call(chain, 'eth_call', [call, block], signal)
    try {
      // Pending transactions may empty the account, and pending funds may never arrive.
      await Promise.all([run('latest'), run('pending').catch(ignoreNoPending)])
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      throw toEntryPointError(error)
    }
  }
}

/** Not every node has a pending block. Errors of the entry point always have revert data. */
function ignoreNoPending(error: unknown): void {
  if (!(error instanceof NodeRpcError) || getRevertData(error) !== undefined) throw error
}
