import type { NetworkId } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { solanaMainnet } from '../../nodes/solanaMainnet.js'
import { keyFile, serviceChains, serviceUrl } from '../serviceFields.js'
import { alchemyNetwork } from './alchemyNetworks.js'

const evmChains = v.pipe(
  serviceChains,
  v.check((list) => list.every((id) => id.startsWith('eip155:')), 'has a chain that is not EVM'),
)
const solanaChains = v.pipe(
  serviceChains,
  v.check((list) => list.every((id) => id.startsWith('solana:')), 'has a chain that is not Solana'),
  v.maxLength(1, 'has more than one chain for one URL'),
)

/** The services themselves, with the limits of their free plans. */
export const indexDefaults = {
  etherscan: { driver: 'etherscan', url: 'https://api.etherscan.io/v2/api', perSecond: 3 },
  alchemy: { driver: 'alchemy', perSecond: 3 },
  helius: {
    driver: 'helius',
    url: 'https://mainnet.helius-rpc.com',
    historyUrl: 'https://api-mainnet.helius-rpc.com',
    perSecond: 2,
  },
} as const

const oneChain = v.pipe(evmChains, v.maxLength(1, 'has more than one chain for one URL'))
/** Calls per second, by the plan of the key. */
const perSecond = (free: number) =>
  v.optional(
    v.pipe(
      v.number('is not a number'),
      v.minValue(0.1, 'is below 0.1'),
      v.maxValue(1_000, 'is above 1000'),
    ),
    free,
  )

/** The `indexes` section of the settings file, in order of preference. */
export const indexSettings = v.array(
  v.variant('driver', [
    v.strictObject({
      driver: v.literal('etherscan'),
      keyFile,
      url: v.optional(serviceUrl, indexDefaults.etherscan.url),
      chains: evmChains,
      perSecond: perSecond(indexDefaults.etherscan.perSecond),
    }),
    v.strictObject({
      driver: v.literal('blockscout'),
      keyFile: v.optional(keyFile),
      /** One instance per chain, such as `https://eth.blockscout.com/api`. */
      url: serviceUrl,
      chains: oneChain,
      perSecond: perSecond(5),
    }),
    v.strictObject({
      driver: v.literal('routescan'),
      keyFile: v.optional(keyFile),
      /** Up to the chain. */
      url: v.optional(serviceUrl, 'https://api.routescan.io/v2/network/mainnet/evm'),
      chains: evmChains,
      perSecond: perSecond(2),
    }),
    v.strictObject({
      driver: v.literal('alchemy'),
      keyFile: v.optional(keyFile),
      /** Of a service with the same methods, up to the key. */
      url: v.optional(serviceUrl),
      chains: evmChains,
      perSecond: perSecond(indexDefaults.alchemy.perSecond),
    }),
    v.strictObject({
      driver: v.literal('helius'),
      keyFile,
      url: v.optional(serviceUrl, indexDefaults.helius.url),
      /** Of the enhanced transactions, up to `/v0`. */
      historyUrl: v.optional(serviceUrl, indexDefaults.helius.historyUrl),
      chains: v.optional(solanaChains, [solanaMainnet]),
      perSecond: perSecond(indexDefaults.helius.perSecond),
    }),
    v.strictObject({
      driver: v.literal('triton'),
      keyFile: v.optional(keyFile),
      /** Of your endpoint, up to the key; also of other services after the Digital Asset Standard. */
      url: serviceUrl,
      chains: v.optional(solanaChains, [solanaMainnet]),
      perSecond: perSecond(5),
    }),
  ]),
)

export type IndexSettings = v.InferOutput<typeof indexSettings>[number]

/** The first conflict of the indexes, as the end of a sentence; undefined if there is none. */
export function findIndexConflict(
  list: readonly IndexSettings[],
  served: readonly NetworkId[],
): string | undefined {
  for (const { driver, chains, ...settings } of list) {
    const unserved = chains.find((chain) => !served.includes(chain))
    if (unserved) return `has ${unserved} for ${driver}, which is not among the chains`
    if (driver !== 'alchemy') continue
    if (settings.url !== undefined && chains.length > 1) {
      return 'has more than one chain for one URL of alchemy'
    }
    if (settings.url !== undefined) continue
    const unknown = chains.find((chain) => alchemyNetwork(chain) === undefined)
    if (unknown) return `has ${unknown} for alchemy, which needs a url for it`
    if (settings.keyFile === undefined) return 'has alchemy without a keyFile'
  }
  return undefined
}

/** An address without TLS, where the key could be read on the way. */
export function findUnencryptedIndex(
  list: readonly { readonly url?: string | undefined; readonly historyUrl?: string }[],
): string | undefined {
  const urls = list.flatMap(({ url, historyUrl }) => [url, historyUrl])
  const found = urls.find((url) => url?.startsWith('http:'))
  return found === undefined ? undefined : new URL(found).host
}
