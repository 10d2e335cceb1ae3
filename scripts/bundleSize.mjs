import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync } from 'vite'
import { inRoot } from './root.mjs'

export const gzipSize = (bytes) => gzipSync(bytes, { level: 9 }).length

/**
 * Bytes after gzip of an entry bundled alone, without the modules below the folder `beyond` and the
 * packages that begin with `without`: what loads with the entry, and what its `import()` calls may load
 * later.
 */
export async function measureBundle({ entry, beyond, without }) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot(),
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    plugins: [keepOutside(beyond && inRoot(beyond, '/'), without)],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: inRoot(entry), formats: ['es'] },
    },
  })
  // Minified here, because a library build leaves white space to the bundler of the site.
  const size = ({ fileName, code }) => gzipSize(minifySync(fileName, code, { module: true }).code)
  const { first, later } = splitByLoading(output)
  const sum = (chunks) => chunks.reduce((total, chunk) => total + size(chunk), 0)
  return { size: sum(first), later: sum(later) }
}

/** Chunks that load with the entry, and the rest. */
export function splitByLoading(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first) {
    for (const name of imports) if (byName.has(name)) first.add(byName.get(name))
  }
  return { first: [...first], later: chunks.filter((chunk) => !first.has(chunk)) }
}

function keepOutside(folder, packages) {
  return {
    name: 'keep-outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined) return null
      if (packages && id.startsWith(packages)) return { id, external: true }
      if (!folder || !id.startsWith('.')) return null
      const path = resolve(importer, '..', id)
      return path.startsWith(folder) ? { id: path, external: true } : null
    },
  }
}
