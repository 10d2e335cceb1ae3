import type { NetworkId } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { invalid, unavailable } from './BundlerError.js'
import type { DataFees } from './dataFees.js'
import { getPreVerificationGas, getRevertedGas } from './gas.js'
import type { Operation } from './operation.js'
import type { Sender } from './senders.js'

/** What submitting an operation costs now, and whether it pays for that. */
export type Fees = {
  /** The `preVerificationGas` that an operation should offer. */
  suggest(chain: NetworkId, operation: Operation, signal: AbortSignal): Promise<bigint>
  /**
   * Throws if the chain would not accept the fees now, since the transaction would block later
   * ones, or if they are far too high: the executor pays the same price if it fails.
   */
  assertAcceptable(chain: NetworkId, operation: Operation, signal: AbortSignal): Promise<void>
  /** The maximum loss if the entry point reverts its transaction. */
  readAtRisk(
    chain: NetworkId,
    operation: Operation,
    account: Pick<Sender, 'version'>,
    signal: AbortSignal,
  ): Promise<bigint>
}

/** How far above the node's own values an operation may go. */
const maxTipFactor = 5n
const maxPriceFactor = 20n
/** What wallets offer if a node suggests almost nothing. */
const minUsualTip = 400_000_000n

export function createFees(nodes: Nodes, dataFees: DataFees): Fees {
  async function read(chain: NetworkId, operation: Operation, signal: AbortSignal) {
    const [block, tip, data] = await Promise.all([
      nodes.call(chain, 'eth_getBlockByNumber', ['latest', false], signal),
      nodes.call(chain, 'eth_maxPriorityFeePerGas', [], signal).catch((error: unknown) => {
        // Not every node supports this method.
        if (error instanceof NodeRpcError) return undefined
        throw error
      }),
      dataFees(chain, operation, signal),
    ])
    const base = parseQuantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas)
    if (base === undefined) throw unavailable('The base fee of the chain could not be read.')
    return { base, tip: parseQuantity(tip) ?? 0n, data }
  }

  return {
    async readAtRisk(chain, operation, { version }, signal) {
      const data = await dataFees(chain, operation, signal)
      return getRevertedGas(operation, version) * operation.maxFeePerGas + withMargin(data)
    },
    async suggest(chain, operation, signal) {
      const { base, tip, data } = await read(chain, operation, signal)
      return getPreVerificationGas(operation) + toGas(withMargin(data), base + tip)
    },
    async assertAcceptable(chain, operation, signal) {
      const { maxFeePerGas, maxPriorityFeePerGas } = operation
      const { base, tip, data } = await read(chain, operation, signal)
      if (maxPriorityFeePerGas > maxFeePerGas) {
        throw invalid('maxPriorityFeePerGas is above maxFeePerGas.')
      }
      // The base fee of the next block may be an eighth higher, and it needs a tip.
      const minFee = (base * 9n) / 8n + 1n + tip / 2n
      if (maxFeePerGas < minFee) throw invalid(`maxFeePerGas is below ${minFee}.`)
      if (maxPriorityFeePerGas < tip / 2n) {
        throw invalid(`maxPriorityFeePerGas is below ${tip / 2n}.`)
      }
      const usualTip = tip > minUsualTip ? tip : minUsualTip
      const maxTip = usualTip * maxTipFactor
      if (maxPriorityFeePerGas > maxTip) throw invalid(`maxPriorityFeePerGas is above ${maxTip}.`)
      const maxFee = (base + usualTip) * maxPriceFactor
      if (maxFeePerGas > maxFee) throw invalid(`maxFeePerGas is above ${maxFee}.`)
      const offered = base + maxPriorityFeePerGas
      const price = offered < maxFeePerGas ? offered : maxFeePerGas
      const needed = getPreVerificationGas(operation) + toGas(data, price)
      if (operation.preVerificationGas < needed) {
        throw invalid(`preVerificationGas is below ${needed}.`)
      }
    },
  }
}

/** The data fee may rise by a quarter until the transaction is sent. */
function withMargin(dataFee: bigint): bigint {
  return (dataFee * 5n) / 4n
}

/** The gas that an amount buys, rounded up. */
function toGas(amount: bigint, price: bigint): bigint {
  return price === 0n ? 0n : (amount + price - 1n) / price
}
