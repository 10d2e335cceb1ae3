import { isNamespace, isNetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { InvalidOptionError } from '../runtime/errors/config.js'
import {
  connectMethods,
  defaultFeatures,
  defaultRemoteFeatures,
  type FeatureOptions,
} from './features.js'
import type { Config, LatchkeyOptions, Metadata } from './options.js'

/**
 * A check and its error text, which follows "must be". Options that are copied into the
 * configuration also have their name there and a default.
 */
type Rule = readonly [
  holds: (value: unknown) => boolean,
  expected: string,
  name?: keyof Config | undefined,
  fallback?: unknown,
]
type Rules<options> = { readonly [name in keyof options]-?: Rule }

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isName = (value: unknown): value is string => isText(value) && value !== ''
const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    isText(value) && pattern.test(value)

/** Web URLs or paths of the site; rejects schemes that run or embed something. */
const isLink = matches(/^(https?:\/|\.{0,2})\/\S*$/i)
const isImage = matches(/^(https?:\/\/|\.{0,2}\/|data:image\/)\S*$/i)
export const isNodeUrl = matches(/^https?:\/\/\S+$/i)

const listOf = (holds: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(holds)
const recordOf = (holds: (value: unknown, key: string) => boolean) => (value: unknown) =>
  isRecord(value) && Object.entries(value).every(([key, item]) => holds(item, key))
const filledListOf = (holds: (value: unknown) => boolean) => (value: unknown) =>
  listOf(holds)(value) && (value as readonly unknown[]).length > 0

const flag = (name?: keyof Config, fallback = true): Rule => [
  (value) => typeof value === 'boolean',
  'true or false',
  name,
  fallback,
]
const oneOf = (values: readonly string[], name?: keyof Config): Rule => [
  (value) => values.includes(value as string),
  `one of ${values.join(', ')}`,
  name,
  values[0],
]
/** A list of some of `values`, without duplicates, or a boolean if `orFlag`. */
const someOf = (values: readonly string[], orFlag: boolean): Rule => [
  (value) =>
    (orFlag && typeof value === 'boolean') ||
    (Array.isArray(value) &&
      value.every((item, index) => values.includes(item) && value.indexOf(item) === index)),
  `an array out of ${values.join(', ')}`,
]
const ids = (name: keyof Config, fallback?: readonly string[]): Rule => [
  listOf(isName),
  'an array of ids',
  name,
  fallback,
]
const listings = (name: keyof Config): Rule => [
  listOf((wallet) => isRecord(wallet) && isName(wallet.id) && isName(wallet.name)),
  'wallets with id and name',
  name,
  [],
]
const images = (name: keyof Config): Rule => [recordOf(isImage), 'image addresses by id', name, {}]
const text: Rule = [isText, 'a string']
const link: Rule = [isLink, 'a web address']
const object: Rule = [isRecord, 'an object']

const optionRules: Rules<LatchkeyOptions> = {
  projectId: text,
  relayProjectId: text,
  providerUrl: [isNodeUrl, 'a web address', 'providerUrl'],
  providerUrls: [
    recordOf((url, role) => isNodeUrl(url) && /^(wallets|chain|analytics|login)$/.test(role)),
    'web addresses by role',
    'providerUrls',
    {},
  ],
  networks: [filledListOf(isRecord), 'a non-empty array of networks'],
  families: [
    filledListOf((family) => isRecord(family) && isNamespace(family.namespace)),
    'a non-empty array of chain families',
  ],
  connectors: [listOf(isRecord), 'connectors', 'connectors', []],
  defaultNetwork: object,
  metadata: [isRecord, 'an object', 'metadata', {}],
  features: [isRecord, 'an object', 'features', {}],
  themeMode: oneOf(['light', 'dark']),
  themeVariables: object,
  siwx: object,
  siweConfig: object,
  enableWallets: flag('walletsEnabled'),
  enableEIP6963: flag('announcedWallets'),
  enableInjected: flag('injectedWallets'),
  enableWalletConnect: flag('pairing'),
  enableNetworkSwitch: flag('networkSwitch'),
  enableReconnect: flag('reconnect'),
  enableMobileFullScreen: flag('fullScreenOnMobile', false),
  enableEmbedded: flag('embedded', false),
  disableAppend: flag(),
  allowUnsupportedChain: flag('allowUnsupportedChain', false),
  includeWalletIds: ids('includeWalletIds'),
  excludeWalletIds: ids('excludeWalletIds', []),
  featuredWalletIds: ids('featuredWalletIds', []),
  wallets: listings('wallets'),
  customWallets: listings('customWallets'),
  termsConditionsUrl: link,
  privacyPolicyUrl: link,
  chainImages: images('chainImages'),
  connectorImages: images('connectorImages'),
  customRpcUrls: [
    recordOf(
      (nodes, id) =>
        isNetworkId(id) && listOf((node) => isRecord(node) && isNodeUrl(node.url))(nodes),
    ),
    'arrays of { url } by network id',
    'customRpcUrls',
    {},
  ],
  swapContracts: [recordOf(listOf(isRecord)), 'contracts by network id', 'swapContracts', {}],
  debug: flag('debug'),
  basic: flag('basic', false),
  allWallets: oneOf(['SHOW', 'HIDE', 'ONLY_MOBILE'], 'allWallets'),
  enableWalletGuide: flag('walletGuide'),
  experimental_preferUniversalLinks: flag('preferUniversalLinks', false),
  relayUrls: [listOf(matches(/^wss?:\/\/\S+$/i)), 'wss:// addresses', 'relayUrls', []],
  preload: oneOf(['intent', 'idle', 'none'], 'preload'),
  instance: [matches(/^[-\w]*$/), 'letters, digits, _ or -', 'instance', ''],
}

const {
  activity: history,
  reownBranding: _branding,
  payWithExchange: _deposits,
  ...switched
} = defaultRemoteFeatures
const remote = { ...switched, history }
const local = { ...defaultFeatures, connectMethodsOrder: connectMethods }

/** A feature takes a list if its default is a list, a boolean otherwise. */
function featureRules(): Rules<FeatureOptions> {
  const rules = Object.entries({ ...local, ...remote }).map(([name, fallback]) => [
    name,
    typeof fallback === 'boolean' ? flag() : someOf(fallback, name in remote),
  ])
  return Object.fromEntries(rules)
}

/** Throws for the first feature that is unknown or malformed. */
export function assertFeatures(features: unknown): void {
  check('features.', features, featureRules())
}

const metadataRules: Rules<Metadata> = {
  name: text,
  description: text,
  url: link,
  icons: [listOf(isImage), 'image addresses'],
}

/** Throws for the first option that is unknown or malformed; undefined counts as not set. */
export function assertOptions(options: Readonly<Record<string, unknown>>): void {
  check('', options, optionRules)
  assertFeatures(options.features)
  check('metadata.', options.metadata, metadataRules)
}

/** The options that are copied into the configuration, or their defaults. */
export function toConfig(options: Readonly<Record<string, unknown>>): Config {
  const config: Record<string, unknown> = {}
  for (const [option, [, , name, fallback]] of Object.entries(optionRules)) {
    if (name) config[name] = options[option] ?? fallback
  }
  return config as Config
}

function check(prefix: string, options: unknown, rules: Readonly<Record<string, Rule>>): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    const rule = Object.hasOwn(rules, name) && rules[name]
    if (!rule) {
      const near = findSimilarName(name, Object.keys(rules))
      throw new InvalidOptionError(
        prefix + name,
        near ? `is not known. Did you mean \`${prefix}${near}\`?` : 'is not known',
      )
    }
    if (value !== undefined && !rule[0](value)) {
      throw new InvalidOptionError(prefix + name, `must be ${rule[1]}`)
    }
  }
}

/** The known name that shares the most letter pairs with `name`, if at least half of them match. */
function findSimilarName(name: string, known: readonly string[]): string | undefined {
  const given = name.toLowerCase()
  let nearest: string | undefined
  let most = 0.5
  for (const candidate of known) {
    const other = candidate.toLowerCase()
    const pairs = [...given].filter((_, at) => at && other.includes(given.slice(at - 1, at + 1)))
    const share = (pairs.length + 1) / Math.max(given.length, other.length)
    if (share <= most) continue
    nearest = candidate
    most = share
  }
  return nearest
}
