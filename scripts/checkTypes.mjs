import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'
import { runGraph } from './runGraph.mjs'
import { runTypeCompiler } from './typeCompiler.mjs'
import { listWorkspaces } from './workspaces.mjs'

const workers = 2

/** Type errors of every folder that has a TypeScript configuration, as the compiler prints them. */
export async function checkTypes(programs) {
  const configs = [...listWorkspaces(), 'docs', 'scripts']
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
