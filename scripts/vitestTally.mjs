import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A Vitest reporter that writes how many tests passed and failed, and which passed only when repeated. */
export default class VitestTally {
  onTestRunEnd(testModules, unhandledErrors) {
    const tally = { passed: 0, failed: 0, flaky: [] }
    for (const module of testModules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') tally.passed += 1
        if (state === 'failed') tally.failed += 1
        if (test.diagnostic()?.flaky) tally.flaky.push(test.fullName)
      }
      // A module or suite can fail outside its tests, for instance while it is imported.
      const suites = [...module.children.allSuites()]
      tally.failed += [module, ...suites].filter((part) => part.errors().length > 0).length
    }
    tally.failed += unhandledErrors.length
    const path = process.env.TALLY_FILE
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(tally))
  }
}
