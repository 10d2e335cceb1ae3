import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Those who knock at the same time, after a restart for instance. Beyond that the system lets them wait for
 * seconds before they may knock again.
 */
const BACKLOG = 4_096

/** Resolves with the port, which `0` leaves to the system. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** An address as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The names under which a server at this address may be asked. */
export function ownHosts(host: string, port: number, publicUrl: string): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]', urlHost(host)]
  return new Set([...names.map((name) => `${name}:${port}`), new URL(publicUrl).host])
}

const CLOSE_POLL_MS = 50

/** Those who are being answered get their answer; those who only wait are let go. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_POLL_MS)
  server.closeIdleConnections()
  await closed
  clearInterval(closing)
}
