import { expect, test } from 'vitest'
import { median, summarise, summariseScrolls } from './bench.mjs'

test('the median ignores what was not measured', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([undefined, 7])).toBe(7)
  expect(median([undefined])).toBeUndefined()
})

test('reads a metric from its own situation, page by page', () => {
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

test('reports scrolling by the medians of each list', () => {
  const scroll = (list, late, longest) => ({ list, figures: { late, longest, drawn: 20 } })
  const rows = summariseScrolls([
    scroll('activity', 1, 50),
    scroll('activity', 9, 17),
    scroll('wallets', 4, 17),
    scroll('activity', 2, 33),
  ])
  const reported = Object.fromEntries(rows.map(({ metric, ...lists }) => [metric, lists]))
  expect(reported['frames late, 4× slower, %']).toMatchObject({ activity: 2, wallets: 4 })
  expect(reported['longest frame, 4× slower, ms'].activity).toBe(33)
  expect(reported['main thread per frame, ms'].activity).toBeUndefined()
})
