import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './readConfig.js'

const dir = mkdtempSync(join(tmpdir(), 'latchkey-exposure-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

type Flags = Readonly<Record<string, string | undefined>>

/** A provider on this machine behind a TLS proxy on the same machine. */
const behindProxy: Flags = {
  host: '127.0.0.1',
  'public-url': 'https://api.example.org',
  'relay-url': 'wss://relay.example.org',
  'allowed-origins': 'https://example.org',
  'trusted-proxies': '127.0.0.1',
}

const key = `0x${'1'.repeat(64)}`
const chain = {
  id: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example'],
}
const mail = { url: 'smtp://mail.example.org:587', from: 'login@example.org' }
const sandbox = { onramp: { driver: 'sandbox', chains: [], treasuryKey: key } }

let files = 0
function read(flags: Flags, settings: unknown = {}) {
  files += 1
  const path = join(dir, `${files}.json`)
  writeFileSync(path, JSON.stringify(settings))
  const args = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  return readConfig(['--config', path, ...args], {})
}

describe('exposure', () => {
  it.each([
    ['a public address on a loopback socket', behindProxy],
    ['a public relay address alone', { ...behindProxy, 'public-url': undefined, roles: 'relay' }],
    ['a socket others can reach', { ...behindProxy, host: '0.0.0.0' }],
    ['a private network address', { ...behindProxy, 'public-url': 'https://192.168.1.4' }],
  ])('counts %s as exposed', (_, flags) => {
    expect(read(flags).isExposed).toBe(true)
  })

  it.each([
    ['http://localhost:4404'],
    ['http://127.0.0.1:4404'],
    ['http://[::1]:4404'],
    ['http://provider.localhost:4404'],
  ])('counts %s as this machine', (url) => {
    expect(read({ 'public-url': url }).isExposed).toBe(false)
  })

  it.each<[string, Flags, unknown, string]>([
    ['sandbox on-ramp', behindProxy, sandbox, 'the onramp cannot be the sandbox'],
    ['sandbox exchange', behindProxy, { pay: sandbox.onramp }, 'pay cannot be the sandbox'],
    [
      'sandbox on-ramp, public relay only',
      { ...behindProxy, 'public-url': undefined, roles: 'relay' },
      sandbox,
      'the onramp cannot be the sandbox',
    ],
    [
      'fixed prices',
      behindProxy,
      { chains: [{ ...chain, prices: { kind: 'fixed', dollars: {} } }] },
      'cannot have fixed prices',
    ],
    [
      'plain identity server',
      behindProxy,
      { social: { x: { clientId: 'a', clientSecret: 'b', server: 'http://127.0.0.1:1' } } },
      'which is not encrypted',
    ],
    ['plain API', { ...behindProxy, 'public-url': 'http://api.example.org' }, {}, 'https://'],
    [
      'plain API on a private network',
      { ...behindProxy, 'public-url': 'http://10.1.2.3' },
      {},
      'https://',
    ],
    [
      'plain API at a lookalike of localhost',
      { ...behindProxy, 'public-url': 'http://localhost.example.org' },
      {},
      'https://',
    ],
    ['plain relay', { ...behindProxy, 'relay-url': 'ws://relay.example.org' }, {}, 'wss://'],
    ['no relay address', { ...behindProxy, 'relay-url': undefined }, {}, '--relay-url is needed'],
    ['no API address', { ...behindProxy, 'public-url': undefined }, {}, '--public-url is needed'],
    [
      'local relay with a public API',
      { ...behindProxy, 'relay-url': 'ws://127.0.0.1:4405' },
      {},
      'wss://',
    ],
    [
      'every site',
      { ...behindProxy, 'allowed-origins': undefined },
      {},
      '--allowed-origins is needed',
    ],
    ['wildcard sites', { ...behindProxy, 'allowed-origins': '*' }, {}, '--allowed-origins: "*"'],
    [
      'all sites of a registry suffix',
      { ...behindProxy, 'allowed-origins': 'https://*.co.uk' },
      {},
      '"https://*.co.uk"',
    ],
    [
      'an unnamed proxy',
      { ...behindProxy, 'trusted-proxies': undefined },
      {},
      '--trusted-proxies is needed',
    ],
    [
      'an unnamed proxy, on all addresses',
      { ...behindProxy, host: '0.0.0.0', 'trusted-proxies': undefined },
      {},
      '--trusted-proxies is needed',
    ],
    [
      'an unnamed proxy, on a private address',
      { ...behindProxy, host: '10.0.0.5', 'trusted-proxies': undefined },
      {},
      '--trusted-proxies is needed',
    ],
    [
      'another proxy on this machine than the named one',
      { ...behindProxy, 'trusted-proxies': '10.0.0.0/8' },
      {},
      '--trusted-proxies must include this machine',
    ],
    [
      'the same over IPv6',
      { ...behindProxy, host: '::1' },
      {},
      '--trusted-proxies must include this machine',
    ],
    [
      'all addresses as proxies',
      { ...behindProxy, 'trusted-proxies': '0.0.0.0/0' },
      {},
      '0.0.0.0/0',
    ],
    [
      'half of all addresses as proxies',
      { ...behindProxy, 'trusted-proxies': '127.0.0.1,128.0.0.0/1' },
      {},
      '128.0.0.0/1',
    ],
    ['all of IPv6 a proxy', { ...behindProxy, 'trusted-proxies': '127.0.0.1,::/0' }, {}, '::/0'],
    [
      'all mapped IPv4 addresses as proxies',
      { ...behindProxy, 'trusted-proxies': '127.0.0.1,::ffff:0:0/96' },
      {},
      '::ffff:0:0/96',
    ],
    [
      'a proxy by name',
      { ...behindProxy, 'trusted-proxies': 'proxy.example.org' },
      {},
      'proxy.example.org',
    ],
    ['no login address', { ...behindProxy, roles: 'api,login' }, { mail }, '--login-url is needed'],
    [
      'plain login',
      { ...behindProxy, roles: 'api,login', 'login-url': 'http://login.example.org' },
      { mail },
      'https://',
    ],
    [
      'login on the origin of the API',
      { ...behindProxy, roles: 'api,login', 'login-url': 'https://api.example.org' },
      { mail },
      'are the same',
    ],
    [
      'login without mail',
      { ...behindProxy, roles: 'api,login', 'login-url': 'https://login.example.org' },
      {},
      'needs "mail"',
    ],
    ['short metrics token', { ...behindProxy, 'metrics-token': 'secret' }, {}, '--metrics-token'],
    [
      'API address with a path',
      { ...behindProxy, 'public-url': 'https://api.example.org/v1' },
      {},
      'must be only a scheme',
    ],
  ])('rejects exposure with %s', (_, flags, settings, reason) => {
    expect(() => read(flags, settings)).toThrow(
      expect.objectContaining({
        code: 'bad-config',
        message: expect.stringMatching(/^[^\n]*\.$/),
      }),
    )
    expect(() => read(flags, settings)).toThrow(reason)
  })

  it('allows exposure behind a trusted proxy', () => {
    expect(read(behindProxy)).toMatchObject({ trustedProxies: ['127.0.0.1'], isExposed: true })
    expect(read({ ...behindProxy, host: '::1', 'trusted-proxies': '::1' }).isExposed).toBe(true)
    const host = 'localhost'
    expect(read({ ...behindProxy, host, 'trusted-proxies': '127.0.0.0/8,::1' }).host).toBe(host)
    const lan = { ...behindProxy, host: '10.0.0.5', 'trusted-proxies': '10.0.0.0/8' }
    expect(read(lan).isExposed).toBe(true)
  })
})
