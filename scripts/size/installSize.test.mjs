import { expect, test } from 'vitest'
import { listClosure } from './installSize.mjs'

test('run-time dependencies are followed to where they are installed', () => {
  const packages = {
    '': {},
    'packages/latchkey': { dependencies: { '@latchkey/wire': '1', noble: '2' } },
    'packages/latchkey/node_modules/noble': { dependencies: { deep: '1' } },
    'node_modules/noble': { dependencies: { old: '1' } },
    'node_modules/@latchkey/wire': { link: true, resolved: 'packages/wire' },
    'packages/wire': { devDependencies: { vitest: '4' } },
    'node_modules/deep': {},
  }
  expect(listClosure(packages, 'packages/latchkey').sort()).toEqual([
    'node_modules/deep',
    'packages/latchkey',
    'packages/latchkey/node_modules/noble',
    'packages/wire',
  ])
})

test('a dependency the lock does not know is an error', () => {
  const packages = { 'packages/wire': { dependencies: { gone: '1' } } }
  expect(() => listClosure(packages, 'packages/wire')).toThrow('gone, needed by packages/wire')
})

test('copies of one version count once', () => {
  const packages = {
    'packages/latchkey': { dependencies: { pairing: '1', noble: '2' } },
    'packages/latchkey/node_modules/noble': { version: '2.0.0' },
    'node_modules/pairing': { version: '1.0.0', dependencies: { noble: '2' } },
    'node_modules/pairing/node_modules/noble': { version: '2.0.0' },
  }
  expect(listClosure(packages, 'packages/latchkey')).toHaveLength(3)
})
