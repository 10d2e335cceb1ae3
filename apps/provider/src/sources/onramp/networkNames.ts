import { referenceOf } from '@latchkey/wire/caip'
import type { ChainSettings } from '../../nodes/ChainSettings.js'

/** Chain names used by onramp services. */
const namesByChain: ReadonlyMap<string, string> = new Map([
  ['eip155:1', 'ethereum'],
  ['eip155:10', 'optimism'],
  ['eip155:137', 'polygon'],
  ['eip155:8453', 'base'],
  ['eip155:42161', 'arbitrum'],
  ['eip155:42220', 'celo'],
  ['eip155:43114', 'avalanche-c-chain'],
  ['eip155:80094', 'berachain'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
])

/** Whether onramp services know the chain. */
export function isKnownNetwork({ id }: ChainSettings): boolean {
  return namesByChain.has(id)
}

/** Like `base`. */
export function networkName({ id, name }: ChainSettings): string {
  return namesByChain.get(id) ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** Like `base-mainnet`. */
export function fullNetworkName(chain: ChainSettings): string {
  return `${networkName(chain)}-${chain.isTestnet ? 'testnet' : 'mainnet'}`
}

/** Whether `text` is one of the chain's names; widgets use several. */
export function hasName(chain: ChainSettings, text: string): boolean {
  const names = [
    networkName(chain),
    fullNetworkName(chain),
    chain.name.toLowerCase(),
    chain.id,
    referenceOf(chain.id),
  ]
  return names.includes(text.toLowerCase())
}
