import { expect, test } from 'vitest'

const sheets = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../ui/**/*.css.ts', '../../features/**/*.css.ts'],
  { eager: true },
)

/** Classes that a sheet gives their looks by themselves, not where they stand inside something else. */
function ownClasses(css: string): readonly string[] {
  return [...css.matchAll(/^\.[\w-]+(?=(, \.[\w-]+)* \{)/gm)].map(([name]) => name)
}

// All of them come into one shadow root, some of them late: two that mean different things by one
// name spoil each other's views, from the moment the second one is there.
test('a class belongs to one sheet', () => {
  const owners = new Map<string, Set<string>>()
  for (const [path, module] of Object.entries(sheets)) {
    for (const css of Object.values(module)) {
      for (const name of typeof css === 'string' ? ownClasses(css) : []) {
        owners.set(name, (owners.get(name) ?? new Set()).add(path))
      }
    }
  }
  expect(owners.size).toBeGreaterThan(100)
  const shared = [...owners].filter(([, paths]) => paths.size > 1)
  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(' ')}`)).toEqual([])
})
