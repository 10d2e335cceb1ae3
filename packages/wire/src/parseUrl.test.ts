import { expect, it } from 'vitest'
import { parseUrl } from './parseUrl.js'

it('parses a URL correctly after 10,000 calls', () => {
  const hosts = Array.from({ length: 10_000 }, () => parseUrl('https://bücher.example')?.host)
  expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.example']))
  expect(parseUrl('bücher')).toBeUndefined()
})
