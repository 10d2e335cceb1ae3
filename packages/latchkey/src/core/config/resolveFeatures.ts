import { isRecord } from '@latchkey/wire/json'
import type { Device } from '../runtime/ports.js'
import {
  defaultNameZone,
  defaultRemoteFeatures,
  type FeatureOptions,
  type Features,
  getLocalFeatures,
  hasLogIn,
  type RemoteFeatures,
  swapProviders,
} from './features.js'
import { isText } from './optionRules.js'

export type ResolvedFeatures = {
  readonly features: Features
  readonly remoteFeatures: RemoteFeatures
  /** The provider's first open zone of account names; undefined if none is open. */
  readonly nameZone: string | undefined
  /** Options the provider's configuration overrides, named in the warning. */
  readonly ignored: readonly string[]
}

type RemoteName = keyof RemoteFeatures
type Value = boolean | readonly string[]

/** One feature in the provider's response; `config` null means the provider does not decide it. */
type RemoteEntry = {
  readonly isEnabled: boolean
  readonly config: readonly string[] | null | undefined
  /** The values the provider supports; undefined if it does not say. */
  readonly available: readonly string[] | undefined
  /** Where the feature is hidden, in upper case; undefined without such places. */
  readonly restrictedTimezones: readonly string[] | undefined
}

/** The id of each feature in the provider's response. */
const entryIds: { readonly [name in RemoteName]: string } = {
  email: 'social_login',
  socials: 'social_login',
  swaps: 'swap',
  onramp: 'onramp',
  activity: 'activity',
  reownBranding: 'reown_branding',
  multiWallet: 'multi_wallet',
  payWithExchange: 'fund_from_exchange',
}

const namesEntryId = 'account_names'

/**
 * Combines the site's and the provider's features. `remote` is the unparsed list from the
 * provider's response; undefined without a response.
 */
export function resolveFeatures({
  local,
  remote,
  basic = false,
  device,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
}: {
  readonly local: FeatureOptions
  readonly remote?: unknown
  readonly basic?: boolean
  readonly device?: Device
  /** Like `Europe/Paris`. */
  readonly timeZone?: string
}): ResolvedFeatures {
  const entries = remote === undefined ? undefined : parseEntries(remote)
  const isUnreadable = remote !== undefined && !entries
  const { features, remoteFeatures } = getLocalFeatures(local, basic)
  const resolved: Record<string, Value> =
    isUnreadable && !basic ? { ...defaultRemoteFeatures } : { ...remoteFeatures }
  const ignored: string[] = []

  if (entries && !basic) {
    for (const [name, id] of Object.entries(entryIds) as [RemoteName, string][]) {
      const entry = entries.get(id)
      if (entry?.config === null) continue
      resolved[name] = entry?.config ? remoteValue(name, entry.isEnabled, entry.config) : false
      const option = name === 'activity' ? 'history' : name
      if (local[option as keyof FeatureOptions] !== undefined) {
        ignored.push(`"features.${option}"${option === name ? '' : ` (now "${name}")`}`)
      }
    }
  }

  for (const name of ['email', 'socials'] as const) {
    if (!hasLogIn(local, name)) resolved[name] = false
  }
  const { available: sellers, restrictedTimezones } = entries?.get(entryIds.onramp) ?? {}
  if (sellers?.length === 0 || restrictedTimezones?.includes(timeZone.toUpperCase())) {
    resolved.onramp = false
  }
  const available = entries?.get(entryIds.socials)?.available
  const socials = allowedSocials(resolved.socials, { available, device })
  // The site turns swaps on; the provider knows with which exchanges.
  const exchanges = entries?.get(entryIds.swaps)?.available
  if (resolved.swaps && exchanges) resolved.swaps = orFalse(exchanges)
  return {
    features,
    remoteFeatures: { ...resolved, socials } as RemoteFeatures,
    nameZone: parseNameZone(entries?.get(namesEntryId)?.available),
    ignored,
  }
}

function remoteValue(name: RemoteName, isEnabled: boolean, config: readonly string[]): Value {
  if (!isEnabled) return false
  if (name === 'email') return config.includes('email')
  const known = name === 'swaps' ? [...swapProviders, 'jupiter'] : defaultRemoteFeatures[name]
  if (typeof known === 'boolean') return true
  return orFalse(config.filter((item) => (known as readonly string[]).includes(item)))
}

/** The social log-ins the provider supports. Telegram's in-app browsers cannot open some of them. */
function allowedSocials(
  socials: Value | undefined,
  {
    available,
    device,
  }: { readonly available?: readonly string[] | undefined; readonly device: Device | undefined },
): Value {
  if (!Array.isArray(socials)) return false
  const blocked = device?.isTelegram ? telegramBlocks(device) : []
  const isAllowed = (provider: string) =>
    !blocked.includes(provider) && (!available || available.includes(provider))
  return orFalse(socials.filter(isAllowed))
}

function telegramBlocks({ isIos, isAndroid, isMobile, isSafari }: Device): readonly string[] {
  if (isIos) return ['google']
  if (isAndroid) return ['facebook', 'x']
  // Among desktop apps, only Telegram for macOS has no Safari in its user agent.
  return isMobile || isSafari ? [] : ['x']
}

/** A provider that says nothing about names has the default zone. */
function parseNameZone(available: readonly string[] | undefined): string | undefined {
  if (!available) return defaultNameZone
  return available.find((zone) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(zone))
}

/** A list feature without items is off. */
function orFalse(items: readonly string[]): Value {
  return items.length > 0 && items
}

/** Undefined when an entry for a known feature is malformed. */
function parseEntries(remote: unknown): ReadonlyMap<string, RemoteEntry> | undefined {
  if (!Array.isArray(remote)) return undefined
  const ids = [...Object.values(entryIds), namesEntryId]
  const entries = new Map<string, RemoteEntry>()
  for (const entry of remote as unknown[]) {
    if (!isRecord(entry)) return undefined
    const { id, isEnabled, config, available, restrictedTimezones } = entry
    if (!isText(id)) return undefined
    if (!ids.includes(id)) continue
    if (typeof isEnabled !== 'boolean') return undefined
    if (config != null && !isTexts(config)) return undefined
    entries.set(id, {
      isEnabled,
      config: config as RemoteEntry['config'],
      available: isTexts(available) ? available : undefined,
      restrictedTimezones: isTexts(restrictedTimezones) ? restrictedTimezones : undefined,
    })
  }
  return entries
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}
