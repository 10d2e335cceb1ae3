import { expect, test } from 'vitest'
import { median, summarise, summariseScrolls } from './bench.mjs'

test('the median ignores what was not measured', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([undefined, 7])).toBe(7)
  expect(median([undefined])).toBeUndefined()
})

test('a metric is read from its own situation, page by page', () => {
  const visits = [
    { page: 'vanilla', situation: 'cold', figures: { clickToRow: 30, buttonPaintedAt: 5 } },
    { page: 'vanilla', situation: 'after hover', figures: { clickToRow: 10 } },
    { page: 'floor-html', situation: 'cold', figures: { buttonPaintedAt: 2 } },
  ]
  const rows = Object.fromEntries(summarise(visits).map((row) => [row.metric, row]))
  expect(rows['click → first row, cold, ms'].vanilla).toBe(30)
  expect(rows['click → first row, after hover, ms'].vanilla).toBe(10)
  expect(rows['click → first row, cold, ms']['floor-html']).toBeUndefined()
  expect(rows['navigation → button painted, ms']['floor-html']).toBe(2)
})

test('scrolling is told by its medians', () => {
  const scroll = (late, longest) => ({ late, longest, drawn: 20 })
  expect(summariseScrolls([scroll(1, 50), scroll(9, 17), scroll(2, 33)])).toEqual({
    late: 2,
    longest: 33,
    drawn: 20,
  })
})
