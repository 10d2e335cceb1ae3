import { getOnrampOptions } from '@latchkey/wire/http/onramp'
import { type Route, route } from '../../http/route.js'
import type { OnrampParts } from './OnrampParts.js'

export function optionsRoute({ onramp: { catalogue } }: OnrampParts): Route {
  return route(getOnrampOptions, async () => ({
    paymentCurrencies: catalogue.payment,
    purchaseCurrencies: catalogue.purchase,
  }))
}
