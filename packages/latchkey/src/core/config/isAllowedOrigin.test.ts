import { expect, test } from 'vitest'
import { isAllowedOrigin } from './isAllowedOrigin.js'

test.each([
  ['https://shop.test', [], true],
  ['https://shop.test', ['https://shop.test'], true],
  ['https://shop.test', ['https://shop.test/path'], true],
  ['https://shop.test', ['HTTPS://SHOP.test'], true],
  ['https://shop.test', ['shop.test'], true],
  ['http://shop.test', ['https://shop.test'], false],
  ['https://shop.test:8443', ['shop.test'], true],
  ['https://shop.test:8443', ['https://shop.test'], false],
  ['https://shop.test', ['https://shop.test:443'], true],
  ['https://shop.test:8443', ['https://shop.test:*'], true],
  ['https://a.shop.test', ['*.shop.test'], true],
  ['https://shop.test', ['*.shop.test'], false],
  ['https://a.b.shop.test', ['*.shop.test'], false],
  ['https://ashop.test', ['*shop.test'], false],
  ['https://evilshop.test', ['shop.test'], false],
  ['https://shop.test.evil.test', ['shop.test'], false],
  ['http://localhost:5173', ['https://shop.test'], true],
  ['http://127.0.0.1:5173', ['https://shop.test'], true],
  ['https://localhost.evil.test', ['https://shop.test'], false],
  ['https://shop.test', ['', '://', 'user@shop.test'], false],
])('checks %s against %j: %s', (origin, patterns, expected) => {
  expect(isAllowedOrigin(origin, patterns)).toBe(expected)
})
