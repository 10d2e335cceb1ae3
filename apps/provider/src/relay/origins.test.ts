import { describe, expect, it } from 'vitest'
import { parseAllowedOrigins } from './origins.js'

const list = parseAllowedOrigins([
  'https://app.example.com',
  'https://*.shops.example.org',
  'http://localhost:3000',
])

describe('allowed origins', () => {
  it.each([
    ['https://app.example.com', true],
    ['http://localhost:3000', true],
    ['https://one.shops.example.org', true],
    ['https://two.one.shops.example.org', false],
    ['https://shops.example.org', false],
    ['https://.shops.example.org', false],
    ['http://one.shops.example.org', false],
    ['https://one.shops.example.org:8443', false],
    ['https://evilshops.example.org', false],
    ['https://app.example.com.evil.example', false],
    ['https://evil.example/https://app.example.com', false],
    ['https://notapp.example.com', false],
    ['http://app.example.com', false],
    ['https://app.example.com:444', false],
    ['https://app.example.com.', false],
    ['https://app.example.com/', false],
    ['https://APP.example.com', false],
    ['https://user@app.example.com', false],
    ['http://localhost', false],
    ['http://localhost:3001', false],
    ['null', false],
    ['', false],
    ['*', false],
  ])('%s: %s', (origin, isAllowed) => {
    expect(list.allows(origin)).toBe(isAllowed)
  })

  it('an empty list allows nobody', () => {
    expect(parseAllowedOrigins([]).allows('https://app.example.com')).toBe(false)
  })

  it.each([
    '*',
    'https://*',
    'https://*.com',
    'https://a*.example.com',
    'https://*.*.example.com',
    'https://example.com/path',
    'example.com',
    'ftp://example.com',
    'https://user@example.com',
    '',
  ])('the entry "%s" is refused by name', (entry) => {
    expect(() => parseAllowedOrigins([entry])).toThrow(`"${entry}" is not an origin`)
  })
})
