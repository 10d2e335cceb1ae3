import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import { failureName, type Log } from '../../log.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createAlchemyIndex } from './alchemy.js'
import { alchemyNetwork } from './alchemyNetworks.js'
import type { ChainIndex, IndexError } from './ChainIndex.js'
import { type ChainIndexes, createIndexes, type Indexes } from './createIndexes.js'
import { type CompressedIndex, createDasIndex } from './das.js'
import { createEtherscanIndex, type EtherscanDialect } from './etherscan.js'
import { type IndexSettings, indexDefaults, solanaMainnet } from './indexSettings.js'

/** An index of the settings, with its key instead of the key's file. */
export type KeyedIndex = WithKey<IndexSettings>
type WithKey<settings> = settings extends unknown
  ? Omit<settings, 'keyFile'> & {
      readonly keyFile?: string | undefined
      readonly key?: string | undefined
    }
  : never

/** Chains of Etherscan's API; some need a paid plan: https://docs.etherscan.io/supported-chains */
const etherscanChains = [1, 10, 56, 100, 137, 8453, 42161, 42220, 43114]

/** What the operator's keys make available without further settings. */
export function indexesOfKeys(
  keys: { readonly [name in 'alchemy' | 'etherscan' | 'helius']?: string | undefined },
  served: readonly NetworkId[],
): KeyedIndex[] {
  const ofAlchemy = served.filter((chain) => alchemyNetwork(chain) !== undefined)
  const ofEtherscan = served.filter((chain) =>
    etherscanChains.some((id) => chain === `eip155:${id}`),
  )
  const ofHelius = served.filter((chain) => chain === solanaMainnet)
  return [
    { ...indexDefaults.alchemy, chains: ofAlchemy, key: keys.alchemy },
    { ...indexDefaults.etherscan, chains: ofEtherscan, key: keys.etherscan },
    { ...indexDefaults.helius, chains: ofHelius, key: keys.helius },
  ].filter(({ chains, key }) => chains.length > 0 && key !== undefined)
}

const dialects: Readonly<Record<'etherscan' | 'blockscout' | 'routescan', EtherscanDialect>> = {
  etherscan: { url: (base) => base, sendsChain: true, listsTokens: false },
  blockscout: { url: (base) => base, sendsChain: false, listsTokens: true },
  routescan: {
    url: (base, chain) => `${base}/${referenceOf(chain)}/etherscan/api`,
    sendsChain: false,
    listsTokens: false,
  },
}

/** The indexes of EVM chains, and of the compressed NFTs of Solana. */
export function openIndexes(
  list: readonly KeyedIndex[],
  parts: { readonly http: HttpClient; readonly clock: Clock; readonly log: Log },
): { readonly indexes: ChainIndexes; readonly compressed: Indexes<CompressedIndex> } {
  const options = {
    clock: parts.clock,
    onFailure: (error: IndexError) =>
      parts.log({ level: 'warn', event: 'index-failed', reason: failureName(error) }),
  }
  const ofEvm = list.flatMap((settings) => {
    const index = openChainIndex(settings, parts)
    return index ? [{ ...settings, index }] : []
  })
  const ofSolana = list.flatMap((settings) => {
    const index = openCompressedIndex(settings, parts)
    return index ? [{ ...settings, index }] : []
  })
  return { indexes: createIndexes(ofEvm, options), compressed: createIndexes(ofSolana, options) }
}

type Parts = { readonly http: HttpClient; readonly clock: Clock }

function openChainIndex(settings: KeyedIndex, parts: Parts): ChainIndex | undefined {
  const { url = '', key, perSecond } = settings
  const common = { ...parts, url, key, perSecond }
  switch (settings.driver) {
    case 'alchemy':
      return createAlchemyIndex({ ...common, urlOf: (chain) => alchemyUrl(settings, chain) })
    case 'helius':
    case 'triton':
      return undefined
    default:
      return createEtherscanIndex(common, dialects[settings.driver])
  }
}

function openCompressedIndex(settings: KeyedIndex, parts: Parts): CompressedIndex | undefined {
  const { driver, url, key, perSecond } = settings
  if (driver === 'helius') {
    return createDasIndex({ ...parts, perSecond, url: `${url}/?api-key=${key}` })
  }
  return driver === 'triton'
    ? createDasIndex({ ...parts, perSecond, url: withKey(url, key) })
    : undefined
}

function alchemyUrl({ url, key }: KeyedIndex, chain: NetworkId): string {
  return withKey(url ?? `https://${alchemyNetwork(chain)}.g.alchemy.com/v2`, key)
}

function withKey(url: string, key: string | undefined): string {
  return key === undefined ? url : `${url}/${key}`
}

/** The configured URLs, which may be on this machine. */
export function indexUrls(list: readonly KeyedIndex[]): string[] {
  return list.flatMap(({ url }) => url ?? [])
}
