import { choice, colour, flag, list, named, order, range, text } from './draft.js'
import { patterns } from './fields.js'

const pixels = (value: number | null) => `${value}px`

export const theme = {
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
    hint: 'Blended into the neutral colors.',
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

export const features = {
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
  'features.swaps': flag('Swap', true, 'Needs a provider.'),
  'features.onramp': order('Services to buy at', {
    items: named(['meld', 'coinbase']),
    hint: 'Needs a provider.',
  }),
  'features.pay': flag(
    'Payments to the site',
    false,
    'With latchkey/pay. Turns email and social logins off.',
  ),
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
  'features.emailShowWallets': flag('Wallets with email', true),
  'features.collapseWallets': flag('Wallets behind one button', false),
  'features.history': flag('Activity', true),
  'features.smartSessions': flag(
    'Smart sessions',
    false,
    'The site’s server may act within limits that the visitor confirms.',
  ),
  'features.multiWallet': flag('Several wallets at once', false),
  'features.analytics': flag('Usage events', true),
}

export const site = {
  'metadata.name': text('Name', { example: 'My site' }),
  'metadata.description': text('Description', { example: 'What it is for', long: true }),
  'metadata.url': text('Address', { pattern: patterns.link, example: 'https://my-site.example' }),
  'metadata.icons': list('Icons', { pattern: patterns.image, example: 'https://…/icon.png' }),
  termsConditionsUrl: text('Terms of service', { pattern: patterns.link, example: '/terms' }),
  privacyPolicyUrl: text('Privacy policy', { pattern: patterns.link, example: '/privacy' }),
}

export const behaviour = {
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
