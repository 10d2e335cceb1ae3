import { type Clock, systemClock } from '../../clock.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { createNodes } from '../../nodes/createNodes.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import { createChainSources } from '../../sources/createChainSources.js'
import type { OwnNames } from '../../sources/identity/createIdentities.js'
import { createTestApi, type TestApi } from '../../testing/apiFixture.js'
import { priceRoutes } from '../price/index.js'
import { accountRoutes } from './index.js'

/** The API over the readers of some chains, with everything between a request and a node real. */
export function createChainApi(
  chains: readonly ChainSettings[],
  parts: {
    readonly ownNames?: OwnNames
    readonly web?: HttpClient
    readonly clock?: Clock
    readonly ipfsGateway?: string
    /** Methods the nodes are made not to know. */
    readonly unknown?: RegExp
  } = {},
): TestApi {
  const { ownNames = { reverse: async () => [] }, web = createOutbound(), ipfsGateway } = parts
  const clock = parts.clock ?? systemClock
  const origins = chains.flatMap(({ upstreams, prices }) =>
    prices?.kind === 'http' ? [...upstreams, prices.url] : upstreams,
  )
  const plain = createOutbound({ allowPrivate: origins })
  const http: HttpClient = {
    async send(url, request) {
      const { id, method } = JSON.parse(request.body ?? '{}')
      if (!parts.unknown?.test(method)) return plain.send(url, request)
      const error = { code: -32601, message: 'Method not found' }
      const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, error }))
      return { status: 200, headers: {}, bytes }
    },
  }
  const nodes = createNodes({ chains, http, web, clock, random: Math.random })
  const sources = createChainSources({ nodes, web, http, ownNames, clock, ipfsGateway })
  return createTestApi({
    routes: [...accountRoutes({ ...sources, purchases: undefined }), ...priceRoutes(sources)],
  })
}
