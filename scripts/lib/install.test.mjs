import { expect, test } from 'vitest'
import { dependencyFields, requireNode } from './install.mjs'

test('compares only what determines the installed packages', () => {
  const manifest = {
    version: '1',
    scripts: {},
    name: 'x',
    devDependencies: { a: '1' },
    exports: {},
  }
  expect(dependencyFields(manifest)).toEqual({ name: 'x', devDependencies: { a: '1' } })
  expect(Object.keys(dependencyFields({ peerDependenciesMeta: {}, overrides: {} }))).toHaveLength(2)
})

test('rejects an old Node and names both versions', () => {
  for (const version of ['20.19.0', '20.20.2', '22.1.0', '24.0.0']) requireNode(version)
  for (const version of ['18.20.0', '20.18.3']) {
    expect(() => requireNode(version)).toThrow(`20.19 or later; this is ${version}`)
  }
})
