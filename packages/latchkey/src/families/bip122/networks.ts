import type { NetworkInput } from '../../core/network/network.js'
import * as references from './networkIds.js'

/** The widget does not read Bitcoin: each wallet uses its own node. */
const noNodes = { default: { http: [] } } as const

export const bitcoin = {
  id: references.mainnet,
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${references.mainnet}`,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: noNodes,
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
} as const satisfies NetworkInput

const testCoin = { name: 'Bitcoin', symbol: 'tBTC', decimals: 8 } as const

export const bitcoinTestnet = {
  id: references.testnet,
  name: 'Bitcoin Testnet',
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${references.testnet}`,
  nativeCurrency: testCoin,
  rpcUrls: noNodes,
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
  testnet: true,
} as const satisfies NetworkInput

export const bitcoinTestnet4 = {
  id: references.testnet4,
  name: 'Bitcoin Testnet 4',
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${references.testnet4}`,
  nativeCurrency: testCoin,
  rpcUrls: noNodes,
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet4' } },
  testnet: true,
} as const satisfies NetworkInput

export const bitcoinSignet = {
  id: references.signet,
  name: 'Bitcoin Signet',
  chainNamespace: 'bip122',
  caipNetworkId: `bip122:${references.signet}`,
  nativeCurrency: { name: 'Bitcoin', symbol: 'sBTC', decimals: 8 },
  rpcUrls: noNodes,
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/signet' } },
  testnet: true,
} as const satisfies NetworkInput
