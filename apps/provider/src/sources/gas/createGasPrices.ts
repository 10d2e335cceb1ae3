import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'

/** Maximum fee per gas, in wei. */
export type GasPrice = {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

export type GasPrices = {
  read(chain: NetworkId, signal?: AbortSignal): Promise<GasPrice>
}

const blockCount = '0xa'
/** Percentiles of recent tips for standard, fast and instant. */
const tipPercentiles = [50, 75, 95]
/** Factor in percent for a rising base fee. */
const baseFeePercents = [125n, 150n, 200n] as const

/** From the fees of recent blocks, or from `eth_gasPrice` if the chain has no base fee. */
export function createGasPrices(nodes: Nodes): GasPrices {
  return {
    async read(chain, signal) {
      nodes.settings(chain)
      if (namespaceOf(chain) !== 'eip155') {
        throw new ApiError(400, 'chainId', 'Only EVM chains have a gas price.')
      }
      const [nodeGasPrice, history] = await Promise.all([
        nodes.call(chain, 'eth_gasPrice', [], signal).then(parseQuantity),
        nodes
          .call(chain, 'eth_feeHistory', [blockCount, 'latest', tipPercentiles], signal)
          .catch(undefinedIfRpcError) as Promise<FeeHistory | undefined>,
      ])
      const base = parseQuantity(history?.baseFeePerGas.at(-1))
      const min = nodeGasPrice ?? 0n
      if (!history || base === undefined || base === 0n) return toGasPrice(scalePrices(min))
      const tips = tipPercentiles.map((_, column) => median(tipsOf(history, column)))
      return toGasPrice(
        baseFeePercents.map((room, index) => (base * room) / 100n + (tips[index] ?? 0n)),
        min,
      )
    },
  }
}

type FeeHistory = { readonly baseFeePerGas: readonly string[]; readonly reward?: string[][] | null }

function undefinedIfRpcError(error: unknown): undefined {
  if (error instanceof NodeRpcError) return undefined
  throw error
}

/** Empty blocks report a tip of zero, which is no information. */
function tipsOf({ reward }: FeeHistory, column: number): bigint[] {
  return (reward ?? [])
    .map((row) => parseQuantity(row[column]) ?? 0n)
    .filter((tip) => tip > 0n)
    .sort((a, b) => (a < b ? -1 : 1))
}

function median(sorted: readonly bigint[]): bigint {
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

function scalePrices(price: bigint): bigint[] {
  return baseFeePercents.map((room) => (price * room) / 125n)
}

/** Never below the node's gas price, and never cheaper for a faster speed. */
function toGasPrice(prices: readonly bigint[], min = 0n): GasPrice {
  let highest = min
  const [standard = min, fast = min, instant = min] = prices.map((price) => {
    if (price > highest) highest = price
    return highest
  })
  return { standard, fast, instant }
}
