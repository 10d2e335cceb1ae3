import { describe, expect, it } from 'vitest'
import { getProjectOrigins, parseAllowedOrigins } from './origins.js'

const list = parseAllowedOrigins([
  'https://app.example.com',
  'https://*.shops.example.org',
  'http://localhost:3000',
  'https://staging.example.com:8443',
  'https://bücher.example',
  'https://*.wild.example:8443',
  'http://plain.example',
  'https://203.0.113.9',
])

/** All known ways around the list, and origins that must be allowed. */
const originCases: readonly (readonly [string, boolean])[] = [
  ['https://app.example.com', true],
  ['http://localhost:3000', true],
  ['https://one.shops.example.org', true],
  ['https://xn--bcher-kva.shops.example.org', true],
  ['https://staging.example.com:8443', true],
  ['https://xn--bcher-kva.example', true],
  ['https://a.wild.example:8443', true],
  ['http://plain.example', true],
  ['https://203.0.113.9', true],
  // Scheme and port
  ['http://app.example.com', false],
  ['https://app.example.com:444', false],
  ['https://app.example.com:443', false],
  ['https://app.example.com:80', false],
  ['https://app.example.com:', false],
  ['https://staging.example.com', false],
  ['https://staging.example.com:844', false],
  ['https://staging.example.com:84433', false],
  ['http://staging.example.com:8443', false],
  ['https://plain.example', false],
  ['http://plain.example:8080', false],
  ['http://one.shops.example.org', false],
  ['https://one.shops.example.org:8443', false],
  ['https://a.wild.example', false],
  ['ftp://app.example.com', false],
  ['ws://app.example.com', false],
  ['wss://app.example.com', false],
  ['file://', false],
  ['file:///app.example.com', false],
  ['chrome-extension://app.example.com', false],
  ['capacitor://localhost', false],
  ['data:text/html,https://app.example.com', false],
  ['javascript://app.example.com', false],
  ['about:blank', false],
  ['blob:https://app.example.com/1', false],
  // Prefix and suffix
  ['https://app.example.com.evil.example', false],
  ['https://app.example.community', false],
  ['https://app.example.co', false],
  ['https://notapp.example.com', false],
  ['https://x-app.example.com', false],
  ['https://x.app.example.com', false],
  ['https://example.com', false],
  ['https://evilshops.example.org', false],
  ['https://shops.example.org', false],
  ['https://.shops.example.org', false],
  ['https://two.one.shops.example.org', false],
  ['https://one.shops.example.org.evil.example', false],
  ['https://one.shops.example.orgs', false],
  ['https://*.shops.example.org', false],
  ['https://evil.example/https://app.example.com', false],
  ['https://evil.example#https://app.example.com', false],
  ['https://evil.example?https://app.example.com', false],
  ['https://app.example.com@evil.example', false],
  ['https://user@app.example.com', false],
  ['https://user:word@app.example.com', false],
  ['https://app_example.com', false],
  ['https://appXexample.com', false],
  // Spelling
  ['https://app.example.com.', false],
  ['https://one.shops.example.org.', false],
  ['https://app.example.com/', false],
  ['https://app.example.com/path', false],
  ['https://APP.example.com', false],
  ['HTTPS://app.example.com', false],
  ['https:app.example.com', false],
  ['https:/app.example.com', false],
  ['https:///app.example.com', false],
  ['https:\\\\app.example.com', false],
  ['//app.example.com', false],
  ['app.example.com', false],
  [' https://app.example.com', false],
  ['https://app.example.com ', false],
  ['https://app.example.com\t', false],
  ['https://app.example.com, https://evil.example', false],
  ['https://app.example.com https://evil.example', false],
  ['https://app%2eexample.com', false],
  ['https://app。example.com', false],
  ['https://bücher.example', false],
  ['https://xn--bcher-kvb.example', false],
  ['https://аpp.example.com', false],
  ['https://xn--pp-7kc.example.com', false],
  ['https://0xcb007109', false],
  ['https://3405803785', false],
  ['https://[::ffff:203.0.113.9]', false],
  // This machine
  ['http://localhost', false],
  ['http://localhost:3001', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  // No origin at all
  ['null', false],
  ['', false],
  ['*', false],
  ['undefined', false],
]

describe('allowed origins', () => {
  it('have at least 80 cases', () => {
    expect(new Set(originCases.map(([origin]) => origin)).size).toBeGreaterThanOrEqual(80)
  })

  it.each(originCases)('%s: %s', (origin, isAllowed) => {
    expect(list.allows(origin)).toBe(isAllowed)
  })

  it('allow no site when empty', () => {
    expect(parseAllowedOrigins([]).allows('https://app.example.com')).toBe(false)
  })

  it.each([
    '*',
    'https://*',
    'https://*.com',
    'https://*.co.uk',
    'https://*.github.io',
    'https://*.vercel.app',
    'https://*.localhost',
    'https://*.127.0.0.1',
    'https://*.example.com.',
    'https://a*.example.com',
    'https://*a.example.com',
    'https://*.*.example.com',
    'https://a.*.example.com',
    'https://example.com/path',
    'https://example.com?',
    'https://example.com#',
    'https://@example.com',
    'example.com',
    'ftp://example.com',
    'https://user@example.com',
    'null',
    '',
  ])('reject the entry "%s" and quote it', (entry) => {
    expect(() => parseAllowedOrigins([entry])).toThrow(`"${entry}" is not an origin`)
  })
})

describe('a project', () => {
  const local = [
    'http://localhost',
    'http://localhost:5173',
    'https://127.0.0.1:3000',
    'http://[::1]:8',
    'http://shop.localhost:5173',
  ]
  const notLocal = [
    'http://localhost.evil.example',
    'http://evil.localhost.example',
    'http://127.0.0.2',
    'http://0.0.0.0:3000',
    'http://localhost:5173/',
    'http://LOCALHOST',
    'null',
    'https://other.example',
  ]

  it('in development also allows pages on localhost', () => {
    const { allows } = getProjectOrigins({
      allowedOrigins: ['https://a.example'],
      isDevelopment: true,
    })
    expect(local.filter((origin) => !allows(origin))).toEqual([])
    expect(notLocal.filter(allows)).toEqual([])
    expect(allows('https://a.example')).toBe(true)
  })

  it('otherwise allows only its list', () => {
    const { allows } = getProjectOrigins({
      allowedOrigins: ['https://a.example'],
      isDevelopment: false,
    })
    expect([...local, ...notLocal].filter(allows)).toEqual([])
  })
})
