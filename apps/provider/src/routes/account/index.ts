import type { Route } from '../../http/route.js'
import { balanceRoute, mintImageRoute } from './balance.js'
import { historyRoute } from './history.js'
import { identityRoutes } from './identity.js'
import { nftRoutes } from './nfts.js'

export function accountRoutes(
  parts: Parameters<typeof balanceRoute>[0] &
    Parameters<typeof mintImageRoute>[0] &
    Parameters<typeof historyRoute>[0] &
    Parameters<typeof identityRoutes>[0] &
    Parameters<typeof nftRoutes>[0],
): Route[] {
  return [
    balanceRoute(parts),
    mintImageRoute(parts),
    historyRoute(parts),
    ...identityRoutes(parts),
    ...nftRoutes(parts),
  ]
}
