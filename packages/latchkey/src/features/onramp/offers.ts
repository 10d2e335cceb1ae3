import { getOnrampQuote, type OnrampQuote } from '@latchkey/wire/http/onramp'
import type { Order } from '../../core/account/purchases/purchases.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import { OnrampError } from '../../core/runtime/errors/onramp.js'
import * as limits from '../../core/runtime/limits.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { type Draft, findLimitProblem } from './draft.js'
import { type Cents, toMoneyText } from './money.js'
import type { MethodLimit, OnrampOptions, Provider } from './options.js'

/** A draft that a quote can be requested for. */
export type QuoteKey = Pick<Draft, 'currency' | 'asset' | 'method'> & {
  readonly amount: Cents
  /** Undefined without a wallet. */
  readonly address: string | undefined
}

export type Quotes = Resource<QuoteKey, readonly OnrampQuote[]>

/** The quotes of all providers for one draft. */
export function getQuotes(widget: Widget): Quotes {
  return getOrCreate(widget, createQuotes)
}

function createQuotes({ ports, signal }: Widget): Quotes {
  return createResource({
    clock: ports.clock,
    signal,
    key: ({ currency, asset, method, amount, address }) =>
      [address, asset.key, currency.id, method, amount].join(' '),
    lifetime: limits.onrampQuoteLifetime,
    retryGap: limits.onrampRetryGap,
    async load({ currency, asset, method, amount, address }, loadSignal) {
      if (!ports.provider) throw new OnrampError('not-offered')
      const body = {
        purchaseCurrency: asset.source,
        paymentCurrency: currency.source,
        amount: toMoneyText(amount),
        network: asset.networkName,
        paymentMethod: method,
        ...(address !== undefined && { destination: address }),
      }
      const { quotes = [] } = await ports.provider.call(getOnrampQuote, body, {
        signal: loadSignal,
      })
      return quotes.filter(
        ({ paymentSubtotal, purchaseAmount }) =>
          paymentSubtotal.currency === currency.id &&
          purchaseAmount.currency.toUpperCase() === asset.symbol.toUpperCase() &&
          isDecimal(purchaseAmount.amount),
      )
    },
  })
}

const isDecimal = (text: string) => /^\d{1,40}(\.\d{1,40})?$/.test(text) && /[1-9]/.test(text)

/** Undefined while the amount is missing or outside the limits. */
export function toQuoteKey(draft: Draft): QuoteKey | undefined {
  const { amount, limit, currency, asset, method, context } = draft
  if (amount === undefined || findLimitProblem(amount, limit)) return undefined
  return { amount, currency, asset, method, address: context.account?.address }
}

/** Why a provider cannot be chosen. */
export type OfferProblem =
  | { readonly kind: 'network' | 'method' | 'no-quote' | 'no-amount' }
  | { readonly kind: 'too-little' | 'too-much'; readonly limit: MethodLimit }

/** One provider for a draft: a quote, or why there is none. Both are undefined while it loads. */
export type Offer = {
  readonly provider: Provider
  readonly quote: OnrampQuote | undefined
  readonly problem: OfferProblem | undefined
  /** The most tokens of several offers. */
  readonly isBest: boolean
}

/** The providers of the account's chain family (public surface §4.10): best offers first. */
export function toOffers(
  { providers }: OnrampOptions,
  draft: Draft,
  quotes: readonly OnrampQuote[] | undefined,
): readonly Offer[] {
  const [{ namespace }] = draft.context.networks
  const shown = providers.filter(({ networks }) =>
    networks.some((id) => id.startsWith(`${namespace}:`)),
  )
  // The provider sorts its quotes.
  const rank = (id: string) => {
    const index = quotes?.findIndex((quote) => quote.provider === id) ?? -1
    return index < 0 ? providers.length : index
  }
  const offers = shown.map((provider) => ({
    provider,
    quote: quotes?.find((quote) => quote.provider === provider.id),
    problem: findProblem(provider, draft, quotes),
  }))
  const possible = offers.filter(({ quote, problem }) => quote && !problem)
  return offers
    .sort((a, b) => rank(a.provider.id) - rank(b.provider.id))
    .map((offer, index) => ({ ...offer, isBest: index === 0 && possible.length > 1 }))
}

function findProblem(
  provider: Provider,
  { asset, method, amount, limit }: Draft,
  quotes: readonly OnrampQuote[] | undefined,
): OfferProblem | undefined {
  if (!provider.networks.includes(asset.network.id)) return { kind: 'network' }
  const own = provider.limits.find((one) => one.method === method)
  if (!own) return { kind: 'method' }
  if (amount === undefined) return { kind: 'no-amount' }
  for (const one of [limit, own]) {
    const kind = findLimitProblem(amount, one)
    if (kind && one) return { kind, limit: one }
  }
  const isMissing = quotes && !quotes.some((quote) => quote.provider === provider.id)
  return isMissing ? { kind: 'no-quote' } : undefined
}

/** Undefined without a quote. */
export function toOrder(draft: Draft, { provider, quote, problem }: Offer): Order | undefined {
  const { context, asset, currency, method, amount } = draft
  if (!quote || problem || amount === undefined || !context.account) return undefined
  return {
    provider: provider.id,
    label: provider.label,
    address: context.account.address,
    isSmartAccount: context.isSmartAccount,
    networkId: asset.network.id,
    networkName: asset.networkName,
    symbol: asset.symbol,
    quantity: quote.purchaseAmount.amount,
    amount: toMoneyText(amount),
    currency: currency.id,
    method,
  }
}
