import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { BundlerError, bundlerCodes, invalid, unavailable } from './BundlerError.js'
import { getRevertData } from './entryPointError.js'
import type { Fees } from './fees.js'
import { getPaymasterGas, getVerificationGas, maxCallGas, toCallGas } from './gas.js'
import type { Operation } from './operation.js'
import { createReadOverrides, type Sender } from './senders.js'

/** The gas an operation should offer. */
export type Estimate = {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  /** Only with a paymaster. */
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
}

/** Throws a BundlerError if the call reverts. */
export type ReadEstimate = (
  chain: NetworkId,
  operation: Operation,
  sender: Sender,
  signal: AbortSignal,
) => Promise<Estimate>

export function createEstimates(nodes: Nodes, fees: Pick<Fees, 'suggest'>): ReadEstimate {
  const readOverrides = createReadOverrides(nodes)

  async function estimateCall(
    chain: NetworkId,
    operation: Operation,
    account: Sender,
    signal: AbortSignal,
  ): Promise<bigint> {
    const { sender, callData } = operation
    const call = { from: entryPointAddress, to: sender, data: callData }
    const overrides = await readOverrides(chain, operation, account, signal)
    const params = overrides ? [call, 'latest', { [sender]: overrides }] : [call]
    try {
      const gas = parseQuantity(await nodes.call(chain, 'eth_estimateGas', params, signal))
      if (gas === undefined) throw unavailable('The node returned an invalid response.')
      return toCallGas(gas)
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      const data = getRevertData(error)
      throw new BundlerError(bundlerCodes.reverts, `The call reverts: ${error.message}`, data)
    }
  }

  return async (chain, operation, sender, signal) => {
    const [callGasLimit, preVerificationGas] = await Promise.all([
      estimateCall(chain, operation, sender, signal),
      fees.suggest(chain, operation, signal),
    ])
    if (callGasLimit > maxCallGas) {
      throw invalid('The call needs more gas than this bundler allows.')
    }
    return {
      preVerificationGas,
      verificationGasLimit: getVerificationGas(operation),
      callGasLimit,
      ...(operation.paymaster && getPaymasterGas(operation)),
    }
  }
}
