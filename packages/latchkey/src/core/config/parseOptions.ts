import { isRecord } from '@latchkey/wire/json'
import type { ChainFamily } from '../connection/family.js'
import type { Alert } from '../modal/store.js'
import type { Network } from '../network/network.js'
import { InvalidOptionError, SignInConflictError } from '../runtime/errors/config.js'
import type { SiweConfig } from '../siwx/siweConfig.js'
import type { SiwxConfig } from '../siwx/siwx.js'
import { parseThemeVariables, type ThemeMode, type ThemeVariables } from '../theme/store.js'
import { assertOptions, toConfig } from './optionRules.js'
import type { Config, LatchkeyOptions } from './options.js'
import { parseNetwork } from './parseNetwork.js'

export type ParsedOptions = {
  readonly config: Config
  readonly families: readonly ChainFamily[]
  readonly networks: readonly [Network, ...Network[]]
  /** The network for visitors who have not chosen one. */
  readonly initialNetwork: Network
  /** The site's sign-in; with neither of them the provider's. Undefined without sign-in. */
  readonly signIn:
    | { readonly siwx?: SiwxConfig | undefined; readonly siweConfig?: SiweConfig | undefined }
    | undefined
  readonly theme: { readonly mode: ThemeMode | undefined; readonly variables: ThemeVariables }
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  /** A mistake that does not stop the widget. */
  readonly problem: Alert | undefined
}

/** The only alert that can be raised at start; the others are in `errors/alerts.ts`. */
const projectIdMissing: Alert = {
  code: 'PROJECT_ID_NOT_CONFIGURED',
  variant: 'error',
  short: 'Project ID Not Configured',
  long: 'No `projectId`: the provider is not used, and pairing needs `relayProjectId`.',
}

/** Checks the site's options and fills in the defaults. All options pass through here. */
export function parseOptions(input: unknown): ParsedOptions {
  if (!isRecord(input)) throw new InvalidOptionError('options', 'must be an object')
  assertOptions(input)
  const options = input as LatchkeyOptions

  const plain = toConfig(input)
  checkWalletIds(plain)
  const projectId = options.projectId || undefined
  const relayProjectId = options.relayProjectId || projectId
  const config: Config = Object.freeze({
    ...plain,
    projectId,
    providerUrl: projectId && plain.providerUrl,
    loginUrl: projectId && plain.providerUrls.login,
    relayProjectId,
    pairing: plain.pairing && plain.relayUrls.length > 0 && Boolean(relayProjectId),
    append: !plain.embedded && !options.disableAppend,
  })

  return {
    config,
    ...parseNetworks(options, config),
    signIn: parseSignIn(options, config),
    theme: {
      mode: options.themeMode,
      variables: parseThemeVariables(options.themeVariables ?? {}),
    },
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    problem: projectId ? undefined : projectIdMissing,
  }
}

function parseSignIn(options: LatchkeyOptions, { providerUrl }: Config): ParsedOptions['signIn'] {
  const { siwx, siweConfig, features } = options
  if (siwx && siweConfig) throw new SignInConflictError()
  if (features?.reownAuthentication) {
    if (!options.providerUrl) throw new InvalidOptionError('providerUrl', 'is missing')
    // Without a project id everything of the provider is off, and an alert says so.
    if (providerUrl) return {}
  }
  return siwx || (siweConfig && siweConfig.enabled !== false) ? { siwx, siweConfig } : undefined
}

function checkWalletIds({
  includeWalletIds = [],
  excludeWalletIds,
  featuredWalletIds,
}: Config): void {
  const wanted = [...includeWalletIds, ...featuredWalletIds]
  const contradiction = excludeWalletIds.find((id) => wanted.includes(id))
  if (contradiction) {
    throw new InvalidOptionError('excludeWalletIds', `names a wallet asked for: ${contradiction}`)
  }
}

function parseNetworks(options: LatchkeyOptions, config: Config) {
  for (const required of ['networks', 'families'] as const) {
    if (!options[required]) throw new InvalidOptionError(required, 'is missing')
  }
  const { families, defaultNetwork } = options
  const namespaces = new Set(families.map(({ namespace }) => namespace))
  if (namespaces.size < families.length) {
    throw new InvalidOptionError('families', 'has two chain families for one namespace')
  }

  const networks = options.networks.map((network) => parseNetwork(network, config))
  for (const [index, { id, name, namespace }] of networks.entries()) {
    if (!namespaces.has(namespace)) {
      throw new InvalidOptionError('families', `has no chain family for ${name} (${namespace})`)
    }
    if (networks.findIndex((network) => network.id === id) < index) {
      throw new InvalidOptionError('networks', `has ${id} twice`)
    }
  }

  const initialId = defaultNetwork && parseNetwork(defaultNetwork, config, 'defaultNetwork').id
  const initialNetwork = initialId ? networks.find(({ id }) => id === initialId) : networks[0]
  if (!initialNetwork) throw new InvalidOptionError('defaultNetwork', 'is not among `networks`')
  return { families, networks: networks as [Network, ...Network[]], initialNetwork }
}
