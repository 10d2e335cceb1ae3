import { type NetworkId, referenceOf } from '@latchkey/wire/caip'

/** Alchemy's names of networks: https://www.alchemy.com/docs/reference/node-supported-chains */
const networks: Readonly<Record<string, string>> = {
  1: 'eth-mainnet',
  10: 'opt-mainnet',
  56: 'bnb-mainnet',
  100: 'gnosis-mainnet',
  137: 'polygon-mainnet',
  324: 'zksync-mainnet',
  8453: 'base-mainnet',
  42161: 'arb-mainnet',
  42220: 'celo-mainnet',
  43114: 'avax-mainnet',
  11155111: 'eth-sepolia',
  84532: 'base-sepolia',
}

/** Undefined for a chain that needs its own URL. */
export function alchemyNetwork(chain: NetworkId): string | undefined {
  return chain.startsWith('eip155:') ? networks[referenceOf(chain)] : undefined
}
