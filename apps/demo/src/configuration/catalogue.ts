import type {
  FeatureOptions,
  LatchkeyOptions,
  Metadata,
  NetworkInput,
  ThemeVariables,
} from 'latchkey'
import {
  choice,
  colour,
  type Draft,
  flag,
  list,
  named,
  order,
  pairs,
  range,
  text,
  wallets,
} from './draft.js'
import { type Field, patterns } from './fields.js'
import { developmentProject, type Local } from './local.js'
import { networkChoices, networkIdOf, networks } from './networks.js'

/** Options the panel cannot set: code of the site, and features that are not in this release. */
type Unoffered = 'families' | 'connectors' | 'siweConfig'
type UnofferedFeature = 'swaps' | 'onramp' | 'pay' | 'smartSessions'
type Group = {
  readonly features: Omit<FeatureOptions, UnofferedFeature>
  readonly metadata: Metadata
  readonly themeVariables: ThemeVariables
}

/** Every option of the widget; a new one does not compile until the panel has it. */
type OptionPath =
  | Exclude<keyof LatchkeyOptions, Unoffered | keyof Group>
  | { [group in keyof Group]: `${group}.${keyof Group[group] & string}` }[keyof Group]

export type Section = { readonly title: string; readonly fields: readonly Field[] }

export function describeOptions(local: Local): readonly Section[] {
  const sections = {
    Theme: theme,
    Networks: networkFields(local),
    Wallets: walletFields(local),
    Pairing: pairingFields(local),
    Features: features,
    'Your site': site,
    Behaviour: behaviour,
  }
  const complete: { readonly [path in OptionPath]: Draft } = {
    ...sections.Theme,
    ...sections.Networks,
    ...sections.Wallets,
    ...sections.Pairing,
    ...sections.Features,
    ...sections['Your site'],
    ...sections.Behaviour,
  }
  return Object.entries(sections).map(([title, drafts]) => ({
    title,
    fields: (Object.keys(drafts) as OptionPath[]).map((path) => ({ ...complete[path], path })),
  }))
}

export function fieldsOf(sections: readonly Section[]): readonly Field[] {
  return sections.flatMap(({ fields }) => fields)
}

const pixels = (value: number | null) => `${value}px`

const theme = {
  themeMode: choice('Mode', {
    choices: [{ value: '', label: 'System' }, ...named(['light', 'dark'])],
  }),
  'themeVariables.--lk-accent': colour('Accent', { usual: '#2f5bea' }),
  'themeVariables.--lk-border-radius-master': range('Corner radius', {
    from: 0,
    to: 8,
    usual: 4,
    unit: 'px',
    toOption: pixels,
  }),
  'themeVariables.--lk-font-family': text('Font', {
    pattern: patterns.style,
    example: 'Georgia, serif',
  }),
  'themeVariables.--lk-font-size-master': range('Text size', {
    from: 8,
    to: 14,
    usual: 10,
    unit: 'px',
    toOption: pixels,
  }),
  'themeVariables.--lk-color-mix': colour('Tint', {
    usual: '#000000',
    hint: 'Blended into the neutral colours.',
  }),
  'themeVariables.--lk-color-mix-strength': range('Tint strength', {
    from: 0,
    to: 30,
    usual: 0,
    unit: '%',
  }),
  'themeVariables.--lk-qr-color': colour('QR code', { usual: '#131316' }),
  'themeVariables.--lk-z-index': range('Layer', {
    from: 0,
    to: 9999,
    usual: 999,
    hint: 'Not needed: the dialog is in the browser’s top layer.',
  }),
}

function networkFields({ nodes }: Local) {
  const offered = ['mainnet', 'base']
  return {
    networks: order('Networks', {
      items: networkChoices,
      needsOne: true,
      initial: offered,
      hint: 'Ethereum, Base and Solana run on this machine. Each network brings its chain family along.',
    }),
    defaultNetwork: choice('Start on', {
      choices: [{ value: '', label: 'The first' }, ...networkChoices],
    }),
    enableNetworkSwitch: flag('Let visitors switch', true),
    allowUnsupportedChain: flag('Tolerate other networks', false),
    customRpcUrls: pairs('Nodes', {
      keys: Object.values(networks).map(networkIdOf),
      names: namesBy(networkIdOf),
      pattern: patterns.node,
      example: 'https://…',
      initial: nodes,
      toOption: (urls) =>
        Object.fromEntries(Object.entries(urls).map(([id, url]) => [id, [{ url }]])),
    }),
    chainImages: pairs('Network images', {
      keys: Object.values(networks).map(({ id }) => String(id)),
      names: namesBy(({ id }) => String(id)),
      pattern: patterns.image,
      example: 'https://…/image.svg',
    }),
  }
}

const namesBy = (keyOf: (network: NetworkInput) => string) =>
  Object.fromEntries(Object.values(networks).map((network) => [keyOf(network), network.name]))

