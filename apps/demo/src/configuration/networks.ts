import type { NetworkInput } from 'latchkey'
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from 'latchkey/networks'

/** The networks on offer, by the names under which `latchkey/networks` has them. */
export const networks: Readonly<Record<string, NetworkInput>> = {
  mainnet,
  base,
  optimism,
  arbitrum,
  polygon,
  sepolia,
}

export const networkChoices = Object.entries(networks).map(([value, { name }]) => ({
  value,
  label: name,
}))

export function networkNamed(name: string): NetworkInput {
  const network = networks[name]
  if (!network) throw new Error(`No network is called ${name}`)
  return network
}
