import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createAddressList, isWideRange } from './addressList.js'
import { createBucket } from './buckets.js'

/** Finds the network whose limits a request counts against. */
export type ClientNetworks = {
  /** The client's network; undefined within the development allowance. */
  get(request: IncomingMessage): string | undefined
  /** The client's whole address. */
  address(request: IncomingMessage): string
}

/** Requests from this machine that count against no network, while it is not exposed. */
export const developmentAllowance = { perSecond: 500, burst: 5_000 } as const

/** All clients on this machine, or behind a proxy that forwards no addresses. */
const loopbackNetwork = 'loopback'

/**
 * Forwarding headers count only from a trusted proxy: anyone can send them.
 * Throws a TypeError for a proxy entry that is too wide.
 */
export function createClientNetworks(
  trustedProxies: readonly string[],
  { isExposed = true, now = Date.now }: { isExposed?: boolean; now?: () => number } = {},
): ClientNetworks {
  const trusted = createAddressList(trustedProxies)
  const tooWide = trustedProxies.find(isWideRange)
  if (tooWide !== undefined) {
    throw new TypeError(`"${tooWide}" is too wide; list only the addresses of your proxies.`)
  }
  const isDevelopment = !isExposed && trustedProxies.length === 0
  const allowance = createBucket({ ...developmentAllowance, overdraft: 0 })

  function addressOf(request: IncomingMessage): string {
    const chain = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => normalizeAddress(part.trim()))
    let address = normalizeAddress(request.socket.remoteAddress ?? '')
    while (trusted.contains(address)) {
      const previous = chain.pop()
      if (previous === undefined || isIP(previous) === 0) break
      address = previous
    }
    return address
  }

  return {
    address: addressOf,
    get(request) {
      const address = addressOf(request)
      if (!loopbackAddresses.contains(address)) return toNetwork(address)
      const isAllowed =
        isDevelopment && !isForwarded(request.headers) && allowance.take(1, now()) !== undefined
      return isAllowed ? undefined : loopbackNetwork
    },
  }
}

const forwardingHeaders = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...['x-real-ip', 'true-client-ip', 'cf-connecting-ip'],
]

/** Whether a proxy forwarded the request. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}

/** Whether other machines can connect. A public URL means a proxy in front, wherever the socket listens. */
export function isExposed(host: string, urls: readonly (string | undefined)[]): boolean {
  const known = urls.filter((url) => url !== undefined).map((url) => new URL(url).hostname)
  return [host, ...known].some((name) => !isLocalHost(name))
}

function isLocalHost(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''))
  )
}

export function isLoopback(address: string): boolean {
  return loopbackAddresses.contains(normalizeAddress(address))
}

const loopbackAddresses = createAddressList(['127.0.0.0/8', '::1'])

function normalizeAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** An IPv6 /56 counts as one network: one household or server gets that many addresses. */
function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  const [a, b, c, d] = groups.map((group) => Number.parseInt(group, 16))
  const upper = ((d ?? 0) & 0xff00).toString(16)
  return `${[a, b, c].map((group) => (group ?? 0).toString(16)).join(':')}:${upper}::/56`
}
