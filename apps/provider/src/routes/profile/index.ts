import type { RawRoute, Route } from '../../http/route.js'
import { ccipRoutes } from './ccipRoutes.js'
import { lookUpRoute } from './lookUpRoute.js'
import type { ProfileParts } from './ProfileParts.js'
import { registerRoute } from './registerRoute.js'
import { reverseRoute } from './reverseRoute.js'
import { suggestionsRoute } from './suggestionsRoute.js'

/** Names of accounts: look up, reverse, suggest, register. */
export function profileRoutes(parts: ProfileParts): Route[] {
  return [lookUpRoute(parts), reverseRoute(parts), suggestionsRoute(parts), registerRoute(parts)]
}

/** The same names for ENS clients (CCIP-Read). */
export function profileRawRoutes({ ccipGateway }: ProfileParts): RawRoute[] {
  return ccipGateway ? ccipRoutes(ccipGateway) : []
}
