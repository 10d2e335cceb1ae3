import { isRecord } from '@latchkey/wire/json'
import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { nativeToken } from '../tokens/Token.js'
import { fetchPrices } from './fetchPrices.js'
import { isPlausible, minPoolDollars, type PriceDriver } from './PriceDriver.js'

/** The service accepts no more. */
const addressesPerRequest = 30

/** `GET {url}simple/networks/{network}/token_price/{addresses}` returns decimal texts by address. */
export function createGeckoTerminalPrices(parts: {
  readonly http: HttpClient
  readonly clock: Clock
  readonly settings: { readonly url: string; readonly network: string; readonly native: string }
}): PriceDriver {
  const { url, network, native } = parts.settings
  const base = `${url}simple/networks/${encodeURIComponent(network)}/token_price/`
  const idOf = (address: string) => normalise(address === nativeToken ? native : address)
  return {
    async read(tokens) {
      const answers = await fetchPrices(
        parts,
        [...new Set(tokens.map(({ address }) => idOf(address)))],
        addressesPerRequest,
        (ids) => `${base}${ids.join(',')}?include_total_reserve_in_usd=true`,
      )
      const prices = readTexts(answers, 'token_prices')
      const reserves = readTexts(answers, 'total_reserve_in_usd')
      return new Map(
        tokens.flatMap(({ address }) => {
          const dollars = prices.get(idOf(address))
          const isDeep = (reserves.get(idOf(address)) ?? 0) >= minPoolDollars
          return isDeep && isPlausible(dollars) ? [[address, { dollars }] as const] : []
        }),
      )
    },
  }
}

/** One attribute of all answers, by address. */
function readTexts(
  answers: readonly Readonly<Record<string, unknown>>[],
  name: string,
): ReadonlyMap<string, number> {
  return new Map(
    answers.flatMap(({ data }) => {
      const attributes = isRecord(data) ? data.attributes : undefined
      const texts = isRecord(attributes) ? attributes[name] : undefined
      if (!isRecord(texts)) throw new Error(`The response has no ${name}.`)
      return Object.entries(texts).flatMap(([address, text]) =>
        typeof text === 'string' ? [[normalise(address), Number(text)] as const] : [],
      )
    }),
  )
}

/** Solana addresses differ by case. */
function normalise(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
