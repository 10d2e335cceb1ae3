import { expect, it } from 'vitest'
import type { Network } from './network.js'
import { hasSwaps } from './swapNetworks.js'

const network = (id: string) => ({ id }) as Network
const solanaMainnet = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

it('has swaps on the twelve networks of the specification', () => {
  const twelve = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
  const swaps = ['1inch', 'jupiter'] as const
  expect(twelve.every((chain) => hasSwaps(network(`eip155:${chain}`), { swaps }))).toBe(true)
  const others = ['eip155:11155111', 'eip155:5', 'eip155:11', 'solana:1', 'bip122:1']
  expect(others.some((id) => hasSwaps(network(id), { swaps }))).toBe(false)
})

it('has swaps on Solana where the provider has Jupiter', () => {
  expect(hasSwaps(solanaMainnet, { swaps: ['jupiter'] })).toBe(true)
  expect(hasSwaps(solanaMainnet, { swaps: ['1inch'] })).toBe(false)
  expect(hasSwaps(solanaMainnet, { swaps: false })).toBe(false)
})
