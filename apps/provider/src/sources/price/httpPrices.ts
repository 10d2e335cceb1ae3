import { isRecord } from '@latchkey/wire/json'
import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { nativeToken } from '../tokens/Token.js'
import { fetchPrices } from './fetchPrices.js'
import { isPlausible, type PriceDriver, type SourcePrice } from './PriceDriver.js'

/** The service's own confidence. */
const minConfidence = 0.9
/** Keeps URLs below 8 KB. */
const idsPerRequest = 80

/** A DefiLlama-compatible service: `GET {url}{coins}` returns `{ coins: { id: { price } } }`. */
export function createHttpPrices(parts: {
  readonly http: HttpClient
  readonly clock: Clock
  readonly settings: { readonly url: string; readonly chain: string; readonly native: string }
}): PriceDriver {
  const { settings } = parts
  const idOf = (address: string) =>
    address === nativeToken ? settings.native : `${settings.chain}:${address}`
  return {
    async read(tokens) {
      const answers = await fetchPrices(
        parts,
        tokens.map(({ address }) => idOf(address)),
        idsPerRequest,
        (ids) => `${settings.url}${encodeURIComponent(ids.join(','))}`,
      )
      const coins = answers.map(({ coins }) => {
        if (!isRecord(coins)) throw new Error('The response has no prices.')
        return coins
      })
      const found: Readonly<Record<string, unknown>> = Object.assign({}, ...coins)
      return new Map(
        tokens.flatMap(({ address }) => {
          const price = priceOf(found[idOf(address)])
          return price === undefined ? [] : [[address, price] as const]
        }),
      )
    },
  }
}

function priceOf(coin: unknown): SourcePrice | undefined {
  if (!isRecord(coin)) return undefined
  const { price, confidence = 1, timestamp } = coin
  const isConfident = typeof confidence === 'number' && confidence >= minConfidence
  if (!isConfident || !isPlausible(price)) return undefined
  return { dollars: price, time: typeof timestamp === 'number' ? timestamp * 1_000 : undefined }
}
