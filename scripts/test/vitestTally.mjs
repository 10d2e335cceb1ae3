import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A Vitest reporter that writes how many tests passed, which failed, and which passed only when repeated. */
export default class VitestTally {
  onTestRunEnd(testModules, unhandledErrors) {
    const tally = { passed: 0, failures: [], flaky: [] }
    const addFailure = (location, errors) =>
      tally.failures.push(`${location}: ${errors?.[0]?.message?.split('\n')[0] ?? 'no message'}`)
    for (const module of testModules) {
      const file = module.relativeModuleId
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') tally.passed += 1
        if (state === 'failed') addFailure(`${file} > ${test.fullName}`, errors)
        if (test.diagnostic()?.flaky) tally.flaky.push(`${file} > ${test.fullName}`)
      }
      // A module or suite can fail outside its tests, for instance while it is imported.
      for (const part of [module, ...module.children.allSuites()]) {
        if (part.errors().length > 0) addFailure(file, part.errors())
      }
    }
    for (const error of unhandledErrors) addFailure('outside every test', [error])
    const path = process.env.TALLY_FILE
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(tally))
  }
}
