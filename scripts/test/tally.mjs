/** @typedef {{ passed: number, failures: string[], flaky: string[] }} Tally */

/** Counts the tests of a Playwright JSON report. */
export function tallyPlaywright(report) {
  const failures = (report.errors ?? []).map(({ message }) => `outside every test: ${message}`)
  const tally = { passed: 0, failures, flaky: [] }
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      const name = [...path, spec.title].join(' > ')
      for (const { status } of spec.tests) {
        if (status === 'unexpected') tally.failures.push(name)
        if (status === 'expected' || status === 'flaky') tally.passed += 1
        if (status === 'flaky') tally.flaky.push(name)
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...path, child.title])
  }
  for (const suite of report.suites ?? []) visit(suite, [suite.title])
  return tally
}

/** A stage that broke without a failed test still counts as one failure. */
export function withExitCode(tally, code) {
  const known = tally ?? { passed: 0, failures: [], flaky: [] }
  if (code === 0 || known.failures.length > 0) return known
  return { ...known, failures: [`ended with exit code ${code}`] }
}

export function sumTallies(tallies) {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    flaky: tallies.flatMap(({ flaky }) => flaky),
  }
}
