import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { Token } from '../tokens/Token.js'
import { createPriceDriver } from './createPriceDriver.js'
import type { PriceDriver, SourcePrice } from './PriceDriver.js'
import { createPoolPrices } from './poolPrices.js'
import { getPriceSources } from './priceSources.js'

export type Prices = {
  /**
   * By token address; only reliable prices. Throws if no source responds and none of the tokens has an
   * earlier price.
   */
  read(chain: NetworkId, tokens: readonly Token[]): Promise<ReadonlyMap<string, Price>>
}

export type Price = {
  /** Dollars per token. */
  readonly dollars: number
  /** More than an hour old, or from before the sources stopped responding. */
  readonly isStale: boolean
}

const lifetimeMs = 15_000
/** Services have limits per minute. */
const serviceLifetimeMs = 60_000
const staleAfterMs = 3_600_000
/** Older prices are not shown at all. */
const maxAgeMs = 24 * 3_600_000
/** How long a source that failed is asked last. */
const pauseMs = 30_000
const maxEntries = 20_000

type PriceParts = {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly http: HttpClient
  readonly clock: Clock
  readonly minDollars?: number
}

/** Uses each chain's configured sources in order, otherwise its exchange, otherwise none. */
export function createPrices(parts: PriceParts): Prices {
  const chains = new Map(parts.nodes.chains.map((chain) => [chain.id, createSources(chain, parts)]))
  return {
    read: async (chain, tokens) => (await chains.get(chain)?.(tokens)) ?? new Map(),
  }
}

/** Reads the prices of one chain, with fail-over between its sources. */
function createSources(chain: ChainSettings, parts: PriceParts) {
  const { clock } = parts
  const settings = getPriceSources(chain)
  const sources = driversOf(chain, parts).map((driver) => ({ driver, pausedUntil: 0 }))
  const isService = settings.some(({ kind }) => kind !== 'fixed')
  const lifetime = isService ? serviceLifetimeMs : lifetimeMs
  const current = createCache<SourcePrice | 'none'>(clock, { lifetime, size: maxEntries })
  const earlier = createCache<SourcePrice>(clock, { lifetime: maxAgeMs, size: maxEntries })

  async function readSources(tokens: readonly Token[]) {
    const isPaused = ({ pausedUntil }: { readonly pausedUntil: number }) =>
      pausedUntil > clock.now()
    const ordered = [
      ...sources.filter((source) => !isPaused(source)),
      ...sources.filter((source) => isPaused(source)),
    ]
    let failure: unknown
    for (const source of ordered) {
      try {
        const prices = await source.driver.read(tokens)
        source.pausedUntil = 0
        return prices
      } catch (error) {
        source.pausedUntil = clock.now() + pauseMs
        failure = error
      }
    }
    throw failure
  }

  /** Fills the caches. Without an answer the earlier prices remain. */
  async function refresh(tokens: readonly Token[]): Promise<void> {
    const read = await readSources(tokens).catch((error: unknown) => {
      if (tokens.some(({ address }) => earlier.peek(address))) return undefined
      throw error
    })
    for (const { address } of read ? tokens : []) {
      const price = read?.get(address)
      const known = price && { ...price, time: Math.min(price.time ?? clock.now(), clock.now()) }
      current.set(address, known ?? 'none')
      if (known) earlier.set(address, known)
    }
  }

  return async (tokens: readonly Token[]): Promise<ReadonlyMap<string, Price>> => {
    if (sources.length === 0) return new Map()
    const missing = tokens.filter(({ address }) => current.peek(address) === undefined)
    if (missing.length > 0) await refresh(missing)
    return new Map(
      tokens.flatMap(({ address }) => {
        const fresh = current.peek(address)
        const price = fresh === undefined ? earlier.peek(address) : fresh
        const age = price && price !== 'none' ? clock.now() - (price.time ?? 0) : maxAgeMs
        if (price === undefined || price === 'none' || age >= maxAgeMs) return []
        const isStale = fresh === undefined || age > staleAfterMs
        return [[address, { dollars: price.dollars, isStale }] as const]
      }),
    )
  }
}

function driversOf(chain: ChainSettings, parts: PriceParts): readonly PriceDriver[] {
  const settings = getPriceSources(chain)
  const { id, exchange } = chain
  if (settings.length > 0) return settings.map((source) => createPriceDriver(source, parts))
  return exchange ? [createPoolPrices({ ...parts, chain: id, exchange })] : []
}
