import { expect, test } from 'vitest'
import { checkLicences, satisfies } from './checkLicences.mjs'

const check = (packages) => checkLicences({ packages }, () => undefined)
const entry = (license, more) => ({ version: '1.0.0', license, ...more })

test('SPDX expressions', () => {
  const accepted = ['MIT', 'ISC', 'Apache-2.0']
  for (const seen of [
    'MIT',
    '(MIT OR GPL-3.0)',
    'MIT AND ISC',
    'GPL-3.0 OR (MIT AND Apache-2.0)',
  ]) {
    expect(satisfies(seen, accepted), seen).toBe(true)
  }
  for (const unmet of ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT', 'MIT ISC', '', 'SEE LICENSE IN X']) {
    expect(satisfies(unmet, accepted), unmet).toBe(false)
  }
})

test('rejects a licence for development only in shipped packages', () => {
  expect(check({ 'node_modules/axe-core': entry('MPL-2.0', { dev: true }) })).toEqual([])
  expect(check({ 'node_modules/axe-core': entry('MPL-2.0') })).toHaveLength(1)
})

test('rejects a missing licence, except of a workspace', () => {
  expect(check({ 'node_modules/a/node_modules/b': entry(undefined) })).toHaveLength(1)
  expect(check({ '': {}, 'packages/wire': {}, 'node_modules/x': { link: true } })).toEqual([])
})

test('restricted packages: old versions for tests only', () => {
  const path = 'node_modules/@walletconnect/core'
  const wallet = (version, dev) => check({ [path]: { version, dev, license: 'Apache-2.0' } })
  expect(wallet('2.21.8', true)).toEqual([])
  expect(wallet('2.9.0', true)).toEqual([])
  expect(wallet('2.21.9', true)).toHaveLength(1)
  expect(wallet('2.21.8', false)).toHaveLength(1)
  expect(check({ 'node_modules/@reown/appkit': entry('Apache-2.0', { dev: true }) })).toHaveLength(
    1,
  )
})
