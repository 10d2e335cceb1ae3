import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createClientNetworks, developmentAllowance, isLoopback } from './clientNetwork.js'

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

describe('the network a client counts against', () => {
  const direct = createClientNetworks([])
  const proxied = createClientNetworks(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48'])

  it.each([
    ['an address', '203.0.113.7', undefined, '203.0.113.7'],
    ['a mapped address', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['a /56 of IPv6', '2001:db8:1:2ff::5', undefined, '2001:db8:1:200::/56'],
    ['the same /56', '2001:0db8:0001:0201:aaaa::', undefined, '2001:db8:1:200::/56'],
    ['a /56 behind the zeros', '2001:db8::4455:5:6:7:8', undefined, '2001:db8:0:4400::/56'],
    ['this machine', '127.0.0.1', undefined, 'loopback'],
    ['the same machine by another address', '127.9.9.9', undefined, 'loopback'],
    ['this machine by IPv6', '::1', undefined, 'loopback'],
    ['this machine by a mapped address', '::ffff:127.0.0.1', undefined, 'loopback'],
    ['this machine, despite a forwarding header', '127.0.0.1', '198.51.100.1', 'loopback'],
    ['the socket address without a trusted proxy', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ])('is %s', (_, address, forwarded, network) => {
    expect(direct.get(request(address, forwarded))).toBe(network)
  })

  it.each([
    ['the client behind a proxy', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'the last untrusted address',
      '10.1.1.1',
      '198.51.100.1, 203.0.113.7, 10.2.2.2',
      '203.0.113.7',
    ],
    ['the address that the proxy added', '10.1.1.1', '8.8.8.8, 203.0.113.7', '203.0.113.7'],
    ['the proxy with an invalid header', '10.1.1.1', 'unknown', '10.1.1.1'],
    ['the proxy without a header', '10.1.1.1', undefined, '10.1.1.1'],
    ['the proxy on this machine without a header', '127.0.0.1', undefined, 'loopback'],
    ['this machine when the client claims to be it', '127.0.0.1', '127.0.0.1', 'loopback'],
  ])('is %s', (_, address, forwarded, network) => {
    expect(proxied.get(request(address, forwarded))).toBe(network)
  })

  it.each(['10.0.0.0/33', 'example.com', '10.0.0.0/x', ''])(
    'rejects the proxy "%s" and quotes it',
    (entry) => {
      expect(() => createClientNetworks([entry])).toThrow(`"${entry}" is not an address`)
    },
  )

  it.each(['0.0.0.0/0', '128.0.0.0/1', '10.0.0.0/7', '::/0', '2000::/3', '::ffff:0:0/96', '::/64'])(
    'rejects the wide network %s',
    (entry) => {
      expect(() => createClientNetworks(['127.0.0.1', entry])).toThrow(`"${entry}" is too wide`)
    },
  )

  describe('while only this machine can connect', () => {
    const create = (trustedProxies: readonly string[] = []) => {
      let time = 0
      const networks = createClientNetworks(trustedProxies, { isExposed: false, now: () => time })
      return { networks, advance: (ms: number) => (time += ms) }
    }

    it('is undefined within the development allowance, then loopback', () => {
      const { networks, advance } = create()
      const { burst, perSecond } = developmentAllowance
      const getNetwork = () => networks.get(request('127.0.0.1'))
      for (let count = 0; count < burst; count += 1) expect(getNetwork()).toBeUndefined()
      expect(getNetwork()).toBe('loopback')
      advance(1_000)
      const later = Array.from({ length: perSecond + 1 }, getNetwork)
      expect(later.filter((network) => network === undefined)).toHaveLength(perSecond)
    })

    it.each([
      'forwarded',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'true-client-ip',
      'cf-connecting-ip',
    ])('is loopback for a request forwarded with %s', (name) => {
      const headers = { [name]: '203.0.113.7' }
      const forwarded = { headers, socket: { remoteAddress: '127.0.0.1' } }
      const { networks } = create()
      expect(networks.get(forwarded as unknown as IncomingMessage)).toBe('loopback')
    })

    it('has no allowance behind a trusted proxy', () => {
      expect(create(['127.0.0.1']).networks.get(request('127.0.0.1'))).toBe('loopback')
    })
  })

  it.each([
    ['whole', '93.184.215.14', undefined, '93.184.215.14'],
    ['whole with IPv6', '2606:2800:21f:cb07::1', undefined, '2606:2800:21f:cb07::1'],
    ['from a trusted proxy', '10.0.0.1', '93.184.215.14', '93.184.215.14'],
    ['not from a forged header', '93.184.215.14', '8.8.8.8', '93.184.215.14'],
    ['not what the client wrote', '10.0.0.1', '8.8.8.8, 93.184.215.14', '93.184.215.14'],
  ])('has an address: %s', (_, address, forwarded, expected) => {
    expect(proxied.address(request(address, forwarded))).toBe(expected)
  })

  it('recognises loopback addresses', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.evil.example', ''].some(isLoopback)).toBe(false)
  })
})
