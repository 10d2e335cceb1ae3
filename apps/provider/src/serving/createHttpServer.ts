import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

export type Answer = (request: Request, env: unknown) => Response | Promise<Response>

/** Long headers are refused, and whoever sends a request byte by byte is let go. */
export function createHttpServer(answer: Answer): Server {
  return createAdaptorServer({
    fetch: answer,
    serverOptions: {
      maxHeaderSize: 16_384,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
  }) as Server
}
