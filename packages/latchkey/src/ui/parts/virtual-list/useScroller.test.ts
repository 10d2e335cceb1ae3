import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { growRows, type RowRange, rowsToRender } from './useScroller.js'

// Many cases are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ahead = { reach: 6, batch: 12 }
const count = 1_000
const spans = (length: number) =>
  fc.integer({ min: 0, max: count - length }).map((first) => ({ first, last: first + length - 1 }))

test('renders all visible and nearby rows after a jump to any position', () => {
  fc.assert(
    fc.property(spans(15), spans(8), (start, sight) => {
      const drawn = growRows(start, sight, count, ahead)
      expect(drawn.first).toBeLessThanOrEqual(Math.max(0, sight.first - ahead.reach))
      expect(drawn.last).toBeGreaterThanOrEqual(Math.min(count - 1, sight.last + ahead.reach))
      expect(growRows(drawn, sight, count, ahead)).toBe(drawn)
    }),
  )
})

test.each(['down', 'up'])(
  'renders rows in batches, before they are visible, when scrolled %s row by row',
  (way) => {
    let drawn: RowRange =
      way === 'down' ? { first: 0, last: 20 } : { first: count - 21, last: count - 1 }
    let makings = 0
    for (let step = 0; step <= count - 8; step++) {
      const first = way === 'down' ? step : count - 8 - step
      const sight = { first, last: first + 7 }
      const next = growRows(drawn, sight, count, ahead)
      if (next !== drawn) makings++
      expect(next.first).toBeLessThanOrEqual(Math.max(0, first - ahead.reach))
      expect(next.last).toBeGreaterThanOrEqual(Math.min(count - 1, sight.last + ahead.reach))
      expect(next.last - next.first).toBeLessThan(8 + 2 * ahead.reach + ahead.batch)
      drawn = next
    }
    expect(makings).toBeLessThanOrEqual(count / ahead.batch)
  },
)

test('renders visible rows when scrolled several rows per frame', () => {
  let drawn: RowRange = { first: 0, last: 20 }
  for (let first = 0; first < count - 8; first += 5) {
    drawn = growRows(drawn, { first, last: first + 7 }, count, ahead)
    expect([drawn.first <= first, drawn.last >= first + 7]).toEqual([true, true])
  }
})

test('renders the focused row at any position, while it exists', () => {
  const rows = { first: 4, last: 6 }
  expect(rowsToRender(rows, 5, 10)).toEqual([4, 5, 6])
  expect(rowsToRender(rows, 0, 10)).toEqual([0, 4, 5, 6])
  expect(rowsToRender(rows, 9, 10)).toEqual([4, 5, 6, 9])
  expect(rowsToRender(rows, 5, 5)).toEqual([4])
})
