import { expect, test } from 'vitest'
import { randomId, randomUuid } from './randomId.js'

test('creates 32 hex digits, different each time', () => {
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomId()).not.toBe(randomId())
})

test('creates a version 4 UUID', () => {
  expect(randomUuid()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})
