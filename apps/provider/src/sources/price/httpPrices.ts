import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { nativeToken } from '../tokens/Token.js'
import { isPlausible, type PriceDriver } from './PriceDriver.js'

const timeoutMs = 5_000
const maxBytes = 1_048_576
/** The service's own confidence. */
const minConfidence = 0.9

/** A DefiLlama-compatible service: `GET {url}{coins}` returns `{ coins: { id: { price } } }`. */
export function createHttpPrices(parts: {
  readonly http: HttpClient
  readonly clock: Clock
  readonly settings: { readonly url: string; readonly chain: string; readonly native: string }
}): PriceDriver {
  const { http, clock, settings } = parts
  const idOf = (address: string) =>
    address === nativeToken ? settings.native : `${settings.chain}:${address}`
  return {
    async read(tokens) {
      const ids = tokens.map(({ address }) => idOf(address))
      const url = `${settings.url}${encodeURIComponent(ids.join(','))}`
      const { status, bytes } = await withDeadline(clock, timeoutMs, (signal) =>
        http.send(url, { method: 'GET', signal, maxBytes: maxBytes }),
      )
      if (status !== 200) throw new Error(`The price service responded with status ${status}.`)
      const { coins } = JSON.parse(new TextDecoder().decode(bytes)) as { coins?: unknown }
      if (typeof coins !== 'object' || coins === null)
        throw new Error('The response has no prices.')
      return new Map(
        tokens.flatMap(({ address }, index) => {
          const coin = (coins as Readonly<Record<string, unknown>>)[ids[index] as string]
          const price = priceOf(coin)
          return price === undefined ? [] : [[address, price] as const]
        }),
      )
    },
  }
}

function priceOf(coin: unknown): number | undefined {
  if (typeof coin !== 'object' || coin === null) return undefined
  const { price, confidence = 1 } = coin as Readonly<Record<string, unknown>>
  const isConfident = typeof confidence === 'number' && confidence >= minConfidence
  return isConfident && isPlausible(price) ? price : undefined
}
