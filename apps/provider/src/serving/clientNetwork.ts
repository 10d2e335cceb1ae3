import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createAddressList } from './addressList.js'

/** Tells whose limits a connection counts against. */
export interface ClientNetworks {
  /** The network a request came from; undefined for this machine itself, which has no limits. */
  of(request: IncomingMessage): string | undefined
}

/**
 * Forwarding headers count only when they come through a proxy the operator named: from anybody else
 * they are what the sender chose to write. Without proxies, connections from this machine are either
 * its own or those of a proxy whose clients cannot be told apart, so they carry no network.
 */
export function createClientNetworks(trustedProxies: readonly string[]): ClientNetworks {
  const trusted = createAddressList(trustedProxies)
  return {
    of(request) {
      const chain = String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((part) => plainAddress(part.trim()))
      let address = plainAddress(request.socket.remoteAddress ?? '')
      while (trusted.contains(address)) {
        const previous = chain.pop()
        if (previous === undefined || isIP(previous) === 0) break
        address = previous
      }
      return LOOPBACK.contains(address) ? undefined : networkOf(address)
    },
  }
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.contains(plainAddress(address))
}

const LOOPBACK = createAddressList(['127.0.0.0/8', '::1'])

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** One household or server gets a /56 of IPv6: its addresses are one network. */
function networkOf(address: string): string {
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