function walletFields({ sampleWallet }: Local) {
  return {
    enableWallets: flag('Offer wallets', true),
    enableEIP6963: flag('Browser wallets that announce themselves', true),
    enableInjected: flag('The single injected wallet', true),
    allWallets: choice('List of all wallets', {
      choices: named(['SHOW', 'HIDE', 'ONLY_MOBILE'], {
        SHOW: 'Show',
        HIDE: 'Hide',
        ONLY_MOBILE: 'On phones',
      }),
      fallback: 'SHOW',
    }),
    enableWalletGuide: flag('Guide for newcomers', true),
    customWallets: wallets('Your own wallets', {
      initial: sampleWallet
        ? [
            {
              id: 'sample-phone',
              name: 'Sample Wallet (phone)',
              homepage: sampleWallet,
              mobile_link: sampleWallet,
              webapp_link: sampleWallet,
            },
          ]
        : [],
    }),
    featuredWalletIds: list('Featured wallets', { pattern: patterns.id, example: 'sample-phone' }),
    excludeWalletIds: list('Excluded wallets', {
      pattern: patterns.id,
      example: 'app.latchkey.sample',
    }),
    includeWalletIds: list('Only these of the directory', {
      pattern: patterns.id,
      example: 'wallet-id',
    }),
    connectorImages: pairs('Wallet images', {
      keys: ['walletConnect', 'app.latchkey.sample', 'sample-phone'],
      pattern: patterns.image,
      example: 'https://…/image.svg',
    }),
    experimental_preferUniversalLinks: flag('Prefer universal links', false),
  }
}

function pairingFields({ relay, provider, login }: Local) {
  return {
    projectId: text('Project', {
      initial: provider ? developmentProject : 'playground',
      example: 'my-site',
      hint: 'Your key at your provider. Pairing needs one.',
    }),
    providerUrl: text('Provider', {
      pattern: patterns.node,
      example: 'https://provider.example',
      initial: provider ?? '',
      hint: 'Lists and recommends wallets, decides features. Left empty, nobody is asked.',
    }),
    providerUrls: pairs('Parts of it elsewhere', {
      keys: ['wallets', 'chain', 'analytics', 'login'],
      pattern: patterns.node,
      example: 'https://chain.example',
      initial: login ? { login } : {},
    }),
    enableWalletConnect: flag('Pair by QR code and link', true),
    relayUrls: list('Relays', {
      pattern: patterns.relay,
      example: 'wss://relay.example',
      initial: relay ? [relay] : [],
    }),
  }
}

const features = {
  'features.legalCheckbox': flag(
    'Ask to accept the terms',
    false,
    'Needs a link under “Your site”.',
  ),
  'features.allWallets': flag('List of all wallets', true),
  'features.connectorTypeOrder': order('Groups of wallets', {
    items: named(
      ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
      { walletConnect: 'QR code', injected: 'Installed' },
    ),
  }),
  'features.connectMethodsOrder': order('Ways to connect', {
    items: named(['email', 'social', 'wallet']),
  }),
  'features.walletFeaturesOrder': order('Account actions', {
    items: named(['onramp', 'swaps', 'receive', 'send'], { onramp: 'Buy', swaps: 'Swap' }),
  }),
  'features.send': flag('Send', true),
  'features.receive': flag('Receive', true),
  siwx: choice('Sign-in with the wallet', {
    choices: [{ value: '', label: 'Off' }, ...named(['optional', 'required'])],
    hint: 'Visitors sign a message that proves the account is theirs.',
  }),
  'features.reownAuthentication': flag(
    'Sign-in sessions at the provider',
    false,
    'Instead of sessions in this browser. Needs a provider.',
  ),
  'features.email': flag('Email login', true),
  'features.socials': order('Social logins', {
    items: named(['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'], {
      github: 'GitHub',
    }),
  }),
  'features.emailShowWallets': flag('Wallets beside email', true),
  'features.collapseWallets': flag('Wallets behind one button', false),
  'features.history': flag('Activity', true),
  'features.multiWallet': flag('Several wallets at once', false),
  'features.analytics': flag('Usage events', true),
}

const site = {
  'metadata.name': text('Name', { example: 'My site' }),
  'metadata.description': text('Description', { example: 'What it is for', long: true }),
  'metadata.url': text('Address', { pattern: patterns.link, example: 'https://my-site.example' }),
  'metadata.icons': list('Icons', { pattern: patterns.image, example: 'https://…/icon.png' }),
  termsConditionsUrl: text('Terms of service', { pattern: patterns.link, example: '/terms' }),
  privacyPolicyUrl: text('Privacy policy', { pattern: patterns.link, example: '/privacy' }),
}

const behaviour = {
  enableEmbedded: flag('Part of the page', false, 'Instead of a dialog above it.'),
  disableAppend: flag('Place the dialog myself', false),
  enableMobileFullScreen: flag('Whole screen on phones', false),
  enableReconnect: flag('Reconnect on load', true),
  preload: choice('Fetch the dialog', {
    choices: named(['intent', 'idle', 'none'], {
      intent: 'On hover',
      idle: 'When idle',
      none: 'On click',
    }),
    fallback: 'intent',
  }),
  basic: flag('Bare dialog', false, 'No balance, no provider features.'),
  debug: flag('Messages for the developer', true),
  instance: text('Instance', {
    pattern: patterns.name,
    example: 'shop',
    hint: 'Each name remembers its own connection.',
  }),
}
