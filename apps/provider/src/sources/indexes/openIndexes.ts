import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import { failureName, type Log } from '../../log.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { solanaMainnet } from '../../nodes/solanaMainnet.js'
import { createAlchemyIndex } from './alchemy.js'
import { alchemyNetwork } from './alchemyNetworks.js'
import type { ChainIndex, IndexError } from './ChainIndex.js'
import { type ChainIndexes, createIndexes, type Indexes } from './createIndexes.js'
import { type CompressedIndex, createDasIndex, type TokenAccountIndex } from './das.js'
import { createEtherscanIndex, type EtherscanDialect } from './etherscan.js'
import { createHeliusHistory, type SignatureIndex } from './heliusHistory.js'
import { type IndexSettings, indexDefaults } from './indexSettings.js'
import { createIndexCall } from './requestIndex.js'

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

/** What is read from indexes of Solana. */
export type SolanaIndexes = {
  readonly compressed: Indexes<CompressedIndex>
  readonly tokenAccounts: Indexes<TokenAccountIndex>
  readonly signatures: Indexes<SignatureIndex>
}

/** The indexes of EVM chains and of Solana. */
export function openIndexes(
  list: readonly KeyedIndex[],
  parts: { readonly http: HttpClient; readonly clock: Clock; readonly log: Log },
): { readonly indexes: ChainIndexes; readonly solanaIndexes: SolanaIndexes } {
  const options = {
    clock: parts.clock,
    onFailure: (error: IndexError) =>
      parts.log({ level: 'warn', event: 'index-failed', reason: failureName(error) }),
    servicePauses: new Map<string, number>(),
  }
  function open<index>(openOne: (settings: KeyedIndex, parts: Parts) => index | undefined) {
    return list.flatMap((settings, at) => {
      const index = openOne(settings, parts)
      return index ? [{ id: `${at}`, chains: settings.chains, index }] : []
    })
  }
  const services = open(openSolanaIndex)
  const das = services.map(({ index, ...service }) => ({ ...service, index: index.das }))
  const histories = services.flatMap(({ index, ...service }) =>
    index.history ? [{ ...service, index: index.history }] : [],
  )
  return {
    indexes: createIndexes(open(openChainIndex), options),
    solanaIndexes: {
      compressed: createIndexes(das, options),
      tokenAccounts: createIndexes(das, options),
      signatures: createIndexes(histories, options),
    },
  }
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

function openSolanaIndex(settings: KeyedIndex, parts: Parts) {
  const { driver, url = '', key, perSecond } = settings
  if (driver !== 'helius' && driver !== 'triton') return undefined
  const call = createIndexCall({ ...parts, perSecond })
  if (driver === 'triton') {
    const das = createDasIndex({ call, url: withKey(url, key), ownerField: 'ownerAddress' })
    return { das, history: undefined }
  }
  return {
    das: createDasIndex({ call, url: `${url}/?api-key=${key}`, ownerField: 'owner' }),
    history: createHeliusHistory({ call, url: settings.historyUrl, key }),
  }
}

function alchemyUrl({ url, key }: KeyedIndex, chain: NetworkId): string {
  return withKey(url ?? `https://${alchemyNetwork(chain)}.g.alchemy.com/v2`, key)
}

function withKey(url: string, key: string | undefined): string {
  return key === undefined ? url : `${url}/${key}`
}

/** The configured URLs, which may be on this machine. */
export function indexUrls(list: readonly KeyedIndex[]): string[] {
  return list.flatMap((settings) =>
    [settings.url ?? [], settings.driver === 'helius' ? settings.historyUrl : []].flat(),
  )
}
