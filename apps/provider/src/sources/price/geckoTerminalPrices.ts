import { isRecord } from '@latchkey/wire/json'
import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { nativeToken } from '../tokens/Token.js'
import { fetchPrices } from './fetchPrices.js'
import { isPlausible, type PriceDriver } from './PriceDriver.js'

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
        (ids) => `${base}${ids.join(',')}`,
      )
      const found = new Map(
        answers.flatMap((answer) =>
          Object.entries(pricesOf(answer)).map(([address, text]) => [normalise(address), text]),
        ),
      )
      return new Map(
        tokens.flatMap(({ address }) => {
          const text = found.get(idOf(address))
          const dollars = typeof text === 'string' ? Number(text) : undefined
          return isPlausible(dollars) ? [[address, { dollars }] as const] : []
        }),
      )
    },
  }
}

function pricesOf({ data }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const attributes = isRecord(data) ? data.attributes : undefined
  const prices = isRecord(attributes) ? attributes.token_prices : undefined
  if (isRecord(prices)) return prices
  throw new Error('The response has no prices.')
}

/** Solana addresses differ by case. */
function normalise(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
