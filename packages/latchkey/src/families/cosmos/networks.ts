import type { NetworkInput } from '../../core/network/network.js'

const atom = { name: 'Cosmos Hub', symbol: 'ATOM', decimals: 6 } as const

export const cosmoshub = {
  id: 'cosmoshub-4',
  name: 'Cosmos Hub',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:cosmoshub-4',
  nativeCurrency: atom,
  rpcUrls: { default: { http: ['https://cosmos-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' } },
} as const satisfies NetworkInput

export const osmosis = {
  id: 'osmosis-1',
  name: 'Osmosis',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:osmosis-1',
  nativeCurrency: { name: 'Osmosis', symbol: 'OSMO', decimals: 6 },
  rpcUrls: { default: { http: ['https://rpc.osmosis.zone'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/osmosis' } },
} as const satisfies NetworkInput

export const celestia = {
  id: 'celestia',
  name: 'Celestia',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:celestia',
  nativeCurrency: { name: 'Celestia', symbol: 'TIA', decimals: 6 },
  rpcUrls: { default: { http: ['https://celestia-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/celestia' } },
} as const satisfies NetworkInput

export const stargaze = {
  id: 'stargaze-1',
  name: 'Stargaze',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:stargaze-1',
  nativeCurrency: { name: 'Stargaze', symbol: 'STARS', decimals: 6 },
  rpcUrls: { default: { http: ['https://rpc.stargaze-apis.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/stargaze' } },
} as const satisfies NetworkInput

/** The test network of the Cosmos Hub. */
export const cosmoshubTestnet = {
  id: 'provider',
  name: 'Cosmos Hub Testnet',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:provider',
  nativeCurrency: atom,
  rpcUrls: { default: { http: ['https://rpc.provider-sentry-01.ics-testnet.polypore.xyz'] } },
  testnet: true,
} as const satisfies NetworkInput
