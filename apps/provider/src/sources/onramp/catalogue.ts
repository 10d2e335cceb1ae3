import { createHash } from 'node:crypto'
import { namespaceOf, referenceOf } from '@latchkey/wire/caip'
import type { paymentCurrency, purchaseCurrency } from '@latchkey/wire/http/onramp'
import type { InferInput } from 'valibot'
import { getAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { formatMoney } from './money.js'
import { fullNetworkName, hasName } from './networkNames.js'
import {
  type FiatCurrency,
  type OnrampSettings,
  type PaymentMethod,
  paymentLimits,
  paymentMethods,
} from './OnrampSettings.js'

/** An asset that can be bought on one chain. */
export type Asset = {
  readonly chain: ChainSettings
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** With checksum on EVM chains; undefined for the native coin. */
  readonly address: string | undefined
}

/** Where a payment service delivers to. */
const namespaces: readonly string[] = ['eip155', 'solana']

/** Assets, payment currencies and chains. */
export type Catalogue = {
  readonly payment: InferInput<typeof paymentCurrency>[]
  readonly purchase: InferInput<typeof purchaseCurrency>[]
  readonly chains: readonly ChainSettings[]
  currency(id: string, field: string): FiatCurrency
  /** Finds a chain by one of its names. */
  chain(name: string): ChainSettings | undefined
  assetsOf(chain: ChainSettings): readonly Asset[]
  /** By symbol or currency id, on the named chain or else the first that has it. */
  asset(symbolOrId: string, network: string, field: string): Asset
}

export function createCatalogue(
  allChains: readonly ChainSettings[],
  delivers: (chain: ChainSettings) => boolean,
  { currencies }: OnrampSettings,
): Catalogue {
  const chains = allChains.filter(
    (chain) => namespaces.includes(namespaceOf(chain.id)) && delivers(chain),
  )
  const assets = chains.flatMap(assetsOf)
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))]
  return {
    chains,
    assetsOf,
    payment: currencies.map(({ id }) => ({ id, payment_method_limits: limitsOf(paymentMethods) })),
    purchase: symbols.map((symbol) => {
      const same = assets.filter((asset) => asset.symbol === symbol)
      return {
        id: idOf(symbol),
        name: same[0]?.name ?? symbol,
        symbol,
        networks: same.map(({ chain, address }) => ({
          name: fullNetworkName(chain),
          display_name: chain.name,
          chain_id: referenceOf(chain.id),
          contract_address: address ?? '',
        })),
      }
    }),

    currency(id, field) {
      const found = currencies.find((currency) => currency.id === id.toUpperCase())
      if (found) return found
      throw new ApiError(
        400,
        field,
        `Payments are accepted in ${currencies.map((c) => c.id).join(', ')}.`,
      )
    },

    chain: (name) => chains.find((chain) => hasName(chain, name)),

    asset(symbolOrId, network, field) {
      const upperCase = symbolOrId.toUpperCase()
      const of = assets.filter(
        ({ symbol }) => symbol.toUpperCase() === upperCase || idOf(symbol) === symbolOrId,
      )
      const found = of.find(({ chain }) => hasName(chain, network)) ?? of[0]
      if (found) return found
      throw new ApiError(400, field, 'This currency cannot be bought here.')
    },
  }
}

/** The limits of payment methods, as amounts of money. */
export function limitsOf(methods: readonly PaymentMethod[]) {
  return methods.map((id) => ({
    id,
    min: formatMoney(paymentLimits[id].min),
    max: formatMoney(paymentLimits[id].max),
  }))
}

function assetsOf(chain: ChainSettings): Asset[] {
  const tokens = chain.tokens.map((token) => ({
    chain,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    address: namespaceOf(chain.id) === 'eip155' ? getAddress(token.address) : token.address,
  }))
  return [{ chain, ...chain.nativeCurrency, address: undefined }, ...tokens]
}

/** A stable UUID for a symbol. */
function idOf(symbol: string): string {
  const hex = createHash('sha256').update(`onramp currency ${symbol}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
