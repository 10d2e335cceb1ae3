import { isNamespace } from '@latchkey/wire/caip'
import { ecosystems } from '@latchkey/wire/ecosystems'
import { chainIdOf, networkOf } from './network.js'

/** The local Solana presents itself as the main network. */
export const localSolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A network's display name and units. */
export type FamilyNetwork = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const known: Readonly<Record<string, FamilyNetwork>> = {
  [localSolana]: solana('Solana'),
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': solana('Solana Devnet'),
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': solana('Solana Testnet'),
  'bip122:000000000019d6689c085ae165831e93': bitcoin('Bitcoin', 'BTC'),
  'bip122:000000000933ea01ad0ee984209779ba': bitcoin('Bitcoin Testnet', 'tBTC'),
  'bip122:00000008819873e925422c1ff0f99f7c': bitcoin('Bitcoin Signet', 'sBTC'),
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': { name: 'Westend', symbol: 'WND', decimals: 12 },
  'cosmos:cosmoshub-4': { name: 'Cosmos Hub', symbol: 'ATOM', decimals: 6 },
  'cosmos:osmosis-1': { name: 'Osmosis', symbol: 'OSMO', decimals: 6 },
}

export function familyNetworkOf(caip2: string): FamilyNetwork {
  const evm = chainIdOf(caip2)
  if (evm !== undefined) return { ...networkOf(evm), decimals: 18 }
  return known[caip2] ?? { name: caip2, symbol: '', decimals: 0 }
}

/** Display name of a family: its best-known network. */
export const familyName = (namespace: string): string =>
  isNamespace(namespace) ? ecosystems[namespace] : namespace

function solana(name: string): FamilyNetwork {
  return { name, symbol: 'SOL', decimals: 9 }
}

function bitcoin(name: string, symbol: string): FamilyNetwork {
  return { name, symbol, decimals: 8 }
}
