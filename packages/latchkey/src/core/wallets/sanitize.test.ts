import { expect, it } from 'vitest'
import { maxIconLength, toImageUrl, toUntrustedImageUrl } from './sanitize.js'

it.each([
  ['https://wallet.example/icon.png', true],
  ['data:image/svg+xml;base64,PHN2Zz4=', true],
  ['DATA:IMAGE/PNG;base64,AA', true],
  ['http://127.0.0.1:4000/icon.png', true],
  ['http://wallet.example/icon.png', false],
  ['data:text/html,<script>', false],
  ['javascript:alert(1)', false],
  ['blob:https://wallet.example/1', false],
  ['//wallet.example/icon.png', false],
  ['', false],
])('accepts the image %s: %s', (address, expected) => {
  expect(toImageUrl(address) !== undefined).toBe(expected)
})

it('rejects untrusted images on this machine', () => {
  expect(toUntrustedImageUrl('http://127.0.0.1:4000/icon.png')).toBeUndefined()
  expect(toUntrustedImageUrl('http://localhost/icon.png')).toBeUndefined()
  expect(toUntrustedImageUrl('https://wallet.example/icon.png')).toBe(
    'https://wallet.example/icon.png',
  )
})

it('rejects values that are too long or not a string', () => {
  expect(toUntrustedImageUrl(`data:image/png;base64,${'A'.repeat(maxIconLength)}`)).toBeUndefined()
  expect(toUntrustedImageUrl(undefined)).toBeUndefined()
})
