import { randomUUID } from 'node:crypto'
import {
  createOnrampUrl,
  getOnrampOptions,
  getOnrampPurchase,
  getOnrampQuote,
} from '@latchkey/wire/http/onramp'
import { ApiError } from '../../errors/ApiError.js'
import { type RawRoute, type Route, route } from '../../http/route.js'
import { limitsOf } from '../../sources/onramp/catalogue.js'
import type { ComposedOnramp } from '../../sources/onramp/composeOnramp.js'
import type { OfferedQuote } from '../../sources/onramp/createOnramp.js'
import { formatMoney, parseMoney } from '../../sources/onramp/money.js'
import { checkoutRoutes } from './checkoutRoutes.js'
import { returnRoute } from './returnRoute.js'
import { webhookRoutes } from './webhookRoutes.js'

/** Dependencies of the onramp routes. */
export type OnrampParts = Omit<ComposedOnramp, 'watch'> & { readonly clock: { now(): number } }

/** Buying crypto with a card or from a bank account. */
export function onrampRoutes(parts: OnrampParts): Route[] {
  return [optionsRoute(parts), quoteRoute(parts), urlRoute(parts), purchaseRoute(parts)]
}

/** The sandbox's checkout pages, and where hosted services report and send back to. */
export function onrampRawRoutes(parts: OnrampParts): RawRoute[] {
  const { sandbox, clock } = parts
  return [
    ...(sandbox ? checkoutRoutes({ sandbox, clock }) : []),
    returnRoute,
    ...webhookRoutes(parts),
  ]
}

function optionsRoute({ onramp }: OnrampParts): Route {
  const { catalogue } = onramp
  return route(getOnrampOptions, async (_, { project, signal }) => ({
    paymentCurrencies: catalogue.payment,
    purchaseCurrencies: catalogue.purchase,
    providers: (await onramp.offered(project, signal)).map((driver) => ({
      id: driver.id,
      label: driver.label,
      feeRange: driver.feeRange,
      networks: catalogue.chains.filter(driver.delivers).map(({ id }) => id),
      paymentMethods: limitsOf(driver.methods),
    })),
  }))
}

/** Uses the provider's own limits; of the requested currencies only the names count. */
function quoteRoute({ onramp }: OnrampParts): Route {
  return route(getOnrampQuote, async (input, { project, signal }) => {
    const { purchaseCurrency, paymentCurrency, paymentMethod } = input
    const { asset, quotes } = await onramp.quote(
      project,
      {
        symbolOrId: purchaseCurrency.symbol,
        network: input.network,
        currency: paymentCurrency.id,
        methods: paymentMethod
          ? [paymentMethod]
          : paymentCurrency.payment_method_limits.map(({ id }) => id),
        amount: input.amount,
        providers: input.providers,
        country: input.country,
        destination: input.destination,
      },
      signal,
    )
    const money = (cents: bigint) => ({
      amount: formatMoney(cents),
      currency: paymentCurrency.id.toUpperCase(),
    })
    const toQuote = ({ driver, quote }: OfferedQuote) => ({
      provider: driver.id,
      quoteId: randomUUID(),
      paymentTotal: money(quote.total),
      paymentSubtotal: money(quote.subtotal),
      purchaseAmount: { amount: quote.amount, currency: asset.symbol },
      networkFee: money(quote.networkFee),
      fee: money(quote.fee),
    })
    const [first, ...others] = quotes
    const best = toQuote(first)
    const { provider: _, fee: __, ...plain } = best
    return { ...plain, quotes: [best, ...others.map(toQuote)] }
  })
}

/** The checkout URL. The first wallet receives the purchase. */
function urlRoute({ onramp }: OnrampParts): Route {
  return route(createOnrampUrl, async (input, { project, publicUrl, address, signal }) => {
    const [destination] = input.destinationWallets
    if (!destination)
      throw new ApiError(400, 'destinationWallets', 'A destination wallet is needed.')
    const { presetFiatAmount: fiat } = input
    return onramp.open(
      project,
      {
        destination,
        network: input.defaultNetwork,
        provider: input.provider,
        experience: input.defaultExperience ?? 'buy',
        currency: input.paymentCurrency,
        method: input.paymentMethod,
        country: input.country,
        fiatAmount:
          fiat === undefined ? undefined : parseMoney(fiat.toFixed(2), 'presetFiatAmount'),
        cryptoAmount: input.presetCryptoAmount,
      },
      { publicUrl, clientAddress: address, signal },
    )
  })
}

function purchaseRoute({ purchases }: OnrampParts): Route {
  return route(getOnrampPurchase, async ({ purchaseId }, { project, signal }) => {
    const found = await purchases.find(project.id, purchaseId, signal)
    if (found) return found
    throw new ApiError(404, 'purchaseId', 'There is no such purchase.')
  })
}
