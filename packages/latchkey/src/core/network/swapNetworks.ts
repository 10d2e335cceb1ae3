import type { RemoteFeatures } from '../config/features.js'
import type { Network } from './network.js'

/** Specification §9: the twelve networks with swaps. */
const swapChains = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
/** Beyond the specification, where the provider has Jupiter. */
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export function hasSwaps({ id }: Network, { swaps }: Pick<RemoteFeatures, 'swaps'>): boolean {
  if (id === solanaMainnet) return swaps !== false && swaps.includes('jupiter')
  return swapChains.some((chain) => id === `eip155:${chain}`)
}
