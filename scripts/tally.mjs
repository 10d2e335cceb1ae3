/** @typedef {{ passed: number, failed: number, flaky: string[] }} Tally */

/** Counts the tests of a Playwright JSON report. */
export function tallyPlaywright(report) {
  const tally = { passed: 0, failed: report.errors?.length ?? 0, flaky: [] }
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'unexpected') tally.failed += 1
        if (test.status === 'expected' || test.status === 'flaky') tally.passed += 1
        if (test.status === 'flaky') tally.flaky.push([...path, spec.title].join(' > '))
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...path, child.title])
  }
  for (const suite of report.suites ?? []) visit(suite, [suite.title])
  return tally
}

/** A stage that broke without a failed test still counts as one failure. */
export function withExitCode(tally, code) {
  const known = tally ?? { passed: 0, failed: 0, flaky: [] }
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known
}

export function sumTallies(tallies) {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    flaky: tallies.flatMap(({ flaky }) => flaky),
  }
}
