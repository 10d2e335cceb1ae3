import { randomUUID } from 'node:crypto'
import { formatAmount } from '@latchkey/wire/amount'
import { getOnrampQuote } from '@latchkey/wire/http/onramp'
import { type Route, route } from '../../http/route.js'
import { formatMoney } from '../../sources/onramp/money.js'
import type { OnrampParts } from './OnrampParts.js'

/** Uses the provider's own limits; of the requested currencies only the names count. */
export function quoteRoute({ onramp }: OnrampParts): Route {
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
