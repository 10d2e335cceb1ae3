/**
 * Reloads the page and the wallet app at every point of a pairing, repeatedly, in a browser. The
 * session must be there soon afterwards if the wallet had approved; otherwise the page must be
 * disconnected, pair again, and leave no session behind. Needs a full build.
 *
 *   node e2e/reliability/reloads.mjs --repeats 50
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from '../../scripts/lib/root.mjs'

const liveLimitMs = 3_000

const { values } = parseArgs({
  options: { repeats: { type: 'string', default: '50' }, config: { type: 'string' } },
})
const folder = await mkdtemp(join(tmpdir(), 'latchkey-reloads-'))
const report = join(folder, 'report.json')
try {
  await runBrowser()
  process.exitCode = print(JSON.parse(await readFile(report, 'utf8'))) ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}

function runBrowser() {
  const args = [
    inRoot('node_modules/@playwright/test/cli.js'),
    ...['test', '--config', values.config ?? inRoot('e2e/playwright.config.ts')],
    ...['pairingReload', '--grep', 'is reloaded', '--repeat-each', values.repeats],
    ...['--reporter', 'line,json'],
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, THOROUGH: 'true', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  return new Promise((resolve) => child.once('close', resolve))
}

function print({ suites }) {
  const specs = suites.flatMap(specsIn)
  const tests = specs.flatMap((spec) => spec.tests)
  const failed = tests.filter(({ status }) => status !== 'expected').length
  const times = tests
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === 'live after ms')
    .map(({ description }) => Number(description))
    .sort((one, other) => one - other)
  const late = times.filter((ms) => ms > liveLimitMs).length
  const figures = {
    'points of a pairing': new Set(specs.map(({ title }) => title)).size,
    reloads: tests.length,
    'wrong end, hang or leftover session': failed,
    'session restored': times.length,
    'live after load (p50 / max)': `${times[Math.floor(times.length / 2)]} / ${times.at(-1)} ms`,
    [`over ${liveLimitMs / 1_000} s`]: late,
  }
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(34)} ${value}`)
  return failed + late === 0 && tests.length > 0
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}
