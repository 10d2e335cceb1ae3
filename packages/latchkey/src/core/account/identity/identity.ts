import { isRecord } from '@latchkey/wire/json'
import type { Network } from '../../network/network.js'
import { createResource, type Resource } from '../../runtime/createResource.js'
import * as limits from '../../runtime/limits.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { readAccountCache, writeAccountCache } from '../accountCache.js'

/** Name and avatar of an account. Most accounts have neither. */
export type Identity = {
  readonly name?: string | undefined
  /** A `data:` URL, or an address at the provider. */
  readonly avatar?: string | undefined
}

export type IdentityKey = { readonly address: string; readonly network: Network }

/** Identities by address: one entry serves every network that has names. */
export function getIdentities(widget: Widget): Resource<IdentityKey, Identity> {
  return getOrCreate(widget, createIdentities)
}

/** Specification §5: names exist on EVM networks only, not on test networks. Basic mode has none. */
export function hasNames(
  { config, ports }: Widget,
  network: Network | undefined,
): network is Network {
  if (config.basic || !ports.provider) return false
  return network?.namespace === 'eip155' && !network.isTestnet
}

function createIdentities(widget: Widget): Resource<IdentityKey, Identity> {
  return createResource({
    clock: widget.ports.clock,
    signal: widget.signal,
    key: ({ address, network }) => (hasNames(widget, network) ? address : ''),
    lifetime: limits.identityLifetime,
    retryGap: limits.identityRetryGap,
    recall({ address, network }) {
      const cached = hasNames(widget, network) ? readCachedIdentity(widget, address) : undefined
      const name = cached?.value.name
      // Other names need the tables of ENSIP-15, which are loaded later.
      return name === undefined || isNormalizedAscii(name) ? cached : undefined
    },
    async load({ address, network }, signal) {
      if (!hasNames(widget, network)) return {}
      const { fetchIdentity } = await import('./identity.lazy.js')
      return fetchIdentity(widget, { address, signal })
    },
  })
}

export function readCachedIdentity(
  widget: Widget,
  address: string,
): { readonly value: Identity; readonly at: number } | undefined {
  const entry = readAccountCache(widget, 'identity_cache', address)
  if (!entry || !isRecord(entry.identity)) return undefined
  const { name, avatar } = entry.identity
  return { value: { name: textOf(name), avatar: textOf(avatar) }, at: entry.timestamp }
}

/** Avatars in `data:` URLs can be large: longer ones are fetched again instead of stored. */
const maxCachedAvatar = 8_192

export function cacheIdentity(widget: Widget, address: string, { name, avatar }: Identity): void {
  if ((avatar?.length ?? 0) > maxCachedAvatar) return
  const identity = { name: name ?? null, avatar: avatar ?? null }
  writeAccountCache(widget, 'identity_cache', address, { identity })
}

export function readCachedNames(widget: Widget, address: string): readonly string[] | undefined {
  const names = readAccountCache(widget, 'ens_cache', address)?.ens
  if (!Array.isArray(names)) return undefined
  return names.flatMap((one) => (isRecord(one) ? (textOf(one.name) ?? []) : []))
}

export function cacheNames(widget: Widget, address: string, names: readonly string[]): void {
  writeAccountCache(widget, 'ens_cache', address, { address, ens: names.map((name) => ({ name })) })
}

/** The provider bounds names too, but the widget does not rely on it. */
const maxNameLength = 255

/** Whether a name is in its normalized form (ENSIP-15): no invisible characters, no look-alikes. */
export async function isNormalizedName(name: string): Promise<boolean> {
  if (name.length > maxNameLength) return false
  // The common case needs no tables.
  if (/^[\x20-\x7e]*$/.test(name)) return isNormalizedAscii(name)
  try {
    const { ens_normalize } = await import('@adraffy/ens-normalize')
    return name.includes('.') && ens_normalize(name) === name
  } catch {
    return false
  }
}

function isNormalizedAscii(name: string): boolean {
  return (
    name.length <= maxNameLength && name.includes('.') && name.split('.').every(isNormalizedLabel)
  )
}

/** Lower case, digits and hyphens; leading `_`; no punycode. */
function isNormalizedLabel(label: string): boolean {
  return /^(?=.)_*[a-z0-9$-]*$/.test(label) && label.slice(2, 4) !== '--'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
