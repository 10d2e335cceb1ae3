import { parseAmount } from '@latchkey/wire/amount'
import { namespaceOf } from '@latchkey/wire/caip'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { GasPrices } from '../gas/createGasPrices.js'
import type { Prices } from '../price/createPrices.js'
import { nativeToken, type Token } from '../tokens/Token.js'
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

export type Quotes = {
  create(
    purchase: { readonly asset: Asset; readonly currency: FiatCurrency; readonly subtotal: Cents },
    signal?: AbortSignal,
  ): Promise<Quote>
  /** The cost of an amount before fees. */
  costOf(asset: Asset, currency: FiatCurrency, units: bigint): Promise<Cents>
}

const rateDigits = 6
const priceDigits = 12
const [rateUnit, priceUnit] = [10n ** BigInt(rateDigits), 10n ** BigInt(priceDigits)]
const basisPointsPerUnit = 10_000n
const maxPrice = 1e15
/** Gas of a transfer. */
const transferGas = { native: 21_000n, token: 65_000n }
/** Lamports of a transfer on Solana; a token may need a new account. */
const transferLamports = { native: 5_000n, token: 2_044_280n }

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
    const found = await prices.read(chain.id, tokens).catch((cause: unknown) => {
      if (cause instanceof ApiError) throw cause
      throw new ApiError(503, 'price', 'The price source does not respond at the moment.', {
        cause,
      })
    })
    return tokens.map(({ address, symbol }) => {
      const { dollars, isStale } = found.get(address) ?? { dollars: 0, isStale: true }
      const isUsable = !isStale && dollars > 0 && dollars < maxPrice
      const exact = isUsable ? parseAmount(dollars.toFixed(priceDigits), priceDigits) : 0n
      if (exact > 0n) return exact
      throw new ApiError(503, 'price', `There is no price for ${symbol} at the moment.`)
    })
  }

  /** What a transfer costs, in the smallest units of the chain's coin. */
  async function transferCost({ chain, address }: Asset, signal?: AbortSignal): Promise<bigint> {
    const kind = address === undefined ? 'native' : 'token'
    if (namespaceOf(chain.id) !== 'eip155') return transferLamports[kind]
    return (await gasPrices.read(chain.id, signal)).standard * transferGas[kind]
  }

  return {
    async create({ asset, currency, subtotal }, signal) {
      const rate = rateOf(currency)
      const { chain } = asset
      const coin = { ...chain.nativeCurrency, address: nativeToken, isListed: true }
      const [[price = 0n, coinPrice = 0n], transfer] = await Promise.all([
        pricesOf(chain, [toToken(asset), coin]),
        transferCost(asset, signal),
      ])
      const cost = transfer * coinPrice
      const networkFee = divideUp(cost * 100n * rateUnit, tenTo(coin.decimals) * priceUnit * rate)
      const units =
        (subtotal * rate * tenTo(asset.decimals) * priceUnit) / (100n * rateUnit * price)
      if (units === 0n)
        throw new ApiError(400, 'amount', 'The amount is too small to buy anything.')
      const fee = divideUp(subtotal * BigInt(settings.feeBasisPoints), basisPointsPerUnit)
      return { subtotal, fee, networkFee, units }
    },

    async costOf(asset, currency, units) {
      const [price = 0n] = await pricesOf(asset.chain, [toToken(asset)])
      return divideUp(
        units * price * 100n * rateUnit,
        tenTo(asset.decimals) * priceUnit * rateOf(currency),
      )
    },
  }
}

function rateOf({ dollars }: FiatCurrency): bigint {
  return parseAmount(dollars, rateDigits)
}

function tenTo(digits: number): bigint {
  return 10n ** BigInt(digits)
}

function toToken({ chain, address = nativeToken, name, symbol, decimals }: Asset): Token {
  const key = namespaceOf(chain.id) === 'eip155' ? address.toLowerCase() : address
  return { address: key, name, symbol, decimals, isListed: true }
}
