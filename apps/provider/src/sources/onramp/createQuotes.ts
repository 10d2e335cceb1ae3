import { parseAmount } from '@latchkey/wire/amount'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { GasPrices } from '../gas/createGasPrices.js'
import type { Prices } from '../price/createPrices.js'
import { NATIVE, type Token } from '../tokens/Token.js'
import type { Asset } from './catalogue.js'
import { type Cents, divideUp } from './money.js'
import type { FiatCurrency, OnrampSettings } from './OnrampSettings.js'

/** Money is in cents of the payment currency; `units` are the asset's smallest units. */
export type Quote = {
  readonly subtotal: Cents
  readonly fee: Cents
  readonly networkFee: Cents
  readonly units: bigint
}

export interface Quotes {
  of(
    purchase: { readonly asset: Asset; readonly currency: FiatCurrency; readonly subtotal: Cents },
    signal?: AbortSignal,
  ): Promise<Quote>
  /** The cost of an amount before fees. */
  costOf(asset: Asset, currency: FiatCurrency, units: bigint): Promise<Cents>
}

const RATE_DIGITS = 6
const PRICE_DIGITS = 12
const [RATE, PRICE] = [10n ** BigInt(RATE_DIGITS), 10n ** BigInt(PRICE_DIGITS)]
const BASIS_POINTS = 10_000n
const HIGHEST_PRICE = 1e15
/** Gas of a transfer. */
const GAS = { native: 21_000n, token: 65_000n }

export function createQuotes({
  prices,
  gasPrices,
  settings,
}: {
  readonly prices: Prices
  readonly gasPrices: GasPrices
  readonly settings: OnrampSettings
}): Quotes {
  async function pricesOf(chain: ChainSettings, tokens: readonly Token[]): Promise<bigint[]> {
    const found = await prices.of(chain.id, tokens).catch((cause: unknown) => {
      if (cause instanceof ApiError) throw cause
      throw new ApiError(503, 'price', 'The price source does not respond at the moment.', {
        cause,
      })
    })
    return tokens.map(({ address, symbol }) => {
      const price = found.get(address)
      const isUsable = price !== undefined && price > 0 && price < HIGHEST_PRICE
      const exact = isUsable ? parseAmount(price.toFixed(PRICE_DIGITS), PRICE_DIGITS) : 0n
      if (exact > 0n) return exact
      throw new ApiError(503, 'price', `There is no price for ${symbol} at the moment.`)
    })
  }

  return {
    async of({ asset, currency, subtotal }, signal) {
      const rate = rateOf(currency)
      const { chain } = asset
      const coin = { ...chain.nativeCurrency, address: NATIVE, isListed: true }
      const [[price = 0n, coinPrice = 0n], { standard }] = await Promise.all([
        pricesOf(chain, [toToken(asset), coin]),
        gasPrices.of(chain.id, signal),
      ])
      const cost = standard * (asset.address === undefined ? GAS.native : GAS.token) * coinPrice
      const networkFee = divideUp(cost * 100n * RATE, tenTo(coin.decimals) * PRICE * rate)
      const units = (subtotal * rate * tenTo(asset.decimals) * PRICE) / (100n * RATE * price)
      if (units === 0n)
        throw new ApiError(400, 'amount', 'The amount is too small to buy anything.')
      const fee = divideUp(subtotal * BigInt(settings.feeBasisPoints), BASIS_POINTS)
      return { subtotal, fee, networkFee, units }
    },

    async costOf(asset, currency, units) {
      const [price = 0n] = await pricesOf(asset.chain, [toToken(asset)])
      return divideUp(units * price * 100n * RATE, tenTo(asset.decimals) * PRICE * rateOf(currency))
    },
  }
}

function rateOf({ dollars }: FiatCurrency): bigint {
  return parseAmount(dollars, RATE_DIGITS)
}

function tenTo(digits: number): bigint {
  return 10n ** BigInt(digits)
}

function toToken({ address, name, symbol, decimals }: Asset): Token {
  return { address: address?.toLowerCase() ?? NATIVE, name, symbol, decimals, isListed: true }
}
