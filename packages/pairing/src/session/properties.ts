import { isRecord } from '@latchkey/wire/json'
import { PairingError } from '../errors.js'
import { namespaceOf, type RequestedNamespaces } from './namespaces.js'

export type SessionProperties = Readonly<Record<string, string>>
export type ScopedProperties = Readonly<Record<string, unknown>>

const maxProperties = 50

/** Keeps the text values a peer sent, in reasonable number. */
export function readSessionProperties(value: unknown): SessionProperties | undefined {
  if (!isRecord(value)) return undefined
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string')
  return texts.length === 0
    ? undefined
    : (Object.fromEntries(texts.slice(0, maxProperties)) as SessionProperties)
}

/** Keeps the properties of namespaces that were asked for. */
export function readScopedProperties(
  value: unknown,
  requested: RequestedNamespaces,
): ScopedProperties | undefined {
  if (!isRecord(value)) return undefined
  const known = Object.entries(value).filter(
    ([key, entry]) => isRecord(entry) && Object.hasOwn(requested, namespaceOf(key)),
  )
  return known.length === 0 ? undefined : Object.fromEntries(known.slice(0, maxProperties))
}

/** A caller's own properties must fit the protocol: no empty values, no unknown scopes. */
export function checkProperties(
  requested: RequestedNamespaces,
  sessionProperties: SessionProperties | undefined,
  scopedProperties: ScopedProperties | undefined,
): void {
  const bad =
    Object.values(sessionProperties ?? {}).some((value) => typeof value !== 'string') ||
    Object.entries(scopedProperties ?? {}).some(
      ([key, value]) => value == null || !Object.hasOwn(requested, namespaceOf(key)),
    )
  if (bad) throw new PairingError('pairing/invalid-input', 'The session properties are unusable.')
}
