import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import { isPublicAddress } from '../outbound/publicAddress.js'
import type { ClientNetworks } from '../serving/clientNetwork.js'

/** The network whose limits a request counts against; undefined within the development allowance. */
export function getNetwork(context: Context, networks: ClientNetworks): string | undefined {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  return incoming && networks.get(incoming)
}

/** The caller's internet address; undefined on this machine or in a private network. */
export function getClientAddress(context: Context, networks: ClientNetworks): string | undefined {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  const address = incoming && networks.address(incoming)
  return address !== undefined && isPublicAddress(address) ? address : undefined
}

/** The response stream; undefined without a connection, as in tests. */
export function getOutgoing(context: Context): ServerResponse | undefined {
  return ((context.env ?? {}) as { outgoing?: ServerResponse }).outgoing
}

/** Waits, or stops when the caller disconnects. */
export function delayResponse(
  clock: Clock,
  ms: number,
  outgoing: ServerResponse | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    outgoing?.once('close', () => {
      cancel()
      resolve()
    })
  })
}

/** Throws an ApiError for a `Host` that is not this server's (DNS rebinding). */
export function checkHost(url: URL, hosts: ReadonlySet<string> | undefined): void {
  if (hosts && !hosts.has(url.host)) {
    throw new ApiError(400, 'host', 'This provider does not serve that host name.')
  }
}

/**
 * Other sites can post forms and text here without CORS, but not JSON. Older widgets post JSON as text:
 * accepted from a page of the project, which the `Origin` header tells. Throws an ApiError.
 */
export function checkJson(
  headers: Headers,
  { isOriginChecked = false }: { readonly isOriginChecked?: boolean } = {},
): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const name = type.trim().toLowerCase()
  if (name === 'application/json' || (name === 'text/plain' && isOriginChecked)) return
  throw new ApiError(415, 'content-type', 'Send this request as application/json.')
}
