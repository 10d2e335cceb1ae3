import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

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
  const trusted = parseNetworks(trustedProxies)
  return {
    of(request) {
      const chain = String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((part) => plainAddress(part.trim()))
      let address = plainAddress(request.socket.remoteAddress ?? '')
      while (contains(trusted, address)) {
        const previous = chain.pop()
        if (previous === undefined || isIP(previous) === 0) break
        address = previous
      }
      return contains(LOOPBACK, address) ? undefined : networkOf(address)
    },
  }
}

export function isLoopback(address: string): boolean {
  return contains(LOOPBACK, plainAddress(address))
}

const LOOPBACK = parseNetworks(['127.0.0.0/8', '::1'])

/** Throws with the entry that is wrong. */
function parseNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const bits = prefix === undefined ? undefined : Number(prefix)
    const maximum = family === 'ipv6' ? 128 : 32
    const isPrefix = bits === undefined || (Number.isInteger(bits) && bits >= 0 && bits <= maximum)
    if (isIP(address) === 0 || !isPrefix) {
      throw new TypeError(`"${entry}" is not an address or network like 10.0.0.0/8.`)
    }
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, bits, family)
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

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
