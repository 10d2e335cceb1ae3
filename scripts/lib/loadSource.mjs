import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inRoot } from './root.mjs'

/** Loads modules of a workspace from source and returns their exports. */
export async function loadSource(workspace, paths) {
  const names = paths.map((path) => path.replace(/^.*\/|\.ts$/g, ''))
  const bundle = await rolldown({
    input: Object.fromEntries(paths.map((path, index) => [names[index], inRoot(workspace, path)])),
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['latchkey-source', 'module', 'node', 'import', 'default'] },
  })
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-reliability-'))
  // Only at the end: modules are loaded on demand.
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  await bundle.write({ dir, format: 'es', entryFileNames: '[name].mjs' })
  const modules = await Promise.all(
    names.map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
  )
  return Object.assign({}, ...modules)
}
