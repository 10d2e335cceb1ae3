import { expect, it } from 'vitest'
import type { Network } from './network.js'
import { hasSwaps } from './swapNetworks.js'

const network = (id: string) => ({ id }) as Network

it('has swaps on the twelve networks of the specification only', () => {
  const twelve = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
  expect(twelve.every((chain) => hasSwaps(network(`eip155:${chain}`)))).toBe(true)
  const others = ['eip155:11155111', 'eip155:5', 'eip155:11', 'solana:1', 'bip122:1']
  expect(others.some((id) => hasSwaps(network(id)))).toBe(false)
})
