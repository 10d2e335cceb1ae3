import type {
  FeatureOptions,
  LatchkeyOptions,
  Metadata,
  NetworkInput,
  ThemeVariables,
} from 'latchkey'
import { choice, type Draft, flag, list, named, order, pairs, text, wallets } from './draft.js'
import { type Field, patterns } from './fields.js'
import { developmentProject, type Local, localExchange } from './local.js'
import { networkChoices, networkIdOf, networks } from './networks.js'
import { walletChoices } from './packagedWallets.js'
import { behaviour, features, site, theme } from './siteFields.js'

/** Options the panel cannot set: code of the site. */
type Unoffered = 'families' | 'connectors' | 'siweConfig'
type Group = {
  readonly features: FeatureOptions
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
    swapContracts: pairs('Uniswap V2 routers for swaps', {
      keys: Object.values(networks)
        .map(networkIdOf)
        .filter((id) => id.startsWith('eip155:')),
      names: namesBy(networkIdOf),
      pattern: patterns.contract,
      example: '0x…',
      initial: Object.fromEntries(
        Object.keys(nodes)
          .filter((id) => id.startsWith('eip155:'))
          .map((id) => [id, localExchange]),
      ),
      toOption: (routers) =>
        Object.fromEntries(
          Object.entries(routers).map(([id, address]) => [id, [{ kind: 'uniswapV2', address }]]),
        ),
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
    wallets: order('Wallets of the package', {
      items: walletChoices,
      initial: [],
      fallback: [],
      hint: 'Rows and links without a provider. `latchkey/wallets` has many more.',
    }),
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
      hint: 'Lists and recommends wallets, decides features. Empty: no provider is used.',
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
    relayProjectId: text('Project at the relays', {
      example: 'my-project',
      hint: 'Only if it differs, as for the public relay.',
    }),
  }
}
