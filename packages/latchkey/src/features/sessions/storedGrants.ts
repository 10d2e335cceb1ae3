import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseData } from '@latchkey/wire/rpc/hex'
import * as limits from '../../core/runtime/limits.js'
import { type GrantedTerm, isTerms } from '../../core/sessions/permissionRequest.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** A permission that was granted in this browser. */
export type StoredGrant = {
  readonly network: NetworkId
  /** In lower case. */
  readonly address: Hex
  readonly context: Hex
  /** Unix seconds. */
  readonly expiry: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** As the wallet answered, for the provider. */
  readonly permissions: readonly GrantedTerm[]
  readonly policies: readonly GrantedTerm[]
  /** The provider's id; absent until the provider has stored it. */
  readonly pci?: string | undefined
}

export type StoredGrants = {
  list(): readonly StoredGrant[]
  /** Adds it, or replaces the one with the same context. */
  put(grant: StoredGrant): void
  remove(context: string): void
}

const key = 'smart_sessions'

/**
 * What this browser was granted. A grant that the provider does not list is still shown, so that it can
 * be revoked, and is sent again.
 */
export function getStoredGrants(widget: Widget): StoredGrants {
  return getOrCreate(widget, createStoredGrants)
}

function createStoredGrants({ ports: { clock, storage } }: Widget): StoredGrants {
  const list = () => parseGrants(safeParseJson(storage.get(key) ?? ''), clock.now())
  const without = (context: string) => list().filter((grant) => grant.context !== context)
  const write = (grants: readonly StoredGrant[]) => storage.set(key, JSON.stringify(grants))
  return {
    list,
    put: (grant) => write([grant, ...without(grant.context)].slice(0, limits.storedGrants)),
    remove: (context) => write(without(context)),
  }
}

/** Drops malformed entries, because any script of the site can write here, and long expired ones. */
function parseGrants(stored: unknown, now: number): readonly StoredGrant[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter(isGrant)
    .filter(({ expiry }) => now - expiry * 1_000 < limits.endedGrantLifetime)
}

function isGrant(value: unknown): value is StoredGrant {
  return (
    isRecord(value) &&
    isNetworkId(value.network) &&
    parseAddress(value.address) === value.address &&
    parseData(value.context) === value.context &&
    Number.isSafeInteger(value.expiry) &&
    Number.isSafeInteger(value.createdAt) &&
    isTerms(value.permissions) &&
    isTerms(value.policies) &&
    (value.pci === undefined || typeof value.pci === 'string')
  )
}
