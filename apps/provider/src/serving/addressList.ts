import { BlockList, isIP } from 'node:net'

/** IP addresses and networks such as `10.0.0.0/8`. */
export type AddressList = {
  /** False for text that is not an IP address. */
  contains(address: string): boolean
}

/** Throws a TypeError that quotes the first bad entry. */
export function createAddressList(entries: readonly string[]): AddressList {
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
  const known = new Map<string, boolean>()

  return {
    contains(address) {
      const family = isIP(address)
      if (family === 0) return false
      const result = known.get(address) ?? list.check(address, family === 6 ? 'ipv6' : 'ipv4')
      // Checking a list takes as long as all other limits of a request together.
      if (known.size >= maxKnown) known.clear()
      known.set(address, result)
      return result
    },
  }
}

const maxKnown = 1_000

/** Whether an entry covers more than a /8 of IPv4 (also IPv4-mapped) or a /16 of IPv6. */
export function isWideRange(entry: string): boolean {
  const [address = '', prefix] = entry.split('/')
  if (isIP(address) === 6 && prefix !== undefined && Number(prefix) < 16) return true
  const list = createAddressList([entry])
  const octets = Array.from({ length: 256 }, (_, octet) => `${octet}.0.0.1`)
  return octets.filter((probe) => list.contains(probe)).length > 1
}
