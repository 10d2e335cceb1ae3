import type { NetworkId } from '@latchkey/wire/caip'
import * as v from 'valibot'
import { keyFile, serviceChains, serviceUrl } from '../serviceFields.js'
import { aggregatorContract } from './aggregators/contracts.js'
import type { AggregatorSource } from './Exchange.js'

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
  ]),
)

export type AggregatorSettings = v.InferOutput<typeof aggregatorSettings>[number]

/** The first conflict between the aggregators, as the end of a sentence; undefined if there is none. */
export function findAggregatorConflict(list: readonly AggregatorSettings[]): string | undefined {
  for (const [index, { driver, chains }] of list.entries()) {
    const unknown = chains?.find((chain) => !aggregatorContract(driver, chain))
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
  source: AggregatorSource,
  chain: NetworkId,
): boolean {
  return list.some(
    ({ driver, chains }) =>
      driver === source &&
      (chains?.includes(chain) ?? aggregatorContract(source, chain) !== undefined),
  )
}

/** An address without TLS, where the key could be read on the way. */
export function findUnencryptedAggregator(list: readonly AggregatorSettings[]): string | undefined {
  return list.find(({ url }) => url.startsWith('http:'))?.url
}
