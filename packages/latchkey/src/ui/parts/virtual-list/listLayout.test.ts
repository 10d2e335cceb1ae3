import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createLayout, getGroupIndex, getNextRow, getRowAt, getRowTop } from './useListWindow.js'

// Many cases are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const heights = { title: 40, row: 56 }
/** Rows 0–1, 2, 3–5. */
const layout = createLayout([2, 1, 3], heights)

test('places groups below each other, each with its title', () => {
  expect(layout.groups).toEqual([
    { firstRow: 0, top: 0, rows: 2 },
    { firstRow: 2, top: 152, rows: 1 },
    { firstRow: 3, top: 248, rows: 3 },
  ])
  expect([layout.rows, layout.height]).toEqual([6, 456])
})

test('returns the group and the top of a row', () => {
  expect([0, 1, 2, 3, 5].map((row) => getGroupIndex(layout, row))).toEqual([0, 0, 1, 2, 2])
  expect([0, 1, 2, 3, 5].map((row) => getRowTop(layout, row, heights))).toEqual([
    40, 96, 192, 288, 400,
  ])
})

test('returns the row at a height, and the row below a title', () => {
  const found = [-10, 0, 40, 95, 96, 151, 152, 192, 247, 288, 455, 9_999]
  expect(found.map((height) => getRowAt(layout, height, heights))).toEqual([
    0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 5, 5,
  ])
})

test('has no height when there are no groups', () => {
  const empty = createLayout([], heights)
  expect([empty.height, getRowAt(empty, 10, heights), getRowTop(empty, 0, heights)]).toEqual([
    0, 0, 0,
  ])
})

test('finds every row at its own height, for any groups', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (counts) => {
      const any = createLayout(counts, heights)
      for (let row = 0; row < any.rows; row++) {
        const top = getRowTop(any, row, heights)
        expect(getRowAt(any, top, heights)).toBe(row)
        expect(getRowAt(any, top + heights.row - 1, heights)).toBe(row)
      }
    }),
  )
})

const press = (key: string, active: number, count = 10) =>
  getNextRow(key, { active, count, page: 4 })

test('moves with arrow, page, Home and End keys and stops at the ends', () => {
  expect([press('ArrowDown', 3), press('ArrowDown', 9)]).toEqual([4, 9])
  expect([press('ArrowUp', 3), press('ArrowUp', 0)]).toEqual([2, 0])
  expect([press('PageDown', 3), press('PageDown', 7)]).toEqual([7, 9])
  expect([press('PageUp', 5), press('PageUp', 2)]).toEqual([1, 0])
  expect([press('Home', 5), press('End', 5)]).toEqual([0, 9])
})

test('ignores other keys and empty lists', () => {
  expect(['Enter', 'a', 'constructor', 'ArrowLeft'].map((key) => press(key, 1))).toEqual(
    Array(4).fill(undefined),
  )
  expect(press('End', 0, 0)).toBeUndefined()
})
