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
    failures: ['connect.spec.ts > closes'],
    flaky: ['connect.spec.ts > phone > scrolls'],
  })
})

test('an error outside every test is a failure', () => {
  expect(tallyPlaywright({ errors: [{ message: 'set-up broke' }], suites: [] }).failures).toEqual([
    'outside every test: set-up broke',
  ])
})

test('a stage that ends badly counts as failed even without a report', () => {
  const failures = ['ended with exit code 1']
  expect(withExitCode(undefined, 1)).toEqual({ passed: 0, failures, flaky: [] })
  expect(withExitCode({ passed: 3, failures: [], flaky: [] }, 1).failures).toEqual(failures)
  expect(withExitCode({ passed: 3, failures: ['a'], flaky: [] }, 1).failures).toEqual(['a'])
  expect(withExitCode({ passed: 3, failures: [], flaky: [] }, 0).failures).toEqual([])
})

test('tallies add up', () => {
  const tallies = [
    { passed: 1, failures: [], flaky: ['a'] },
    { passed: 2, failures: ['c', 'd'], flaky: ['b'] },
  ]
  expect(sumTallies(tallies)).toEqual({
    passed: 3,
    failures: ['c', 'd'],
    flaky: ['a', 'b'],
  })
})
