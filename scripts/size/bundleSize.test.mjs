import { expect, test } from 'vitest'
import { inRoot } from '../lib/root.mjs'
import { createBundleMeasure, requireSameAnywhere, splitByLoading } from './bundleSize.mjs'

test('counts the imports of an entry, and lazy ones as later', () => {
  const chunk = (fileName, imports = [], isEntry = false) => ({ fileName, imports, isEntry })
  const chunks = [
    chunk('entry.js', ['shared.js', 'outside/core.js'], true),
    chunk('shared.js', ['deep.js']),
    chunk('deep.js'),
    chunk('lazy.js', ['shared.js']),
  ]
  const { first, later } = splitByLoading(chunks)
  expect(first.map(({ fileName }) => fileName)).toEqual(['entry.js', 'shared.js', 'deep.js'])
  expect(later.map(({ fileName }) => fileName)).toEqual(['lazy.js'])
})

test('a bundle has the same size in every folder', async () => {
  expect(() => requireSameAnywhere([{ imports: ['react', inRoot('a.js')] }])).toThrow('a.js')
  const { size } = await createBundleMeasure()({
    entry: 'packages/latchkey/src/features/names/views/index.ts',
    beyond: 'packages/wire/src',
    without: ['react'],
  })
  expect(size).toBeGreaterThan(0)
})
