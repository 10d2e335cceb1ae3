import { type Answer, createHttpServer } from './createHttpServer.js'
import { close, listen, urlHost } from './listen.js'

/** A server that listens before it can answer, because its address is needed to answer. */
export interface OpenServer {
  readonly url: string
  readonly port: number
  /** Until then it answers 503. */
  serve(answer: Answer): void
  close(): Promise<void>
}

/** Port 0 takes any free one. */
export async function openServer(wanted: number, host: string): Promise<OpenServer> {
  let answer: Answer = () => new Response(null, { status: 503 })
  const server = createHttpServer((request, env) => answer(request, env))
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
