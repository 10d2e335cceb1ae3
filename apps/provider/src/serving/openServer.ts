import { createHttpServer, type FetchHandler } from './createHttpServer.js'
import { close, listen, urlHost } from './listen.js'

/** A server that listens before its handler exists, because the handler needs its URL. */
export type OpenServer = {
  readonly url: string
  readonly port: number
  /** Responds 503 until this is called. */
  serve(handle: FetchHandler): void
  close(): Promise<void>
}

/** Port 0 picks a free one. */
export async function openServer(requestedPort: number, host: string): Promise<OpenServer> {
  let handle: FetchHandler = () => new Response(null, { status: 503 })
  const server = createHttpServer((request, env) => handle(request, env))
  const port = await listen(server, requestedPort, host)
  return {
    url: `http://${urlHost(host)}:${port}`,
    port,
    serve(next) {
      handle = next
    },
    close: () => close(server),
  }
}
