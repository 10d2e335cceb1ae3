import { getSupportedChains } from '@latchkey/wire/http/chains'
import { type Route, route } from '../../http/route.js'
import type { Nodes } from '../../nodes/Nodes.js'

/** Every chain with nodes; WebSocket is not served. */
export function supportedChainsRoute({ nodes }: { readonly nodes: Nodes }): Route {
  return route(getSupportedChains, async () => ({
    http: nodes.chains.map(({ id }) => id),
    ws: [],
  }))
}
