import { parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import { type ChainCall, ChainFault } from '../api/chains.js'
import { unreachable } from '../api/within.js'
import type { GasPrice } from './evmAccount.js'

const usualTip = 1_000_000_000n

/** Holds until the network's own price has doubled. */
export async function readGasPrice(
  rpc: ChainCall,
  chainId: string,
  signal: AbortSignal,
): Promise<GasPrice> {
  const [block, tip] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false], signal),
    rpc(chainId, 'eth_maxPriorityFeePerGas', [], signal).catch((fault: unknown) => {
      if (fault instanceof ChainFault) return toQuantity(usualTip)
      throw fault
    }),
  ])
  const base = parseQuantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas)
  const maxPriorityFeePerGas = parseQuantity(tip) ?? usualTip
  if (base !== undefined) {
    const maxFeePerGas = base * 2n + maxPriorityFeePerGas
    return { maxFeePerGas, maxPriorityFeePerGas, isLegacy: false }
  }
  const price = parseQuantity(await rpc(chainId, 'eth_gasPrice', [], signal))
  if (price === undefined) throw unreachable()
  return { maxFeePerGas: price, maxPriorityFeePerGas: price, isLegacy: true }
}
