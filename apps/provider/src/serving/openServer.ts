import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { close, listen, urlHost } from './listen.js'

type Answer = (request: Request, env: unknown) => Response | Promise<Response>

/** A server that listens before it can answer, because its address is needed to answer. */
export interface OpenServer {
  readonly url: string
  readonly port: number
  /** Until then it answers 503. */
  serve(answer: Answer): void
  close(): Promise<void>
}

const MAX_HEADER_BYTES = 16_384

/** Port 0 takes any free one. */
export async function openServer(wanted: number, host: string): Promise<OpenServer> {
  let answer: Answer = () => new Response(null, { status: 503 })
  const server = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    serverOptions: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
    },
  }) as Server
  const port = await listen(server, wanted, host)
  return {
    url: `http://${urlHost(host)}:${port}`,
    port,
    serve(given) {
      answer = given
    },
    close: () => close(server),
  }
}
