import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMomentFormat, formatDay, formatDuration, formatMonth, monthOf } from './time.js'

const at = (text: string) => Date.parse(text)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

it.each([
  [-5 * second, '0 sec'],
  [0, '0 sec'],
  [999, '0 sec'],
  [second, '1 sec'],
  [59 * second, '59 sec'],
  [minute, '1 min'],
  [59 * minute + 59 * second, '59 min'],
  [hour, '1 hr'],
  [2 * hour - 1, '1 hr'],
  [2 * hour, '2 hrs'],
  [23 * hour, '23 hrs'],
  [day, '1 d'],
  [29 * day, '29 d'],
  [30 * day, '1 mo'],
  [364 * day, '12 mo'],
  [365 * day, '1 yr'],
  [3 * 365 * day, '3 yr'],
])('formats %i ms as %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown)
})

describe.each([
  ['UTC', '31 Dec', 'December 2025', 2025 * 12 + 11],
  ['Asia/Tokyo', '01 Jan', 'January', 2026 * 12],
  ['America/Los_Angeles', '31 Dec', 'December 2025', 2025 * 12 + 11],
])('time zone %s', (zone, shownDay, shownMonth, month) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))
  afterEach(() => void vi.unstubAllEnvs())
  const newYearsEve = at('2025-12-31T20:00:00Z')
  const now = at('2026-11-16T12:00:00Z')

  it('uses the local date on New Year’s Eve', () => {
    expect(formatDay(newYearsEve)).toBe(shownDay)
    expect(formatMonth(newYearsEve, now)).toBe(shownMonth)
    expect(monthOf(newYearsEve)).toBe(month)
  })
})

describe('months', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['2026-11-05T08:00:00Z', '05 Nov', 'November'],
    ['2026-09-30T23:59:59Z', '30 Sep', 'September'],
    ['2024-02-29T00:00:00Z', '29 Feb', 'February 2024'],
  ])('formats %s as %s of %s', (time, shownDay, shownMonth) => {
    expect(formatDay(at(time))).toBe(shownDay)
    expect(formatMonth(at(time), at('2026-11-16T12:00:00Z'))).toBe(shownMonth)
  })

  it('have increasing numbers across years', () => {
    const months = ['2025-11-30T23:59:59Z', '2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z']
    const numbers = months.map((time) => monthOf(at(time)))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})

it.each([
  ['en-US', 'Nov 16, 2026, 2:05 PM'],
  ['de-DE', '16.11.2026, 14:05'],
  ['ja-JP', '2026/11/16 14:05'],
])('formats date and time for %s', (locale, shown) => {
  const format = createMomentFormat({ locale, timeZone: 'Europe/Berlin' })
  expect(format(at('2026-11-16T13:05:00Z')).replaceAll('\u202f', ' ')).toBe(shown)
})
