import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryConfiguration, fields } from './arbitraryConfiguration.fixture.js'
import { initialConfiguration } from './configuration.js'
import { decodeHash, encodeHash } from './hash.js'

const initial = initialConfiguration(fields)

test('restores every configuration from the address', () => {
  fc.assert(
    fc.property(arbitraryConfiguration, (configuration) => {
      const hash = encodeHash(fields, configuration)
      expect(new URL(`http://localhost/#${hash}`).hash.slice(1)).toBe(hash)
      expect(decodeHash(fields, `#${hash}`)).toEqual({ configuration, problems: [] })
    }),
  )
})

test('where nothing is changed the address stays clean', () => {
  expect(encodeHash(fields, initial)).toBe('')
  expect(decodeHash(fields, '')).toEqual({ configuration: initial, problems: [] })
})

test.each([
  ['an unknown option', 'colour=red', ['colour']],
  ['a value of another kind', 'debug=maybe', ['debug']],
  ['broken JSON', 'features.send={', ['features.send']],
  ['a network nobody has', 'networks=["atlantis"]', ['networks']],
  ['no network at all', 'networks=[]', ['networks']],
  [
    'a number out of range',
    'themeVariables.--lk-border-radius-master=900',
    ['themeVariables.--lk-border-radius-master'],
  ],
  ['an address that would run', 'termsConditionsUrl=javascript:alert(1)', ['termsConditionsUrl']],
  ['a name every object has', 'constructor=1&__proto__=1', ['constructor', '__proto__']],
  ['a wallet without a name', 'customWallets=[{"id":"x"}]', ['customWallets']],
])('%s is left out and named', (_, hash, problems) => {
  const decoded = decodeHash(fields, `${hash}&basic=true`)
  expect(decoded.problems).toEqual(problems)
  expect(decoded.configuration).toEqual({ ...initial, basic: true })
})

test('any text whatsoever gives a configuration', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hash) => {
      expect(Object.keys(decodeHash(fields, hash).configuration)).toEqual(Object.keys(initial))
    }),
  )
})
