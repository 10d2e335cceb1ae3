import type { Network } from './network.js'

/** Specification §9: the twelve networks with swaps. */
const swapChains = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]

export function hasSwaps({ id }: Network): boolean {
  return swapChains.some((chain) => id === `eip155:${chain}`)
}
