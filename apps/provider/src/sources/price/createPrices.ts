import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createCache } from '../createCache.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { Token } from '../tokens/Token.js'
import { createFixedPrices } from './fixedPrices.js'
import { createHttpPrices } from './httpPrices.js'
import type { PriceDriver } from './PriceDriver.js'
import { createPoolPrices } from './poolPrices.js'

export type Prices = {
  /** Dollars per token, by token address; only reliable prices. Throws if the source does not respond. */
  read(chain: NetworkId, tokens: readonly Token[]): Promise<ReadonlyMap<string, number>>
}

const lifetimeMs = 15_000
const maxEntries = 20_000

/** Uses the chain's configured source, otherwise its exchange, otherwise none. */
export function createPrices(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly http: HttpClient
  readonly clock: Clock
  readonly minDollars?: number
}): Prices {
  const drivers = new Map(parts.nodes.chains.map((chain) => [chain.id, driverFor(chain, parts)]))
  const cache = createCache<{ readonly price: number | undefined }>(parts.clock, {
    lifetime: lifetimeMs,
    size: maxEntries,
  })
  return {
    async read(chain, tokens) {
      const keyOf = ({ address }: Token) => `${chain}:${address}`
      const missing = tokens.filter((token) => cache.peek(keyOf(token)) === undefined)
      const found = new Map<string, number>()
      if (missing.length > 0) {
        const read = (await drivers.get(chain)?.read(missing)) ?? new Map<string, number>()
        for (const token of missing) {
          const price = read.get(token.address)
          cache.set(keyOf(token), { price })
          if (price !== undefined) found.set(token.address, price)
        }
      }
      for (const token of tokens) {
        const price = cache.peek(keyOf(token))?.price
        if (price !== undefined) found.set(token.address, price)
      }
      return found
    },
  }
}

function driverFor(
  { id, prices, exchange }: ChainSettings,
  parts: Parameters<typeof createPrices>[0],
): PriceDriver | undefined {
  if (prices?.kind === 'fixed') return createFixedPrices(prices.dollars)
  if (prices?.kind === 'http') return createHttpPrices({ ...parts, settings: prices })
  return exchange && createPoolPrices({ ...parts, chain: id, exchange })
}
