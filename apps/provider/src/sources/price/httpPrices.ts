import type { Clock } from '../../clock.js'
import { createDeadline } from '../../nodes/deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { NATIVE } from '../tokens/Token.js'
import { isPlausible, type PriceDriver } from './PriceDriver.js'

const TIME_LIMIT = 5_000
const SIZE_LIMIT = 1_048_576
/** Below this the service itself is not sure. */
const LEAST_CONFIDENCE = 0.9

/** A price service that answers like DefiLlama: `GET {url}{coins}` gives `{ coins: { id: { price } } }`. */
export function createHttpPrices(parts: {
  readonly http: HttpClient
  readonly clock: Clock
  readonly settings: { readonly url: string; readonly chain: string; readonly native: string }
}): PriceDriver {
  const { http, clock, settings } = parts
  const idOf = (address: string) =>
    address === NATIVE ? settings.native : `${settings.chain}:${address}`
  return {
    async read(tokens) {
      const ids = tokens.map(({ address }) => idOf(address))
      const deadline = createDeadline(clock, TIME_LIMIT)
      try {
        const { status, bytes } = await deadline.hold(
          http.send(`${settings.url}${encodeURIComponent(ids.join(','))}`, {
            method: 'GET',
            signal: deadline.signal,
            limitBytes: SIZE_LIMIT,
          }),
        )
        if (status !== 200) throw new Error(`The price service answered with status ${status}.`)
        const { coins } = JSON.parse(new TextDecoder().decode(bytes)) as { coins?: unknown }
        if (typeof coins !== 'object' || coins === null) throw new Error('No prices in the answer.')
        return new Map(
          tokens.flatMap(({ address }, index) => {
            const coin = (coins as Readonly<Record<string, unknown>>)[ids[index] as string]
            const price = priceOf(coin)
            return price === undefined ? [] : [[address, price] as const]
          }),
        )
      } finally {
        deadline.end()
      }
    },
  }
}

function priceOf(coin: unknown): number | undefined {
  if (typeof coin !== 'object' || coin === null) return undefined
  const { price, confidence = 1 } = coin as Readonly<Record<string, unknown>>
  const isSure = typeof confidence === 'number' && confidence >= LEAST_CONFIDENCE
  return isSure && isPlausible(price) ? price : undefined
}
