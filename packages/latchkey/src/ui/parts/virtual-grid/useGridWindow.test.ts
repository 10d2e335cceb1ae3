import { expect, test } from 'vitest'
import { getNextCell } from './useGridWindow.js'

/** Ten cells in rows of four: 0–3, 4–7, 8–9. */
const grid = { columns: 4, count: 10, page: 2, isRtl: false }
const press = (key: string, active: number, more: { ctrlKey?: boolean; isRtl?: boolean } = {}) =>
  getNextCell(
    { key, ctrlKey: more.ctrlKey ?? false, metaKey: false },
    { ...grid, active, isRtl: more.isRtl ?? false },
  )

test('moves to the next cell with arrow keys and stops at the edges', () => {
  expect([press('ArrowRight', 3), press('ArrowRight', 9)]).toEqual([4, 9])
  expect([press('ArrowLeft', 4), press('ArrowLeft', 0)]).toEqual([3, 0])
  expect([press('ArrowDown', 1), press('ArrowDown', 5), press('ArrowDown', 6)]).toEqual([5, 9, 6])
  expect([press('ArrowUp', 5), press('ArrowUp', 2)]).toEqual([1, 2])
})

test('swaps left and right in right-to-left pages', () => {
  expect(press('ArrowLeft', 3, { isRtl: true })).toBe(4)
  expect(press('ArrowRight', 4, { isRtl: true })).toBe(3)
})

test('moves to the ends of the row with Home and End, of the grid with Ctrl', () => {
  expect([press('Home', 6), press('End', 5), press('End', 8)]).toEqual([4, 7, 9])
  expect(press('Home', 6, { ctrlKey: true })).toBe(0)
  expect(press('End', 2, { ctrlKey: true })).toBe(9)
})

test('stays in the column with PageUp and PageDown', () => {
  expect([press('PageDown', 1), press('PageDown', 3), press('PageUp', 9)]).toEqual([9, 7, 1])
})

test('ignores other keys and empty grids', () => {
  expect([press('Enter', 1), press('a', 1), press('constructor', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const empty = { active: 0, columns: 4, count: 0, page: 1, isRtl: false }
  expect(getNextCell({ key: 'End', ctrlKey: false, metaKey: false }, empty)).toBeUndefined()
})
