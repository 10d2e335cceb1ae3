import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Many clients reconnect at once after a restart; beyond the backlog they retry only after seconds. */
const backlogSize = 4_096

/** Resolves with the port; `0` picks a free one. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: backlogSize }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** An IP address as written in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The `Host` values a server at this address accepts. */
export function ownHosts(host: string, port: number, publicUrl: string): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]', urlHost(host)]
  return new Set([...names.map((name) => `${name}:${port}`), new URL(publicUrl).host])
}

const closePollMs = 50

/** Finishes running requests and closes idle connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const closing = setInterval(() => server.closeIdleConnections(), closePollMs)
  server.closeIdleConnections()
  await closed
  clearInterval(closing)
}
