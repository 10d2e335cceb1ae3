import { getSupportedChains } from '@latchkey/wire/http/chains'
import { type Route, route } from '../../http/route.js'
import type { Nodes } from '../../nodes/Nodes.js'

export { rpcProxyRoutes } from './rpcProxy.js'

export function chainRoutes(parts: { readonly nodes: Nodes }): Route[] {
  return [supportedChainsRoute(parts)]
}

/** All served chains; WebSocket is not supported. */
function supportedChainsRoute({ nodes }: { readonly nodes: Nodes }): Route {
  return route(getSupportedChains, async () => ({
    http: nodes.chains.map(({ id }) => id),
    ws: [],
  }))
}
