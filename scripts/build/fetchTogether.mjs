import { posix } from 'node:path'

/**
 * Files that are fetched by `import()` bring others along, which a browser learns of only when it reads
 * them. Asks for all of them at once, so that a click waits for one journey and not for two. What fails
 * here fails again, and is told, where it is needed.
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

/** A file and all it imports, directly or not. */
function withImports(bundle, first) {
  const found = new Set([first])
  for (const name of found) for (const next of bundle[name]?.imports ?? []) found.add(next)
  return found
}

function callOf(from, to) {
  const path = posix.relative(posix.dirname(from), to)
  return `import(\`${path.startsWith('.') ? path : `./${path}`}\`)`
}
