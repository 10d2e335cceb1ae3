import { base, sepolia } from 'latchkey/networks'
import { expect, test } from 'vitest'
import { fields } from '../configuration/arbitraryConfiguration.fixture.js'
import { type Configuration, initialConfiguration } from '../configuration/configuration.js'
import { printCall } from './callWidget.js'
import { planChange } from './planChange.js'

const initial = initialConfiguration(fields)
const plan = (changes: Configuration, before: Configuration = {}) =>
  planChange(fields, { ...initial, ...before }, { ...initial, ...before, ...changes })

test('nothing changed needs nothing', () => {
  expect(plan({})).toEqual([])
})

test('theme, features and networks change while the widget runs', () => {
  expect(
    plan({
      themeMode: 'dark',
      'themeVariables.--lk-border-radius-master': 2,
      'features.send': false,
      networks: ['mainnet', 'sepolia'],
    }),
  ).toEqual([
    { method: 'setThemeMode', mode: 'dark' },
    { method: 'setThemeVariables', variables: { '--lk-border-radius-master': '2px' } },
    { method: 'addNetwork', namespace: 'eip155', name: 'sepolia', network: sepolia },
    { method: 'removeNetwork', namespace: 'eip155', id: base.id },
    { method: 'updateFeatures', features: { send: false } },
  ])
})

test.each<[string, Configuration, Configuration]>([
  ['an option read once', { basic: true }, {}],
  ['sign-in', { siwx: 'required' }, {}],
  ['sign-in at the provider', { 'features.reownAuthentication': true }, {}],
  ['a feature the provider decides', { 'features.email': false }, {}],
  ['swaps, also decided by the provider', { 'features.swaps': false }, {}],
  ['several wallets, also decided by the provider', { 'features.multiWallet': true }, {}],
  ['payments, which turn log-ins off', { 'features.pay': true }, {}],
  ['the system deciding the mode again', { themeMode: '' }, { themeMode: 'dark' }],
  [
    'a variable given up',
    { 'themeVariables.--lk-accent': '' },
    { 'themeVariables.--lk-accent': '#ff0000' },
  ],
  ['a network of another family', { networks: ['mainnet', 'base', 'solanaMainnet'] }, {}],
  ['another order of networks', { networks: ['base', 'mainnet'] }, {}],
  ['one live change and one that is not', { themeMode: 'dark', debug: false }, {}],
])('%s needs a new widget', (_, changes, before) => {
  expect(plan(changes, before)).toBeUndefined()
})

test('calls read as a site would write them', () => {
  expect(
    plan({ networks: ['mainnet', 'sepolia'], 'features.send': false })?.map(printCall),
  ).toEqual([
    "latchkey.addNetwork('eip155', sepolia)",
    `latchkey.removeNetwork('eip155', ${base.id})`,
    'latchkey.updateFeatures({ send: false })',
  ])
})
