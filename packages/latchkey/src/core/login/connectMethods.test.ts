import { expect, it } from 'vitest'
import type { ConnectMethod, SocialProvider } from '../config/features.js'
import type { Widget } from '../widget.js'
import { getConnectMethods } from './login.js'

type Given = {
  readonly loginUrl?: string | undefined
  readonly families?: readonly string[]
  readonly order?: readonly ConnectMethod[] | undefined
  readonly email?: boolean
  readonly socials?: readonly SocialProvider[] | false
  readonly announced?: number
  readonly walletsEnabled?: boolean
}

function offered(given: Given) {
  const settings = {
    features: { connectMethodsOrder: given.order },
    remoteFeatures: { email: given.email ?? true, socials: given.socials ?? ['google'] },
  }
  return getConnectMethods({
    config: {
      loginUrl: 'loginUrl' in given ? given.loginUrl : 'https://login.example',
      walletsEnabled: given.walletsEnabled ?? true,
    },
    families: new Map((given.families ?? ['eip155']).map((name) => [name, {}])),
    stores: {
      settings: { get: () => settings },
      registry: { get: () => ({ announced: Array(given.announced ?? 0).fill({}) }) },
    },
  } as unknown as Widget)
}

it.each<[string, Given, readonly ConnectMethod[]]>([
  ['log-ins first', {}, ['email', 'social', 'wallet']],
  ['an installed wallet first', { announced: 1 }, ['wallet', 'email', 'social']],
  [
    'the order of the site',
    { order: ['social', 'wallet', 'email'], announced: 1 },
    ['social', 'wallet', 'email'],
  ],
  ['methods the site leaves out', { order: ['email'] }, ['email']],
  ['no email', { email: false }, ['social', 'wallet']],
  ['no socials', { socials: false }, ['email', 'wallet']],
  ['no login site', { loginUrl: undefined }, ['wallet']],
  ['no chain family with log-in', { families: ['bip122'] }, ['wallet']],
  ['no wallets', { walletsEnabled: false }, ['email', 'social']],
  ['no wallets and no email', { walletsEnabled: false, email: false }, ['social']],
  ['everything off', { walletsEnabled: false, email: false, socials: false }, ['wallet']],
  ['only Solana', { families: ['solana'] }, ['email', 'social', 'wallet']],
])('lists the connect methods: %s', (_, given, expected) => {
  expect(offered(given)).toEqual(expected)
})
