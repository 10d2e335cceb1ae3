import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound } from '../../../outbound/createOutbound.js'

export type StandInRequest = {
  readonly method: string
  /** Without query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read requests of every shape.
  readonly body: any
}

export type StandInResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent unchanged, everything else as JSON. */
  readonly body?: unknown
  /** Never responds. */
  readonly isSilent?: true
}

export type StandIn = {
  readonly url: string
  readonly http: ReturnType<typeof createOutbound>
  readonly requests: StandInRequest[]
  /** Replaces the responses. */
  respond: (request: StandInRequest) => StandInResponse
  stop(): Promise<void>
}

/** A payment service on this machine that responds as a test says. */
export async function startStandIn(): Promise<StandIn> {
  const requests: StandInRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in')
      const request = {
        method: incoming.method ?? '',
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
      requests.push(request)
      const { status = 200, headers = {}, body, isSilent } = standIn.respond(request)
      if (isSilent) return
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = createOutbound({ allowPrivate: [url] })
  const standIn: StandIn = {
    url,
    http,
    requests,
    respond: () => ({ status: 404 }),
    stop() {
      http.stop()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return standIn
}
