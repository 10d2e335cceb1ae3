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

/** Classes that a sheet gives their looks by themselves, not where they stand inside something else. */
function ownClasses(css: string): readonly string[] {
  return [...css.matchAll(/^\.[\w-]+(?=(, \.[\w-]+)* \{)/gm)].map(([name]) => name)
}

// All of them come into one shadow root, some of them late: two that mean different things by one
// name spoil each other's views, from the moment the second one is there.
test('a class belongs to one sheet', () => {
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
