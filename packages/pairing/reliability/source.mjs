import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const folder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Loads modules of this package from source, by their path in it, and gives them by file name. They
 * are compiled into one folder below the package, so that installed packages are found, and share
 * what they have in common.
 */
export async function loadSource(...paths) {
  const names = paths.map((path) => path.replace(/^.*\/|\.ts$/g, ''))
  const bundle = await rolldown({
    input: Object.fromEntries(paths.map((path, index) => [names[index], join(folder, path)])),
    platform: 'node',
    logLevel: 'silent',
    external: [/^node:/, 'ws'],
    resolve: { conditionNames: ['latchkey-source', 'module', 'node', 'import', 'default'] },
  })
  const dir = await mkdtemp(join(folder, 'node_modules', '.reliability-'))
  try {
    await bundle.write({ dir, format: 'es', entryFileNames: '[name].mjs' })
    const modules = await Promise.all(
      names.map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
    )
    return Object.assign({}, ...modules)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
