import { randomUUID } from 'node:crypto'
import { formatAmount } from '@latchkey/wire/amount'
import { createOnrampUrl, getOnrampOptions, getOnrampQuote } from '@latchkey/wire/http/onramp'
import { ApiError } from '../../errors/ApiError.js'
import { type RawRoute, type Route, route } from '../../http/route.js'
import type { Onramp } from '../../sources/onramp/createOnramp.js'
import { formatMoney, parseMoney } from '../../sources/onramp/money.js'
import type { Sandbox } from '../../sources/onramp/sandbox/createSandbox.js'
import { checkoutRoutes } from './checkoutRoutes.js'

/** Dependencies of the onramp routes. */
export type OnrampParts = {
  readonly onramp: Onramp
  /** Only with the sandbox driver. */
  readonly sandbox?: Sandbox | undefined
  readonly clock: { now(): number }
}

/** Buying crypto with a card. */
export function onrampRoutes(parts: OnrampParts): Route[] {
  return [optionsRoute(parts), quoteRoute(parts), urlRoute(parts)]
}

/** The sandbox's checkout pages. */
export function onrampRawRoutes({ sandbox, clock }: OnrampParts): RawRoute[] {
  return sandbox ? checkoutRoutes({ sandbox, clock }) : []
}

function optionsRoute({ onramp: { catalogue } }: OnrampParts): Route {
  return route(getOnrampOptions, async () => ({
    paymentCurrencies: catalogue.payment,
    purchaseCurrencies: catalogue.purchase,
  }))
}

/** Uses the provider's own limits; of the requested currencies only the names count. */
function quoteRoute({ onramp }: OnrampParts): Route {
  return route(getOnrampQuote, async (input, { signal }) => {
    const { purchaseCurrency, paymentCurrency, amount, network } = input
    const { asset, quote } = await onramp.quote(
      {
        symbolOrId: purchaseCurrency.symbol,
        network,
        currency: paymentCurrency.id,
        methods: paymentCurrency.payment_method_limits.map(({ id }) => id),
        amount,
      },
      signal,
    )
    const money = (cents: bigint) => ({
      amount: formatMoney(cents),
      currency: paymentCurrency.id.toUpperCase(),
    })
    return {
      quoteId: randomUUID(),
      paymentTotal: money(quote.subtotal + quote.fee + quote.networkFee),
      paymentSubtotal: money(quote.subtotal),
      purchaseAmount: {
        amount: formatAmount(quote.units, asset.decimals),
        currency: asset.symbol,
      },
      networkFee: money(quote.networkFee),
    }
  })
}

/** The checkout URL. The first wallet receives the purchase. */
function urlRoute({ onramp }: OnrampParts): Route {
  return route(createOnrampUrl, async (input, { project, publicUrl, signal }) => {
    const [destination] = input.destinationWallets
    if (!destination)
      throw new ApiError(400, 'destinationWallets', 'A destination wallet is needed.')
    const { presetFiatAmount: fiat } = input
    const url = await onramp.checkoutUrl(
      {
        projectId: project.id,
        destination,
        network: input.defaultNetwork,
        experience: input.defaultExperience ?? 'buy',
        customer: input.partnerUserId,
        fiatAmount:
          fiat === undefined ? undefined : parseMoney(fiat.toFixed(2), 'presetFiatAmount'),
        cryptoAmount: input.presetCryptoAmount,
      },
      { publicUrl, signal },
    )
    return { url }
  })
}
