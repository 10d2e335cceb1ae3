import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { growRows, rowsToDraw, type Span } from './drawnRows.js'

// Many cases on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000 })

const reach = 6
const count = 1_000
const spans = (length: number) =>
  fc.integer({ min: 0, max: count - length }).map((first) => ({ first, last: first + length - 1 }))

function madeAnew(before: Span, after: Span): number {
  const isNew = (row: number) => row < before.first || row > before.last
  return rowsToDraw(after, after.first, count).filter(isNew).length
}

test('wherever one jumps, all in sight is there at once and the rest comes row by row', () => {
  fc.assert(
    fc.property(spans(15), spans(8), (start, sight) => {
      let drawn = growRows(start, sight, count, reach)
      for (let frame = 0; frame < 20; frame++) {
        expect(drawn.first).toBeLessThanOrEqual(sight.first)
        expect(drawn.last).toBeGreaterThanOrEqual(sight.last)
        const next = growRows(drawn, sight, count, reach)
        expect(madeAnew(drawn, next)).toBeLessThanOrEqual(1)
        drawn = next
      }
      expect(growRows(drawn, sight, count, reach)).toBe(drawn)
      expect(drawn.first).toBeLessThanOrEqual(Math.max(0, sight.first - reach))
      expect(drawn.last).toBeGreaterThanOrEqual(Math.min(count - 1, sight.last + reach))
    }),
  )
})

test('scrolled through row by row, rows come long before they are seen, and go again', () => {
  let drawn: Span = { first: 0, last: 20 }
  for (let first = 0; first < count - 8; first++) {
    const sight = { first, last: first + 7 }
    const next = growRows(drawn, sight, count, reach)
    expect(madeAnew(drawn, next)).toBeLessThanOrEqual(1)
    expect(next.last).toBeGreaterThanOrEqual(Math.min(count - 1, sight.last + reach))
    expect(next.last - next.first).toBeLessThan(8 + 2 * (reach + 1))
    drawn = next
  }
  expect(drawn.last).toBe(count - 1)
})

test('faster than a row with every frame: what is in sight is drawn none the less', () => {
  let drawn: Span = { first: 0, last: 20 }
  for (let first = 0; first < count - 8; first += 5) {
    drawn = growRows(drawn, { first, last: first + 7 }, count, reach)
    expect([drawn.first <= first, drawn.last >= first + 7]).toEqual([true, true])
  }
})

test('the row with the focus is drawn wherever it is, as long as there is one', () => {
  const rows = { first: 4, last: 6 }
  expect(rowsToDraw(rows, 5, 10)).toEqual([4, 5, 6])
  expect(rowsToDraw(rows, 0, 10)).toEqual([0, 4, 5, 6])
  expect(rowsToDraw(rows, 9, 10)).toEqual([4, 5, 6, 9])
  expect(rowsToDraw(rows, 5, 5)).toEqual([4])
})
