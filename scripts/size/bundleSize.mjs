import { isAbsolute, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync } from 'vite'
import { inRoot } from '../lib/root.mjs'

export const gzipSize = (bytes) => gzipSync(bytes, { level: 9 }).length

/** Measures bundles one after the other; the entries of `after` are bundled once for all of them. */
export function createBundleMeasure() {
  const cache = new Map()

  /**
   * Bytes after gzip of an entry bundled alone: what loads with it, and what its `import()` calls may load
   * later. Leaves out modules below the folder `beyond`, those that the entries `after` have loaded, and
   * packages whose names begin with one of `without`.
   */
  return async function measureBundle({ entry, beyond, after = [], without = [] }) {
    const folder = beyond && inRoot(beyond, '/')
    const loaded = new Set()
    for (const one of after) for (const path of await modulesOf(one, without)) loaded.add(path)
    const isLoaded = (path) => loaded.has(path) || (folder && path.startsWith(folder))
    const output = await bundle(inRoot(entry), isLoaded, without)
    // Minified here, because library builds leave that to the site's bundler.
    const size = ({ fileName, code }) => gzipSize(minifySync(fileName, code, { module: true }).code)
    const { first, later } = splitByLoading(output)
    const sum = (chunks) => chunks.reduce((total, chunk) => total + size(chunk), 0)
    return { size: sum(first), later: sum(later) }
  }

  /** Every module that loads with an entry. */
  async function modulesOf(entry, without) {
    const key = [entry, ...without].join(' ')
    if (!cache.has(key)) {
      const output = await bundle(inRoot(entry), () => false, without)
      const { first } = splitByLoading(output)
      cache.set(
        key,
        first.flatMap(({ modules }) => Object.keys(modules)),
      )
    }
    return cache.get(key)
  }
}

async function bundle(entry, isOutside, packages) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot(),
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    plugins: [markExternal(isOutside, packages)],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
    },
  })
  requireSameAnywhere(output)
  return output
}

/** Replaces absolute paths, so that sizes do not depend on the folder's path. */
export function requireSameAnywhere(chunks) {
  const absolute = chunks.flatMap(({ imports = [] }) => imports).find(isAbsolute)
  if (absolute) throw new Error(`A bundle imports ${absolute} by its place on this machine.`)
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

function markExternal(isOutside, packages) {
  return {
    name: 'keep-outside',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined) return null
      if (packages.some((name) => id.startsWith(name))) return { id, external: true }
      const found = await this.resolve(id, importer, { skipSelf: true })
      if (!found || !isOutside(found.id)) return found
      return { id: `outside/${relative(inRoot(), found.id)}`, external: true }
    },
  }
}
