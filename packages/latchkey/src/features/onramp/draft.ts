import type { BuyContext } from './buyContext.js'
import { type Cents, safeParseMoney } from './money.js'
import {
  type Asset,
  type Currency,
  getAssets,
  type MethodLimit,
  type OnrampOptions,
  type PaymentMethod,
} from './options.js'
import type { OnrampState } from './store.js'

/** The form with its choices looked up in the options. */
export type Draft = {
  readonly context: BuyContext
  readonly currencies: readonly Currency[]
  readonly assets: readonly Asset[]
  readonly currency: Currency
  readonly asset: Asset
  readonly method: PaymentMethod
  /** Undefined for no amount. */
  readonly amount: Cents | undefined
  /** Of the payment method; undefined if it has none in this currency. */
  readonly limit: MethodLimit | undefined
}

export type DraftInput = Pick<OnrampState, 'amount' | 'currencyId' | 'assetKey' | 'method'>

/** Preselected, because most people buy it. */
const preferredSymbol = 'USDC'
const preferredCurrency = 'USD'

/** Undefined if nothing can be bought on the account's networks. */
export function toDraft(
  options: OnrampOptions,
  context: BuyContext,
  { amount, currencyId, assetKey, method }: DraftInput,
): Draft | undefined {
  const { currencies } = options
  const assets = getAssets(options, context)
  const currency =
    currencies.find(({ id }) => id === currencyId) ??
    currencies.find(({ id }) => id === preferredCurrency) ??
    currencies[0]
  const [active] = context.networks
  const here = assets.filter(({ network }) => network.id === active.id)
  const asset =
    assets.find(({ key }) => key === assetKey) ??
    assets.find(({ symbol }) => symbol === assetKey) ??
    here.find(({ symbol }) => symbol === preferredSymbol) ??
    here[0] ??
    assets[0]
  if (!currency || !asset) return undefined
  const limit = currency.limits.find((one) => one.method === method) ?? currency.limits[0]
  return {
    context,
    currencies,
    assets,
    currency,
    asset,
    method: limit?.method ?? method,
    amount: safeParseMoney(amount),
    limit,
  }
}

/** Why the amount cannot be paid; undefined if it can, or if there is none. */
export function findLimitProblem(
  amount: Cents | undefined,
  limit: MethodLimit | undefined,
): 'too-little' | 'too-much' | undefined {
  if (amount === undefined || !limit) return undefined
  if (amount < limit.min) return 'too-little'
  return amount > limit.max ? 'too-much' : undefined
}
