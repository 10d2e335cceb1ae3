export type Network = {
  readonly id: number
  readonly name: string
  readonly symbol: string
}

const knownNetworks: readonly Network[] = [
  { id: 1, name: 'Ethereum', symbol: 'ETH' },
  { id: 10, name: 'Optimism', symbol: 'ETH' },
  { id: 56, name: 'BNB Smart Chain', symbol: 'BNB' },
  { id: 100, name: 'Gnosis', symbol: 'xDAI' },
  { id: 137, name: 'Polygon', symbol: 'POL' },
  { id: 8453, name: 'Base', symbol: 'ETH' },
  { id: 31337, name: 'Local chain', symbol: 'ETH' },
  { id: 42161, name: 'Arbitrum One', symbol: 'ETH' },
  { id: 43114, name: 'Avalanche', symbol: 'AVAX' },
  { id: 11155111, name: 'Sepolia', symbol: 'ETH' },
]

export function networkOf(id: number): Network {
  return (
    knownNetworks.find((network) => network.id === id) ?? { id, name: `Chain ${id}`, symbol: 'ETH' }
  )
}

/** `eip155:1` → 1; anything that is not an EVM chain id → undefined. */
export function chainIdOf(caip2: string): number | undefined {
  const reference = /^eip155:([1-9]\d{0,15})$/.exec(caip2)?.[1]
  return reference === undefined ? undefined : Number(reference)
}

export const caip2Of = (id: number): string => `eip155:${id}`
