import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { isText } from '../config/optionRules.js'
import { createStore, type Store } from '../runtime/createStore.js'
import * as limits from '../runtime/limits.js'
import { maxWalletNameLength, toUntrustedImageUrl } from '../wallets/sanitize.js'
import { getOrCreate, type Widget } from '../widget.js'
import type { AccountType, ConnectorId } from './family.js'
import type { WalletConnection } from './store.js'

/** A stored connection (public surface §6). For a log-in only the method is stored, never the user. */
export type StoredConnection = {
  readonly connectorId: ConnectorId
  readonly accounts: readonly StoredAccount[]
  readonly name?: string | undefined
  readonly icon?: string | undefined
  readonly auth?: { readonly name: string } | undefined
}

export type StoredAccount = {
  readonly address: string
  readonly type?: AccountType | undefined
}

type ByNamespace<value> = { readonly [namespace in Namespace]?: readonly value[] }

/** Changes with the stored connections, because storage has no events within a page. */
export function storedRevisionOf(widget: Widget): Store<{ readonly revision: number }> {
  return getOrCreate(widget, createRevision)
}

function createRevision(): Store<{ readonly revision: number }> {
  return createStore({ revision: 0 })
}

/** All connections ever made and not deleted, newest last. */
export function readStoredConnections(widget: Widget): ByNamespace<StoredConnection> {
  return readBy(widget.ports.storage.get('connections'), parseConnection)
}

/** Connectors that the visitor disconnected, so they are not restored. */
export function readDisconnectedIds(widget: Widget): ByNamespace<ConnectorId> {
  return readBy(widget.ports.storage.get('disconnected_connector_ids'), parseId)
}

export function writeStoredConnections({ ports }: Widget, by: ByNamespace<StoredConnection>): void {
  const limited = Object.entries(by).map(([namespace, list]) => [
    namespace,
    list.slice(-limits.storedConnections),
  ])
  ports.storage.set('connections', JSON.stringify(Object.fromEntries(limited)))
}

export function writeDisconnectedIds({ ports }: Widget, by: ByNamespace<ConnectorId>): void {
  ports.storage.set('disconnected_connector_ids', JSON.stringify(by))
}

/** The part of a connection that is stored, including its earlier accounts. */
export function toStoredConnection(
  { connectorId, accounts, wallet }: WalletConnection,
  before: StoredConnection | undefined,
): StoredConnection {
  const isLogin = wallet.type === 'AUTH'
  const now = accounts.map(({ address, type }) => ({ address, type }))
  const isGone = ({ address }: StoredAccount) =>
    !now.some((one) => isSameAddress(one.address, address))
  // The accounts of an earlier log-in may belong to another user.
  const earlier = isLogin ? [] : (before?.accounts.filter(isGone) ?? [])
  const isStorable = wallet.icon?.startsWith('https:') && wallet.icon.length <= limits.linkLength
  return {
    connectorId,
    accounts: [...now, ...earlier].slice(0, limits.storedAccounts),
    ...(!isLogin && { name: wallet.name }),
    ...(isStorable && { icon: wallet.icon }),
    ...(isLogin && { auth: { name: wallet.social ?? 'email' } }),
  }
}

/** Ignores case, which is at most a checksum in the supported namespaces. */
export function isSameAddress(address: string, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase()
}

function readBy<value>(
  text: string | undefined,
  parse: (value: unknown) => value | undefined,
): ByNamespace<value> {
  const parsed = safeParseJson(text ?? '')
  if (!isRecord(parsed)) return {}
  const entries = Object.entries(parsed).map(([namespace, list]) => [
    isNamespace(namespace) && Array.isArray(list) ? namespace : '',
    (Array.isArray(list) ? list : []).flatMap((one) => parse(one) ?? []),
  ])
  return Object.fromEntries(entries.filter(([namespace]) => namespace !== ''))
}

function parseId(value: unknown): ConnectorId | undefined {
  return isText(value) && value !== '' ? value : undefined
}

function parseConnection(value: unknown): StoredConnection | undefined {
  if (!isRecord(value) || !Array.isArray(value.accounts)) return undefined
  const connectorId = parseId(value.connectorId)
  const accounts = value.accounts.flatMap((account) => parseAccount(account) ?? [])
  if (connectorId === undefined || accounts.length === 0) return undefined
  const auth = isRecord(value.auth) && isText(value.auth.name) ? value.auth.name : undefined
  return {
    connectorId,
    accounts,
    name: isText(value.name) ? value.name.slice(0, maxWalletNameLength) : undefined,
    icon: toUntrustedImageUrl(value.icon),
    auth: auth === undefined ? undefined : { name: auth },
  }
}

const accountTypes: readonly unknown[] = [
  'eoa',
  'smartAccount',
  'payment',
  'ordinal',
  'stx',
] satisfies AccountType[]

function parseAccount(value: unknown): StoredAccount | undefined {
  if (!isRecord(value) || !isText(value.address) || !/^[\w.:-]{1,128}$/.test(value.address)) {
    return undefined
  }
  const type = accountTypes.includes(value.type) ? (value.type as AccountType) : undefined
  return { address: value.address, type }
}
