import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { createMemory } from '../createMemory.js'
import type { Tokens } from '../tokens/createTokens.js'
import type { Token } from '../tokens/Token.js'
import { createFixedPrices } from './fixedPrices.js'
import { createHttpPrices } from './httpPrices.js'
import type { PriceDriver } from './PriceDriver.js'
import { createPoolPrices } from './poolPrices.js'

export interface Prices {
  /** Dollars per token, by token address; only reliable prices. Throws if the source does not respond. */
  of(chain: NetworkId, tokens: readonly Token[]): Promise<ReadonlyMap<string, number>>
}

const LIFETIME = 15_000
const SIZE = 20_000

/** Uses the chain's configured source, otherwise its exchange, otherwise none. */
export function createPrices(parts: {
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly http: HttpClient
  readonly clock: Clock
  readonly leastDollars?: number
}): Prices {
  const drivers = new Map(parts.nodes.chains.map((chain) => [chain.id, driverFor(chain, parts)]))
  const memory = createMemory<{ readonly price: number | undefined }>(parts.clock, {
    lifetime: LIFETIME,
    size: SIZE,
  })
  return {
    async of(chain, tokens) {
      const keyOf = ({ address }: Token) => `${chain}:${address}`
      const missing = tokens.filter((token) => memory.peek(keyOf(token)) === undefined)
      const found = new Map<string, number>()
      if (missing.length > 0) {
        const read = (await drivers.get(chain)?.read(missing)) ?? new Map<string, number>()
        for (const token of missing) {
          const price = read.get(token.address)
          memory.set(keyOf(token), { price })
          if (price !== undefined) found.set(token.address, price)
        }
      }
      for (const token of tokens) {
        const price = memory.peek(keyOf(token))?.price
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
