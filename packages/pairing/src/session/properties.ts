import { isRecord } from '@latchkey/wire/json'
import { PairingError } from '../errors.js'
import { namespaceOf, type RequestedNamespaces } from './namespaces.js'

export type SessionProperties = Readonly<Record<string, string>>
export type ScopedProperties = Readonly<Record<string, unknown>>

const maxProperties = 50

/** Keeps a limited number of text values that a peer sent. */
export function readSessionProperties(value: unknown): SessionProperties | undefined {
  if (!isRecord(value)) return undefined
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string')
  return texts.length === 0
    ? undefined
    : (Object.fromEntries(texts.slice(0, maxProperties)) as SessionProperties)
}

/** Keeps the properties of requested namespaces. */
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

/** Throws for properties that the protocol does not allow: empty values and unknown scopes. */
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
  if (bad) throw new PairingError('pairing/invalid-input', 'The session properties are invalid.')
}
