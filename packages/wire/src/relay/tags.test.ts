import { expect, it } from 'vitest'
import { isSignMethod, publications } from './tags.js'

it('gives every kind of message a different tag', () => {
  const tags = Object.values(publications).flatMap((method) =>
    Object.values(method).map(({ tag }) => tag),
  )
  expect(new Set(tags).size).toBe(tags.length)
  expect(publications.wc_sessionPropose.request).toEqual({ ttl: 300, tag: 1100, prompt: true })
})

it('does not accept inherited property names as methods', () => {
  expect(isSignMethod('wc_sessionPing')).toBe(true)
  expect(isSignMethod('toString')).toBe(false)
})
