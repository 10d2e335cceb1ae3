import { posix } from 'node:path'

/**
 * A browser discovers the imports of a file fetched by `import()` only when it parses it. Fetches all of
 * them at once, so that a click waits for one round trip and not two. A failure here is reported when the
 * file is imported.
 *
 * @param {Record<string, { type: string, fileName: string, code: string, imports: string[], dynamicImports: string[] }>} bundle
 */
export function fetchTogether(bundle) {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const imported = withImports(bundle, chunk.fileName)
    for (const target of chunk.dynamicImports) {
      const call = callOf(chunk.fileName, target)
      const ahead = [...withImports(bundle, target)].filter(
        (name) => name !== target && !imported.has(name),
      )
      if (ahead.length === 0) continue
      if (!chunk.code.includes(call)) throw new Error(`${chunk.fileName} has no ${call}`)
      const early = ahead.map((name) => `${callOf(chunk.fileName, name)}.catch(()=>{}),`)
      chunk.code = chunk.code.replaceAll(call, () => `(${early.join('')}${call})`)
    }
  }
}

/** A file and all its imports, direct and indirect. */
function withImports(bundle, first) {
  const found = new Set([first])
  for (const name of found) for (const next of bundle[name]?.imports ?? []) found.add(next)
  return found
}

function callOf(from, to) {
  const path = posix.relative(posix.dirname(from), to)
  return `import(\`${path.startsWith('.') ? path : `./${path}`}\`)`
}
