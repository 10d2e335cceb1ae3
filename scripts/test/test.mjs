import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chooseNames, readOptions } from '../lib/commandLine.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { describeError } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { sumTallies, tallyPlaywright, withExitCode } from './tally.mjs'

/** Each stage runs commands, in order, until one fails, and leaves its counts in a report. */
const stages = {
  check: {
    report: 'artifacts/check.json',
    commands: () => [['scripts/check/check.mjs', '--report', 'artifacts/check.json']],
  },
  unit: vitestStage('unit', ['unit', 'apart', 'provider']),
  interop: vitestStage('interop'),
  browser: {
    report: 'artifacts/e2e.json',
    read: tallyPlaywright,
    commands: (filter) => [
      ['scripts/build/build.mjs'],
      [
        inRoot('node_modules/@playwright/test/cli.js'),
        ...['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests'],
        ...(filter ? [filter] : []),
      ],
    ],
  },
}

function vitestStage(name, projects = [name]) {
  const report = `artifacts/${name}.json`
  return {
    report,
    env: { TALLY_FILE: inRoot(report) },
    commands: (filter) => [
      [
        inRoot('node_modules/vitest/vitest.mjs'),
        ...['run', ...projects.flatMap((one) => ['--project', one]), '--passWithNoTests'],
        ...['--reporter=default', '--reporter=./scripts/test/vitestTally.mjs'],
        ...(process.env.CI === 'true' ? ['--retry=2'] : []),
        ...(filter ? [filter] : []),
      ],
    ],
  }
}

async function runStage(name, { programs, filter }) {
  const { commands, report, read = (tally) => tally, env } = stages[name]
  console.log(`\n── ${name} ──`)
  const began = performance.now()
  rmSync(inRoot(report), { force: true })
  let code = 0
  for (const args of commands(filter)) {
    // SIGINT, because test runners then close the browsers and servers they started.
    code = await programs.run(process.execPath, args, { env, stopSignal: 'SIGINT' })
    if (code !== 0) break
  }
  const tally = withExitCode(
    existsSync(inRoot(report)) ? read(readReport(report)) : undefined,
    code,
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return { name, seconds, ...tally }
}

const readReport = (report) => JSON.parse(readFileSync(inRoot(report), 'utf8'))

async function main() {
  const { only, filter } = readOptions({ only: { type: 'string' }, filter: { type: 'string' } })
  const chosen = chooseNames(only, Object.keys(stages))
  const programs = createPrograms()
  onStopSignal(programs.stopAll)
  await ensureInstalled(programs)
  const results = []
  for (const name of chosen) results.push(await runStage(name, { programs, filter }))
  return results
}

let results
try {
  results = await main()
} catch (error) {
  console.error(describeError(error))
  results = [{ name: 'set-up', seconds: '0.0', passed: 0, failures: ['set-up'], flaky: [] }]
}
const total = sumTallies(results)
console.log()
for (const { name, seconds, passed, failures } of results) {
  const counts = `${passed} passed, ${failures.length} failed`
  console.log(`${name.padEnd(8)} ${seconds.padStart(6)} s  ${counts}`)
}
for (const failure of total.failures) console.log(`failed: ${failure}`)
for (const name of total.flaky) console.log(`flaky, passed only when repeated: ${name}`)
// Continuous integration reads this: it stays the last line, in exactly this form.
console.log(`${total.passed} passed, ${total.failures.length} failed`)
process.exitCode = total.failures.length === 0 ? 0 : 1
