import type { NetworkId } from '@latchkey/wire/caip'
import { toAccountId } from '@latchkey/wire/caip'
import { getSessions, type SmartSession as ListedSession } from '@latchkey/wire/http/sessions'
import { isImageLink, isWebLink } from '@latchkey/wire/links'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { type Hex, parseData } from '@latchkey/wire/rpc/hex'
import { getConnection } from '../../core/connection/store.js'
import { getNetworkById } from '../../core/network/store.js'
import { SmartSessionError } from '../../core/runtime/errors/sessions.js'
import type { GrantedTerm } from '../../core/sessions/permissionRequest.js'
import type { PermissionReading } from '../../core/sessions/sessionGrant.js'
import type { SmartSession } from '../../core/sessions/smartSession.js'
import type { Widget } from '../../core/widget.js'
import { getStoredGrants } from './storedGrants.js'
import { storeGrant } from './storeGrant.js'

/** A session with what is needed to revoke it. */
export type SessionEntry = SmartSession & {
  /** The provider's id. */
  readonly pci?: string | undefined
  readonly permissions: readonly GrantedTerm[]
}

export type SessionEntries = {
  readonly list: readonly SessionEntry[]
  /** A source failed, so sessions may be missing. */
  readonly isIncomplete: boolean
}

/** The account whose sessions are listed. */
export type SessionOwner = { readonly address: string; readonly networkId: NetworkId }

/** The connected EVM account; undefined without one. */
export function getSessionOwner(widget: Widget): SessionOwner | undefined {
  const connection = getConnection(widget, 'eip155')
  const networkId = widget.stores.network.get().active.eip155
  return connection && networkId && { address: connection.active.address, networkId }
}

export async function loadPermissionReading(widget: Widget): Promise<PermissionReading> {
  const adapter = await widget.families.get('eip155')?.loadAdapter()
  if (!adapter?.permissions) throw new SmartSessionError('unsupported')
  return adapter.permissions()
}

/**
 * The sessions that this browser was granted, that the wallet lists and that the provider lists: each of
 * them may leave some out. Only the chain says whether one is in force.
 */
export async function fetchSessionEntries(
  widget: Widget,
  owner: SessionOwner,
  signal: AbortSignal,
): Promise<SessionEntries> {
  const reading = await loadPermissionReading(widget)
  const site = getSite(widget)
  const [listed, granted] = await Promise.allSettled([
    fetchListed(widget, owner, signal),
    fetchGranted(widget, owner, signal),
  ])
  signal.throwIfAborted()
  const stored = getStoredGrants(widget).list()
  // Those that the provider has not stored yet.
  for (const grant of stored) void storeGrant(widget, grant)
  const found: SessionEntry[] = []
  const add = (source: Omit<Source, 'site'> & { readonly site?: SmartSession['site'] }) => {
    const entry = toEntry(reading, owner, { site, ...source })
    if (entry && !found.some((known) => known.id === entry.id)) found.push(entry)
  }
  if (listed.status === 'fulfilled') {
    for (const one of listed.value) add({ ...toSource(one, owner.networkId) })
  }
  for (const { network, address, expiry, ...grant } of stored) {
    if (isSameAddress(address, owner.address)) {
      add({ ...grant, network, expiresAt: expiry * 1_000 })
    }
  }
  if (granted.status === 'fulfilled') {
    for (const one of granted.value) {
      add({ ...one, network: owner.networkId, expiresAt: one.expiry * 1_000 })
    }
  }
  const failures = [listed, granted].flatMap((one) => (one.status === 'rejected' ? one.reason : []))
  for (const failure of failures) widget.ports.log.warn('Permissions are not complete', failure)
  if (failures.length > 0 && found.length === 0) {
    throw new SmartSessionError('list-unavailable', { cause: failures[0] })
  }
  return { list: found, isIncomplete: failures.length > 0 }
}

async function fetchListed(
  { ports: { provider } }: Widget,
  { address, networkId }: SessionOwner,
  signal: AbortSignal,
): Promise<readonly ListedSession[]> {
  if (!provider) return []
  const account = toAccountId(networkId, address)
  return (await provider.call(getSessions, { account }, { signal })).pcis
}

/** Only the embedded wallet: another one might ask its user. */
async function fetchGranted(widget: Widget, { networkId }: SessionOwner, signal: AbortSignal) {
  const network = getNetworkById(widget.stores.network.get(), networkId)
  const connection = getConnection(widget, 'eip155')
  const wallet = widget.sessions.get('eip155')?.permissions
  if (!network || !wallet || connection?.wallet.type !== 'AUTH') return []
  return wallet.list(network, signal)
}

type Source = {
  readonly context: string | null
  readonly network: NetworkId
  readonly expiresAt: number
  readonly createdAt?: number | undefined
  readonly permissions: readonly GrantedTerm[]
  readonly site: SmartSession['site']
  readonly pci?: string | undefined
}

function toSource(listed: ListedSession, network: NetworkId): Source {
  const { project, pci, expiry, createdAt, permissions, context } = listed
  const { name, url, iconUrl } = project
  return {
    context,
    network,
    expiresAt: expiry * 1_000,
    createdAt: createdAt * 1_000,
    permissions,
    pci,
    site: {
      name,
      ...(isWebLink(url) && { url }),
      ...(isImageLink(iconUrl) && { icon: iconUrl }),
    },
  }
}

/** Undefined for a context of another account: it says nothing about this one. */
function toEntry(
  reading: PermissionReading,
  { address }: SessionOwner,
  source: Source,
): SessionEntry | undefined {
  const context = parseData(source.context)
  if (!context) return undefined
  const terms = reading.parseContext(context)
  if (!terms) return { ...source, id: source.pci ?? context, address, context }
  if (!isSameAddress(terms.account, address)) return undefined
  return {
    ...source,
    id: terms.id,
    address,
    network: terms.networkId,
    context: context as Hex,
    key: terms.key,
    startsAt: terms.validAfter * 1_000,
    expiresAt: terms.validUntil * 1_000,
  }
}

/** The page itself. */
export function getSite({ config, ports }: Widget): SmartSession['site'] {
  const page = ports.page?.metadata()
  const { name, url, icons } = { ...page, ...config.metadata }
  const [icon] = icons ?? []
  return {
    name: name || (url ?? ''),
    ...(isWebLink(url) && { url }),
    ...(isImageLink(icon) && { icon }),
  }
}
