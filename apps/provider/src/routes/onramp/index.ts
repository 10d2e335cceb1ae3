import type { RawRoute, Route } from '../../http/route.js'
import { checkoutRoutes } from './checkoutRoutes.js'
import type { OnrampParts } from './OnrampParts.js'
import { optionsRoute } from './optionsRoute.js'
import { quoteRoute } from './quoteRoute.js'
import { urlRoute } from './urlRoute.js'

/** Buying crypto with a card. */
export function onrampRoutes(parts: OnrampParts): Route[] {
  return [optionsRoute(parts), quoteRoute(parts), urlRoute(parts)]
}

/** The sandbox's checkout pages. */
export function onrampRawRoutes({ sandbox, clock }: OnrampParts): RawRoute[] {
  return sandbox ? checkoutRoutes({ sandbox, clock }) : []
}
