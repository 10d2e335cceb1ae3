import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

export type Answer = (request: Request, env: unknown) => Response | Promise<Response>

/** Longer than any answer takes: after it a connection that nothing moves on is closed. */
const STALLED_MS = 60_000

/** Long headers are refused; connections that send a request byte by byte or read no answer are closed. */
export function createHttpServer(answer: Answer): Server {
  const server = createAdaptorServer({
    fetch: answer,
    serverOptions: {
      maxHeaderSize: 16_384,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
  }) as Server
  return server.setTimeout(STALLED_MS)
}
