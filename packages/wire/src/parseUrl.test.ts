import { expect, it } from 'vitest'
import { parseUrl } from './parseUrl.js'

it('reads an address the ten-thousandth time as the first', () => {
  const hosts = Array.from({ length: 10_000 }, () => parseUrl('https://bücher.example')?.host)
  expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.example']))
  expect(parseUrl('bücher')).toBeUndefined()
})
