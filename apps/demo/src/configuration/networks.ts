import type { NetworkInput } from 'latchkey'
import {
  arbitrum,
  base,
  bitcoin,
  bitcoinTestnet,
  cosmoshub,
  kusama,
  mainnet,
  optimism,
  polkadotMainnet,
  polygon,
  sepolia,
  solanaDevnet,
  solanaMainnet,
} from 'latchkey/networks'
import { namespaceOf } from './families.js'

/** The networks on offer, by the names under which `latchkey/networks` has them. */
export const networks: Readonly<Record<string, NetworkInput>> = {
  mainnet,
  base,
  solanaMainnet,
  bitcoin,
  polkadotMainnet,
  cosmoshub,
  optimism,
  arbitrum,
  polygon,
  sepolia,
  solanaDevnet,
  bitcoinTestnet,
  kusama,
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

export const networkIdOf = (network: NetworkInput): string =>
  `${namespaceOf(network)}:${network.id}`
