import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { isAnyConnected } from '../connection/store.js'
import * as limits from '../runtime/limits.js'
import type { Widget } from '../widget.js'

/** Lifetimes of the stored caches. Each is a JSON object by address or account id (public surface §6). */
const lifetimes = {
  native_balance_cache: limits.staleBalanceLifetime,
  portfolio_cache: limits.staleBalanceLifetime,
  identity_cache: limits.identityLifetime,
  ens_cache: limits.identityLifetime,
} as const

type AccountCache = keyof typeof lifetimes

type CacheEntry = { readonly timestamp: number; readonly [field: string]: unknown }

/** Undefined for a missing, corrupt or expired entry. Its fields are not checked yet. */
export function readAccountCache(
  widget: Widget,
  cache: AccountCache,
  key: string,
): CacheEntry | undefined {
  return readEntries(widget, cache).get(key)
}

/** Adds an entry and drops expired ones. Does nothing once no wallet is connected. */
export function writeAccountCache(
  widget: Widget,
  cache: AccountCache,
  key: string,
  entry: object,
): void {
  if (!isAnyConnected(widget.stores.connection.get())) return
  const { clock, storage } = widget.ports
  const entries = readEntries(widget, cache).set(key, { ...entry, timestamp: clock.now() })
  storage.set(cache, JSON.stringify(Object.fromEntries(entries)))
}

function readEntries({ ports }: Widget, cache: AccountCache): Map<string, CacheEntry> {
  const now = ports.clock.now()
  const isFresh = (entry: unknown): entry is CacheEntry => {
    if (!isRecord(entry) || typeof entry.timestamp !== 'number') return false
    const age = now - entry.timestamp
    return age >= 0 && age < lifetimes[cache]
  }
  const entries = Object.entries(parseObject(ports.storage.get(cache)))
  return new Map(entries.flatMap(([key, entry]) => (isFresh(entry) ? [[key, entry]] : [])))
}

function parseObject(text: string | undefined): object {
  const value = safeParseJson(text ?? '')
  return isRecord(value) ? value : {}
}
