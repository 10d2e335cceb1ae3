import { expect, test } from 'vitest'
import { findBrokenBudgets } from './size.mjs'

const row = (size) => ({ name: 'page', size, budget: 1000, unit: 'gzip' })

test('accepts a size that leaves 5 % of its budget free', () => {
  expect(findBrokenBudgets([row(950)])).toEqual([])
})

test('rejects a size that leaves less than 5 % free, although it is within the budget', () => {
  expect(findBrokenBudgets([row(950), row(951)])).toEqual([
    'page: 951, but only 950 of the budget of 1000 may be used (5 % stays free)',
  ])
})
