import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

export type FetchHandler = (request: Request, env: unknown) => Response | Promise<Response>

/** Longer than any response takes: an idle connection is closed after it. */
const stallTimeoutMs = 60_000

/** Rejects long headers; closes connections that send too slowly or do not read the response. */
export function createHttpServer(handle: FetchHandler): Server {
  const server = createAdaptorServer({
    fetch: handle,
    serverOptions: {
      maxHeaderSize: 16_384,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
  }) as Server
  return server.setTimeout(stallTimeoutMs)
}
