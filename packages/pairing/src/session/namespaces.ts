import { isRecord } from '@latchkey/wire/json'
import { PairingError } from '../errors.js'
import { type Fields, isTexts, unique } from './shapes.js'

/** What a dapp requests in one namespace (`eip155`) or on one chain (`eip155:1`). */
export type RequestedNamespace = {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What a dapp requests, by namespace or chain. */
export type RequestedNamespaces = Readonly<Record<string, RequestedNamespace>>

/** What a session allows in one namespace. `chains` are those with an account. */
export type SessionNamespace = {
  readonly chains: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What a session allows, by namespace. */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

/** No wallet has more; a longer list would be an attack on the page's memory. */
export const maxAccounts = 100
const maxNamespaces = 50
const maxEntries = 500

const namespacePattern = /^[-a-z0-9]{3,8}$/
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/
/** EVM addresses have one format; for other namespaces only the CAIP-10 form is checked. */
const evmAccountPattern = /^eip155:[^:]+:0x[0-9a-fA-F]{40}$/

export function isChainId(value: unknown): value is string {
  return typeof value === 'string' && chainPattern.test(value)
}

export function isAccountId(value: unknown): value is string {
  if (typeof value !== 'string' || !accountPattern.test(value)) return false
  return namespaceOf(value) !== 'eip155' || evmAccountPattern.test(value)
}

/** `eip155:1` of `eip155:1:0xab…`. */
export function toChainId(accountId: string): string {
  return accountId.slice(0, accountId.lastIndexOf(':'))
}

export function namespaceOf(id: string): string {
  return id.split(':', 1)[0] as string
}

/** Parses a request, merges `ns:chain` keys into `ns` and removes duplicates. */
export function parseRequested(value: unknown): RequestedNamespaces {
  const folded = fold(value, (key, entry) => ({
    chains: key.includes(':') ? [key] : (entry.chains ?? []),
    accounts: [],
  }))
  return Object.fromEntries(
    Object.entries(folded).map(([key, { chains, methods, events }]) => {
      if (chains.length === 0) throw invalid(`"${key}" has no chains`)
      return [key, { chains, methods, events }]
    }),
  )
}

/** Parses the namespaces a wallet granted. */
export function parseGranted(value: unknown): SessionNamespaces {
  const granted = fold(value, (_key, entry) => {
    if (!Array.isArray(entry.accounts) || !entry.accounts.every(isAccountId)) {
      throw invalid('an account is not CAIP-10')
    }
    return { chains: entry.accounts.map(toChainId), accounts: entry.accounts }
  })
  const count = Object.values(granted).reduce((sum, entry) => sum + entry.accounts.length, 0)
  if (count > maxAccounts) throw invalid('too many accounts')
  return granted
}

/** Required first. All are sent as optional, because wallets differ in which list they read. */
export function mergeRequested(
  required: RequestedNamespaces,
  optional: RequestedNamespaces,
): RequestedNamespaces {
  const merged: Record<string, RequestedNamespace> = {}
  for (const [key, entry] of [...Object.entries(required), ...Object.entries(optional)]) {
    const before = merged[key]
    merged[key] = {
      chains: unique([...(before?.chains ?? []), ...(entry.chains ?? [])]),
      methods: unique([...(before?.methods ?? []), ...entry.methods]),
      events: unique([...(before?.events ?? []), ...entry.events]),
    }
  }
  return merged
}

/** Drops everything granted beyond the request, and namespaces without accounts. */
export function restrict(
  granted: SessionNamespaces,
  requested: RequestedNamespaces,
): SessionNamespaces {
  const allowed: Record<string, SessionNamespace> = {}
  for (const [key, entry] of Object.entries(granted)) {
    const wanted = Object.hasOwn(requested, key) ? requested[key] : undefined
    if (wanted === undefined) continue
    const accounts = entry.accounts.filter((account) => wanted.chains?.includes(toChainId(account)))
    if (accounts.length === 0) continue
    allowed[key] = {
      chains: unique(accounts.map(toChainId)),
      accounts,
      methods: entry.methods.filter((method) => wanted.methods.includes(method)),
      events: entry.events.filter((event) => wanted.events.includes(event)),
    }
  }
  return allowed
}

/** Whether the grant contains everything that was required. */
export function satisfies(granted: SessionNamespaces, required: RequestedNamespaces): boolean {
  const covers = (has: readonly string[], needs: readonly string[] = []) =>
    needs.every((need) => has.includes(need))
  return Object.entries(required).every(([key, needs]) => {
    const entry = Object.hasOwn(granted, key) ? granted[key] : undefined
    return (
      entry !== undefined &&
      covers(entry.chains, needs.chains) &&
      covers(entry.methods, needs.methods) &&
      covers(entry.events, needs.events)
    )
  })
}

/** Whether the session has an account on the chain. */
export function permitsChain(namespaces: SessionNamespaces, chainId: string): boolean {
  return getEntry(namespaces, chainId) !== undefined
}

/** Whether the dapp may call the method on the chain. */
export function permitsMethod(
  namespaces: SessionNamespaces,
  chainId: string,
  method: string,
): boolean {
  return getEntry(namespaces, chainId)?.methods.includes(method) ?? false
}

/** Whether the wallet may send the event for the chain. */
export function permitsEvent(
  namespaces: SessionNamespaces,
  chainId: string,
  event: string,
): boolean {
  return getEntry(namespaces, chainId)?.events.includes(event) ?? false
}

function getEntry(namespaces: SessionNamespaces, chainId: string): SessionNamespace | undefined {
  const key = namespaceOf(chainId)
  const entry = Object.hasOwn(namespaces, key) ? namespaces[key] : undefined
  return entry?.chains.includes(chainId) ? entry : undefined
}

function fold(
  value: unknown,
  read: (
    key: string,
    entry: { chains?: string[]; accounts?: unknown },
  ) => {
    chains: string[]
    accounts: string[]
  },
): Record<string, SessionNamespace> {
  if (!isRecord(value)) throw invalid('they are not an object')
  const entries = Object.entries(value)
  if (entries.length > maxNamespaces) throw invalid('too many')
  const folded: Record<string, SessionNamespace> = {}
  // Whole namespaces first, so that single chains are merged into them in any order.
  for (const [key, raw] of entries.sort(
    ([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')),
  )) {
    if (!namespacePattern.test(key) && !chainPattern.test(key)) throw invalid('a key is malformed')
    const entry = readEntry(raw)
    const { chains, accounts } = read(key, entry)
    const prefix = `${key}:`
    const belongs = (id: string) => id === key || id.startsWith(prefix)
    if (!chains.every(isChainId) || !chains.every(belongs) || !accounts.every(belongs)) {
      throw invalid(`a chain or account does not belong to "${key}"`)
    }
    const name = namespaceOf(key)
    const before = folded[name]
    folded[name] = {
      chains: unique([...(before?.chains ?? []), ...chains]),
      accounts: unique([...(before?.accounts ?? []), ...accounts]),
      methods: unique([...(before?.methods ?? []), ...entry.methods]),
      events: unique([...(before?.events ?? []), ...entry.events]),
    }
  }
  return folded
}

function readEntry(raw: unknown) {
  const { chains, accounts, methods, events }: Fields = isRecord(raw) ? raw : {}
  if (!isNames(methods) || !isNames(events)) throw invalid('methods or events are malformed')
  if (chains !== undefined && !isNames(chains)) throw invalid('chains are malformed')
  return { methods, events, accounts, ...(chains === undefined ? {} : { chains }) }
}

function isNames(value: unknown): value is string[] {
  return isTexts(value) && value.length <= maxEntries && value.every((name) => name.trim() !== '')
}

function invalid(why: string): PairingError {
  return new PairingError('pairing/invalid-namespaces', `The namespaces are invalid: ${why}.`)
}
