import { expect, test } from 'vitest'
import { getNextRow } from './listLayout.js'

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
