import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../../..', import.meta.url))
const folders = ['latchkey/src/ui', 'latchkey/src/features', 'parts/src']
const sheets = folders.flatMap((folder) =>
  readdirSync(`${source}/${folder}`, { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.css.ts'))
    .map((path) => `${folder}/${path}`),
)

/** Classes that a sheet styles on their own, not inside another selector. */
function ownClasses(css: string): readonly string[] {
  return [...css.matchAll(/^\.[\w-]+(?=(, \.[\w-]+)* \{)/gm)].map(([name]) => name)
}

// All sheets share one shadow root and some load late: two with the same class name would change
// each other's views.
test('defines each class in one sheet only', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of sheets) {
    for (const name of ownClasses(readFileSync(`${source}/${path}`, 'utf8'))) {
      owners.set(name, (owners.get(name) ?? new Set()).add(path))
    }
  }
  expect(owners.size).toBeGreaterThan(100)
  const shared = [...owners].filter(([, paths]) => paths.size > 1)
  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(' ')}`)).toEqual([])
})
