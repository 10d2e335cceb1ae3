import { describe, expect, test } from 'vitest'
import { formatSiwxMessage, parseSiwxMessage, readTime, type SiwxMessage } from './siwx.js'

const least: SiwxMessage = {
  accountAddress: '0x742d35Cc6634C0532925a3b844Bc9e7595f2bD3e',
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/cart',
  version: '1',
  nonce: '32891756',
  issuedAt: '2026-09-30T16:25:24Z',
}

const full: SiwxMessage = {
  ...least,
  scheme: 'https',
  statement: 'I accept the terms: https://shop.example/terms',
  expirationTime: '2026-09-30T17:25:24.123Z',
  notBefore: '2026-09-30T16:00:00+02:00',
  requestId: 'order-7',
  resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'urn:x:1'],
}

describe('sign-in message', () => {
  test('has the lines of EIP-4361', () => {
    expect(formatSiwxMessage(full)).toBe(
      [
        'https://shop.example wants you to sign in with your Ethereum account:',
        '0x742d35Cc6634C0532925a3b844Bc9e7595f2bD3e',
        '',
        'I accept the terms: https://shop.example/terms',
        '',
        'URI: https://shop.example/cart',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: 32891756',
        'Issued At: 2026-09-30T16:25:24Z',
        'Expiration Time: 2026-09-30T17:25:24.123Z',
        'Not Before: 2026-09-30T16:00:00+02:00',
        'Request ID: order-7',
        'Resources:',
        '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
        '- urn:x:1',
      ].join('\n'),
    )
  })

  test.each([
    ['with the fewest fields', least],
    ['with every field', full],
    ['with an empty list of resources', { ...least, resources: [] }],
    ['on a local port', { ...least, domain: 'localhost:5173', uri: 'http://localhost:5173' }],
    ['on an IPv6 host', { ...least, domain: '[::1]:80', uri: 'http://[::1]' }],
    [
      'of another family, without a time',
      {
        ...least,
        accountAddress: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
        chainId: 'cosmos:cosmoshub-4' as const,
        issuedAt: undefined,
      },
    ],
  ])('%s survives a round trip', (_, message) => {
    const text = formatSiwxMessage(message)
    const read = parseSiwxMessage(text)
    expect(read).toEqual(message)
    expect(read && formatSiwxMessage(read)).toBe(text)
  })

  const text = formatSiwxMessage(full)
  test.each([
    ['an empty text', ''],
    ['another text', 'I agree.'],
    ['an unknown ecosystem', text.replace('Ethereum', 'Dogecoin')],
    ['lines in another order', text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['a field twice', text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['an unknown field', text.replace('Version: 1', 'Version: 1\nOwner: me')],
    ['Windows line endings', text.replaceAll('\n', '\r\n')],
    ['a line break at its end', `${text}\n`],
    ['a statement of two lines', text.replace('I accept', 'I accept\nand send')],
    ['fields within the statement', text.replace('terms:', 'terms:\n\nURI: https://evil.example')],
    ['a text-direction character in the statement', text.replace('accept', 'acc\u202ept')],
    ['a zero-width space', text.replace('accept', 'acc\u200bept')],
    ['an empty nonce', text.replace('32891756', '')],
    ['a short nonce', text.replace('32891756', '3289175')],
    ['a nonce with a sign', text.replace('32891756', '3289-1756')],
    ['a day that does not exist', text.replace('2026-09-30T16:25', '2026-09-31T16:25')],
    ['an hour that does not exist', text.replace('T16:25', 'T25:25')],
    ['an invalid time', text.replace('2026-09-30T16:25:24Z', 'today')],
    ['no issue time', text.replace(/Issued At: .*\n/, '')],
    ['no URI', text.replace(/URI: .*\n/, '')],
    ['no chain', text.replace(/Chain ID: .*\n/, '')],
    ['a CAIP-2 id as the chain', text.replace('Chain ID: 1', 'Chain ID: eip155:1')],
    ['a chain with a leading zero', text.replace('Chain ID: 1', 'Chain ID: 01')],
    ['a URI without a scheme', text.replace('URI: https://', 'URI: //')],
    ['a domain with a user', text.replace('https://shop', 'https://me@shop')],
    ['a domain of another alphabet', text.replace('https://shop', 'https://ѕhop')],
    ['a path in the domain', text.replace('shop.example wants', 'shop.example/a wants')],
    ['a resource without a dash', text.replace('- urn', 'urn')],
    ['a resource with a space', text.replace('urn:x:1', 'urn:x: 1')],
    ['text that is too long', text.replace('order-7', 'o'.repeat(70_000))],
  ])('is rejected for %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(parseSiwxMessage(changed)).toBeUndefined()
  })

  test('with one changed character parses to that text or is rejected', () => {
    for (let index = 0; index < text.length; index += 1) {
      for (const other of ['\n', '\r', ' ', '', '\u00a0', '0']) {
        const changed = text.slice(0, index) + other + text.slice(index + 1)
        const read = parseSiwxMessage(changed)
        if (read) expect(formatSiwxMessage(read)).toBe(changed)
      }
    }
  })
})

test('readTime parses RFC 3339 times', () => {
  expect(readTime('2026-02-28T23:59:59Z')).toBe(Date.UTC(2026, 1, 28, 23, 59, 59))
  expect(readTime('2024-02-29T00:00:00+01:00')).toBe(Date.UTC(2024, 1, 28, 23))
  expect(readTime('2026-02-29T00:00:00Z')).toBeUndefined()
  expect(readTime('2026-02-28')).toBeUndefined()
  expect(readTime('2026-02-28T23:59:60Z')).toBeUndefined()
})
