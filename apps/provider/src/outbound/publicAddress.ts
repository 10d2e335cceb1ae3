import { isIP } from 'node:net'
import { createAddressList } from '../serving/addressList.js'

/** IPv4 ranges outside the public internet: private, shared, local, special, multicast. */
const nonPublicRanges = createAddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IPv6 tunnels and documentation ranges inside the public range.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/** The only routed part of IPv6; mapped, NAT64, local and multicast addresses are outside. */
const routedIpv6 = createAddressList(['2000::/3'])

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // A zone id (`%eth0`) names an interface of this machine.
  if (family === 0 || address.includes('%')) return false
  if (family === 6 && !routedIpv6.contains(address)) return false
  return !nonPublicRanges.contains(address)
}
