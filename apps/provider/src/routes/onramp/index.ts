import type { RawRoute, Route } from '../../http/route.js'
import { checkoutRoutes } from './checkoutRoutes.js'
import type { OnrampParts } from './OnrampParts.js'
import { optionsRoute } from './optionsRoute.js'
import { quoteRoute } from './quoteRoute.js'
import { urlRoute } from './urlRoute.js'

/** Buying with money. */
export function onrampRoutes(parts: OnrampParts): Route[] {
  return [optionsRoute(parts), quoteRoute(parts), urlRoute(parts)]
}

/** Pages of the sandbox, when purchases are made here. */
export function onrampRawRoutes({ sandbox, clock }: OnrampParts): RawRoute[] {
  return sandbox ? checkoutRoutes({ sandbox, clock }) : []
}
