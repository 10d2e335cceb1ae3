import { toAccountId } from '@latchkey/wire/caip'
import { isAnyConnected } from '../../connection/store.js'
import type { Network } from '../../network/network.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'

/** Both are JSON by account id (public surface §6): what is corrupt or too old is not there. */
export type BalanceCache = 'native_balance_cache' | 'portfolio_cache'

export type KeptEntry = { readonly timestamp: number; readonly [field: string]: unknown }

type Owner = { readonly address: string; readonly network: Network }

/** What was kept of an account, unless it is too old to be shown at all. */
export function keptEntry(
  widget: Widget,
  cache: BalanceCache,
  { address, network }: Owner,
): KeptEntry | undefined {
  return read(widget, cache).get(toAccountId(network.id, address))
}

/** Adds an entry and leaves out those whose time is over. Of a connection that has ended nothing is kept. */
export function keepEntry(
  widget: Widget,
  cache: BalanceCache,
  { address, network }: Owner,
  entry: object,
): void {
  const { clock, storage } = widget.ports
  if (!isAnyConnected(widget.stores.connection.get())) return
  const caipAddress = toAccountId(network.id, address)
  const entries = read(widget, cache)
  entries.set(caipAddress, { caipAddress, ...entry, timestamp: clock.now() })
  storage.set(cache, JSON.stringify(Object.fromEntries(entries)))
}

function read({ ports }: Widget, cache: BalanceCache): Map<string, KeptEntry> {
  const now = ports.clock.now()
  const isKept = (entry: unknown): entry is KeptEntry => {
    if (!isObject(entry) || typeof entry.timestamp !== 'number') return false
    const age = now - entry.timestamp
    return age >= 0 && age < limits.oldBalance
  }
  const entries = Object.entries(parse(ports.storage.get(cache)))
  return new Map(entries.flatMap(([id, entry]) => (isKept(entry) ? [[id, entry]] : [])))
}

function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    // Somebody else's text, or one cut short: as good as none.
    return {}
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
