import type { NetworkId } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeError, type Nodes } from '../nodes/Nodes.js'
import { invalid, unavailable } from './BundlerError.js'
import type { DataFees } from './dataFees.js'
import { preVerificationGas } from './gas.js'
import type { Operation } from './operation.js'

/** What carrying an operation costs now, and whether it pays for that. */
export interface Fees {
  /** What it should offer for everything besides its verification and its call. */
  suggest(chain: NetworkId, operation: Operation, signal: AbortSignal): Promise<bigint>
  /** Throws for one that the chain would not take: it would hold up all that come after it. */
  check(chain: NetworkId, operation: Operation, signal: AbortSignal): Promise<void>
}

export function createFees(nodes: Nodes, dataFees: DataFees): Fees {
  async function read(chain: NetworkId, operation: Operation, signal: AbortSignal) {
    const [block, tip, data] = await Promise.all([
      nodes.call(chain, 'eth_getBlockByNumber', ['latest', false], signal),
      nodes.call(chain, 'eth_maxPriorityFeePerGas', [], signal).catch((error: unknown) => {
        // Not every node has an opinion on tips.
        if (error instanceof NodeError) return undefined
        throw error
      }),
      dataFees(chain, operation, signal),
    ])
    const base = parseQuantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas)
    if (base === undefined) throw unavailable('The chain tells no base fee.')
    return { base, tip: parseQuantity(tip) ?? 0n, data }
  }

  return {
    async suggest(chain, operation, signal) {
      const { base, tip, data } = await read(chain, operation, signal)
      // What the bytes cost may rise by a quarter until it is sent.
      return preVerificationGas(operation) + asGas((data * 5n) / 4n, base + tip)
    },
    async check(chain, operation, signal) {
      const { maxFeePerGas, maxPriorityFeePerGas } = operation
      const { base, tip, data } = await read(chain, operation, signal)
      if (maxPriorityFeePerGas > maxFeePerGas) {
        throw invalid('maxPriorityFeePerGas is above maxFeePerGas.')
      }
      // The next block may ask for an eighth more.
      const least = (base * 9n) / 8n + 1n
      if (maxFeePerGas < least) throw invalid(`maxFeePerGas is below ${least}.`)
      if (maxPriorityFeePerGas < tip / 2n) {
        throw invalid(`maxPriorityFeePerGas is below ${tip / 2n}.`)
      }
      const offered = base + maxPriorityFeePerGas
      const price = offered < maxFeePerGas ? offered : maxFeePerGas
      const needed = preVerificationGas(operation) + asGas(data, price)
      if (operation.preVerificationGas < needed) {
        throw invalid(`preVerificationGas is below ${needed}.`)
      }
    },
  }
}

/** As much gas as an amount buys, at the least. */
function asGas(amount: bigint, price: bigint): bigint {
  return price === 0n ? 0n : (amount + price - 1n) / price
}
