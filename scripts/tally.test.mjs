import { expect, test } from 'vitest'
import { sumTallies, tallyPlaywright, withExitCode } from './tally.mjs'

const spec = (title, status) => ({ title, tests: [{ status }] })

test('Playwright counts reach into nested suites and name the flaky', () => {
  const report = {
    errors: [],
    suites: [
      {
        title: 'connect.spec.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected')],
        suites: [{ title: 'phone', specs: [spec('scrolls', 'flaky'), spec('rotates', 'skipped')] }],
      },
    ],
  }
  expect(tallyPlaywright(report)).toEqual({
    passed: 2,
    failed: 1,
    flaky: ['connect.spec.ts > phone > scrolls'],
  })
})

test('an error outside every test is a failure', () => {
  expect(tallyPlaywright({ errors: [{ message: 'set-up broke' }], suites: [] }).failed).toBe(1)
})

test('a stage that ends badly counts as failed even without a report', () => {
  expect(withExitCode(undefined, 1)).toEqual({ passed: 0, failed: 1, flaky: [] })
  expect(withExitCode({ passed: 3, failed: 2, flaky: [] }, 1).failed).toBe(2)
  expect(withExitCode({ passed: 3, failed: 0, flaky: [] }, 0).failed).toBe(0)
})

test('tallies add up', () => {
  const tallies = [
    { passed: 1, failed: 0, flaky: ['a'] },
    { passed: 2, failed: 3, flaky: ['b'] },
  ]
  expect(sumTallies(tallies)).toEqual({ passed: 3, failed: 3, flaky: ['a', 'b'] })
})
