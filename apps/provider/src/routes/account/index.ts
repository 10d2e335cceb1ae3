import type { RawRoute, Route } from '../../http/route.js'
import { balanceRoute, mintImageRoute } from './balance.js'
import { historyRoute } from './history.js'
import { identityRoutes } from './identity.js'
import { nftRoutes } from './nfts.js'
import { walletRoute } from './walletCalls.js'

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

export function accountRawRoutes(parts: Parameters<typeof walletRoute>[0]): RawRoute[] {
  return [walletRoute(parts)]
}
