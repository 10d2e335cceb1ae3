import { getSupportedChains } from '@latchkey/wire/http/chains'
import { type Route, route } from '../../http/route.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Exchanges } from '../../sources/convert/createExchanges.js'

export { rpcProxyRoutes } from './rpcProxy.js'

type ChainParts = { readonly nodes: Nodes; readonly exchanges: Pick<Exchanges, 'serves'> }

export function chainRoutes(parts: ChainParts): Route[] {
  return [supportedChainsRoute(parts)]
}

/** All served chains, and those with swaps; WebSocket is not supported. */
function supportedChainsRoute({ nodes, exchanges }: ChainParts): Route {
  return route(getSupportedChains, async () => {
    const http = nodes.chains.map(({ id }) => id)
    const explorers = nodes.chains.flatMap(({ id, explorer }) => (explorer ? [[id, explorer]] : []))
    return {
      http,
      ws: [],
      swaps: http.filter(exchanges.serves),
      ...(explorers.length > 0 && { explorers: Object.fromEntries(explorers) }),
    }
  })
}
