import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from '../build/build.mjs'
import { chooseNames, readOptions } from '../lib/commandLine.mjs'
import { describeError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { checkSizes } from '../size/size.mjs'
import { checkExports, freezeExports } from './checkExports.mjs'
import { checkImports } from './checkImports.mjs'
import { checkLicences } from './checkLicences.mjs'
import { checkPackages } from './checkPackages.mjs'
import { checkSamples } from './checkSamples.mjs'
import { checkSupplyChain } from './checkSupplyChain.mjs'
import { checkText } from './checkText.mjs'
import { checkTypes } from './checkTypes.mjs'
import { checkCode } from './codeRules.mjs'
import { readSources } from './syntax.mjs'

const codeFolders = ['packages', 'apps', 'e2e', 'bench', 'docs', 'scripts']

/** Source checks; each returns a list of problems. */
const ofSource = {
  types: checkTypes,
  lint: runTool('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  imports: async () => checkImports(readSources(codeFolders)),
  rules: async () => checkCode(readSources(codeFolders)),
  texts: async () => checkText(readSources(['packages/latchkey/src'])),
  exports: async () => checkExports(),
  licences: async () => checkLicences(),
  supply: async () => checkSupplyChain(),
  unused: runTool('node_modules/knip/bin/knip.js', ['--no-progress']),
}

/** Checks on the built product; they run in parallel with the source checks. */
const ofProduct = {
  build: async (programs) => {
    await build({ programs })
    return []
  },
  packages: checkPackages,
  samples: checkSamples,
  size: async (programs) => (existsSync(inRoot('bench', 'src')) ? checkSizes(programs) : []),
}

const checks = { ...ofSource, ...ofProduct }

/** A check by an installed program; its output is the problem when it fails. */
function runTool(path, args) {
  return async (programs) => {
    const { code, output } = await programs.capture(process.execPath, [inRoot(path), ...args])
    return code === 0 ? [] : [output.trim()]
  }
}

async function runCheck(name, programs) {
  const began = performance.now()
  const problems = await checks[name](programs).catch((error) => [describeError(error)])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const result = problems.length === 0 ? 'pass' : 'FAIL'
  console.log(`${result}  ${name.padEnd(9)} ${seconds.padStart(5)} s`)
  for (const problem of problems) console.log(`      ${problem.replaceAll('\n', '\n      ')}`)
  return problems.length === 0
}

runMain(async () => {
  const { only, report, update } = readOptions({
    only: { type: 'string' },
    report: { type: 'string' },
    update: { type: 'boolean', default: false },
  })
  const programs = createPrograms()
  onStopSignal(programs.stopAll)
  if (update) freezeExports()
  const tally = { passed: 0, failures: [], flaky: [] }
  const chosen = chooseNames(only, Object.keys(checks))
  const runThrough = async (lane) => {
    for (const name of chosen.filter((one) => one in lane)) {
      if (await runCheck(name, programs)) tally.passed += 1
      else tally.failures.push(name)
    }
  }
  await Promise.all([runThrough(ofSource), runThrough(ofProduct)])
  if (report) {
    mkdirSync(dirname(inRoot(report)), { recursive: true })
    writeFileSync(inRoot(report), JSON.stringify(tally))
  }
  if (tally.failures.length > 0) process.exitCode = 1
})
