import type { Route } from '../../http/route.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { supportedChainsRoute } from './supportedChains.js'

export { rpcProxyRoutes } from './rpcProxy.js'

export function chainRoutes(parts: { readonly nodes: Nodes }): Route[] {
  return [supportedChainsRoute(parts)]
}
