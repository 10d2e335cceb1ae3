import { existsSync, readdirSync } from 'node:fs'
import { inRoot } from '../lib/root.mjs'
import { runGraph } from '../lib/runGraph.mjs'
import { listWorkspaces } from '../lib/workspaces.mjs'
import { runTypeCompiler } from './typeCompiler.mjs'

const workers = 2

/** Pages that use the elements as each framework's types see them, each with settings of its own. */
const frameworks = 'packages/latchkey/fixtures/frameworks'

/** Type errors of every folder that has a TypeScript configuration, as the compiler prints them. */
export async function checkTypes(programs) {
  const pages = readdirSync(inRoot(frameworks)).map((name) => `${frameworks}/${name}`)
  const configs = [...listWorkspaces(), 'docs', 'scripts', ...pages]
    .map((folder) => `${folder}/tsconfig.json`)
    .filter((config) => existsSync(inRoot(config)))
  const problems = []
  const steps = configs.map((name) => ({ name, needs: [] }))
  await runGraph(steps, workers, async ({ name }) => {
    const { code, output } = await runTypeCompiler(programs, ['--noEmit', '-p', name])
    if (code !== 0) problems.push(`${name}\n${output.trim()}`)
  })
  return problems.sort()
}
