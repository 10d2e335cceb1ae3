import type { NetworkId } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { solanaMainnet } from '../../nodes/solanaMainnet.js'
import { keyFile, serviceChains, serviceUrl } from '../serviceFields.js'
import { aggregatorContract } from './aggregators/contracts.js'

const chains = v.optional(serviceChains)

/** The `aggregators` section of the settings file, in order of preference. */
export const aggregatorSettings = v.array(
  v.variant('driver', [
    v.strictObject({
      driver: v.literal('1inch'),
      keyFile,
      url: v.optional(serviceUrl, 'https://api.1inch.com'),
      version: v.optional(v.picklist(['6.0', '6.1'], 'is neither 6.0 nor 6.1'), '6.1'),
      chains,
    }),
    v.strictObject({
      driver: v.literal('0x'),
      keyFile,
      url: v.optional(serviceUrl, 'https://api.0x.org'),
      chains,
    }),
    v.strictObject({
      driver: v.literal('lifi'),
      /** For higher rate limits. */
      keyFile: v.optional(keyFile),
      url: v.optional(serviceUrl, 'https://li.quest'),
      /** The name under which LI.FI counts the swaps. */
      integrator: v.pipe(
        v.string('is not text'),
        v.regex(/^[\w.-]{1,23}$/, 'is not a name of at most 23 letters, digits, dots and dashes'),
      ),
      chains,
    }),
    v.strictObject({
      driver: v.literal('jupiter'),
      /** The public service needs one; a server of one's own does not. */
      keyFile: v.optional(keyFile),
      url: v.optional(serviceUrl, 'https://api.jup.ag/swap/v1'),
      chains,
    }),
  ]),
)

export type AggregatorSettings = v.InferOutput<typeof aggregatorSettings>[number]

/** The first conflict between the aggregators, as the end of a sentence; undefined if there is none. */
export function findAggregatorConflict(list: readonly AggregatorSettings[]): string | undefined {
  for (const [index, { driver, chains }] of list.entries()) {
    const unknown = chains?.find((chain) => !isKnownTo(driver, chain))
    if (unknown) return `has ${unknown} for ${driver}, which does not serve it`
    const isRepeated = list
      .slice(0, index)
      .some(
        (other) =>
          other.driver === driver &&
          (!chains || !other.chains || other.chains.some((chain) => chains.includes(chain))),
      )
    if (isRepeated) return `has ${driver} twice for the same chain`
  }
  return undefined
}

export function servesChain(
  list: readonly AggregatorSettings[],
  source: AggregatorSettings['driver'],
  chain: NetworkId,
): boolean {
  return list.some(
    ({ driver, chains }) =>
      driver === source && (chains?.includes(chain) ?? isKnownTo(source, chain)),
  )
}

function isKnownTo(driver: AggregatorSettings['driver'], chain: NetworkId): boolean {
  if (driver === 'jupiter') return chain === solanaMainnet
  return aggregatorContract(driver, chain) !== undefined
}

/** An address without TLS, where the key could be read on the way. */
export function findUnencryptedAggregator(list: readonly AggregatorSettings[]): string | undefined {
  return list.find(({ url }) => url.startsWith('http:'))?.url
}
