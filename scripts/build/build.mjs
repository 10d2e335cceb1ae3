import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../lib/commandLine.mjs'
import { hashFiles, hashTexts, listFiles } from '../lib/fileHash.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { runGraph } from '../lib/runGraph.mjs'
import { listBuildSteps } from './buildSteps.mjs'

const workers = 2

/**
 * Builds what is out of date. `only` contains names or patterns such as `apps/*`; steps that the chosen
 * ones need are built too.
 */
export async function build({ programs, only, force = false, log = console.log }) {
  const steps = chooseSteps(listBuildSteps(), only)
  const hashes = hashSteps(steps)
  await runGraph(steps, workers, async (step) => {
    const began = performance.now()
    const stamp = inRoot('.cache', 'build', step.name.replaceAll(/\W+/g, '-'))
    if (!force && isCurrent(step, stamp, hashes.get(step.name))) return
    rmSync(stamp, { force: true })
    if (step.clean) rmSync(inRoot(step.output), { recursive: true, force: true })
    const [command, ...args] = step.command
    const { code, output } = await programs.capture(command, args, { cwd: inRoot(step.cwd ?? '.') })
    if (code !== 0) throw new PlainError(`Building ${step.name} failed.\n${output.trim()}`)
    mkdirSync(inRoot('.cache', 'build'), { recursive: true })
    writeFileSync(stamp, hashes.get(step.name))
    log(`built ${step.name} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  })
}

/** The steps whose names match, and the steps they need, in the given order. */
export function chooseSteps(steps, only) {
  if (only === undefined) return steps
  const matches = (name) =>
    only.some((selected) =>
      selected.endsWith('*') ? name.startsWith(selected.slice(0, -1)) : name === selected,
    )
  const chosen = new Set()
  for (const step of [...steps].reverse()) {
    if (!matches(step.name) && !chosen.has(step.name)) continue
    for (const name of [step.name, ...step.needs]) chosen.add(name)
  }
  return steps.filter(({ name }) => chosen.has(name))
}

/** A hash per step over its inputs and the hashes of the steps it needs. */
function hashSteps(steps) {
  const lock = hashFiles([
    inRoot('package-lock.json'),
    inRoot('scripts', 'build', 'buildSteps.mjs'),
  ])
  const hashes = new Map()
  for (const { name, inputs, needs, command } of steps) {
    const files = inputs.flatMap((input) => {
      const path = inRoot(input)
      return statSync(path).isDirectory() ? listFiles(path) : [path]
    })
    hashes.set(
      name,
      hashTexts([
        lock,
        command.join(' '),
        hashFiles(files),
        ...needs.flatMap((need) => hashes.get(need) ?? []),
      ]),
    )
  }
  return hashes
}

function isCurrent({ output }, stamp, hash) {
  return existsSync(inRoot(output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const { force, only } = readOptions({
      force: { type: 'boolean', default: false },
      only: { type: 'string' },
    })
    const programs = createPrograms()
    onStopSignal(programs.stopAll)
    await ensureInstalled(programs)
    await build({ programs, force, only: only?.split(',') })
    console.log('everything is built')
  })
}
