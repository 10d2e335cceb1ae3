import { isAnyConnected } from '../../connection/store.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import type { Identity } from './identity.js'

/** Pictures inside their own address can be large; those are asked for again instead. */
const longestKeptAvatar = 8_192

/** Both are JSON by address (public surface §6): what is corrupt or too old is not there. */
type Cache = 'identity_cache' | 'ens_cache'
type Entry = { readonly timestamp: number; readonly [field: string]: unknown }

/** As it was written down, and since when; not checked yet. */
export function keptIdentity(
  widget: Widget,
  address: string,
): { readonly value: Identity; readonly at: number } | undefined {
  const entry = read(widget, 'identity_cache').get(address)
  if (!entry || !isObject(entry.identity)) return undefined
  const { name, avatar } = entry.identity
  return { value: { name: textOf(name), avatar: textOf(avatar) }, at: entry.timestamp }
}

export function keepIdentity(widget: Widget, address: string, { name, avatar }: Identity): void {
  if ((avatar?.length ?? 0) > longestKeptAvatar) return
  const identity = { name: name ?? null, avatar: avatar ?? null }
  write(widget, 'identity_cache', address, { identity })
}

export function keptNames(widget: Widget, address: string): readonly string[] | undefined {
  const names = read(widget, 'ens_cache').get(address)?.ens
  if (!Array.isArray(names)) return undefined
  return names.flatMap((one) => (isObject(one) ? (textOf(one.name) ?? []) : []))
}

export function keepNames(widget: Widget, address: string, names: readonly string[]): void {
  write(widget, 'ens_cache', address, { address, ens: names.map((name) => ({ name })) })
}

function read({ ports }: Widget, cache: Cache): Map<string, Entry> {
  const { clock, storage } = ports
  const isFresh = (entry: unknown): entry is Entry => {
    if (!isObject(entry) || typeof entry.timestamp !== 'number') return false
    const age = clock.now() - entry.timestamp
    return age >= 0 && age < limits.identityLifetime
  }
  const entries = Object.entries(parse(storage.get(cache)))
  return new Map(entries.flatMap(([address, entry]) => (isFresh(entry) ? [[address, entry]] : [])))
}

/** Adds an entry and leaves out those whose time is over. Of whoever has left nothing is kept. */
function write(widget: Widget, cache: Cache, address: string, entry: object): void {
  if (!isAnyConnected(widget.stores.connection.get())) return
  const { clock, storage } = widget.ports
  const entries = read(widget, cache).set(address, { ...entry, timestamp: clock.now() })
  storage.set(cache, JSON.stringify(Object.fromEntries(entries)))
}

function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
