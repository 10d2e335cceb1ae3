import { isRecord } from '@latchkey/wire/json'
import { decodeUtf8, encodeBase64, encodeUtf8 } from '../crypto/encoding.js'
import { isTexts, unique } from './shapes.js'

/** Permissions in a sign-in message (ERC-5573): resource → ability → limits. */
export type Recap = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>

const recapPrefix = 'urn:recap:'
const recapResource = 'eip155'
const recapAbility = 'request/'

/** Permits these wallet methods, optionally only on these chains. */
export function createRecap(methods: readonly string[], chains?: readonly string[]): Recap {
  const limits = chains === undefined ? {} : { chains }
  return sorted({
    [recapResource]: Object.fromEntries(methods.map((method) => [recapAbility + method, [limits]])),
  })
}

export function encodeRecap(recap: Recap): string {
  return recapPrefix + encodeBase64(encodeUtf8(JSON.stringify({ att: recap }))).replaceAll('=', '')
}

/** Accepts standard and url-safe base64; undefined for any other resource. */
export function decodeRecap(resource: string | undefined): Recap | undefined {
  if (!resource?.startsWith(recapPrefix)) return undefined
  try {
    const base64 = resource.slice(recapPrefix.length).replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(decodeUtf8(bytes) ?? '')
    return isRecord(value) && isRecap(value.att) ? value.att : undefined
  } catch {
    return undefined
  }
}

export function mergeRecaps(first: Recap, second: Recap): Recap {
  const merged: Record<string, Record<string, readonly unknown[]>> = {}
  for (const [resource, abilities] of [...Object.entries(first), ...Object.entries(second)]) {
    merged[resource] = { ...merged[resource], ...abilities }
  }
  return sorted(merged)
}

/** The methods a recap grants and the chains in its limits. */
export function getRecapGrant(recap: Recap): { methods: string[]; chains: string[] } {
  const entries = Object.entries(recap[recapResource] ?? {}).filter(([key]) =>
    key.startsWith(recapAbility),
  )
  return {
    methods: entries.map(([key]) => key.slice(recapAbility.length)),
    chains: unique(
      entries.flatMap(([, limits]) =>
        limits.flatMap((limit) => (isRecord(limit) && isTexts(limit.chains) ? limit.chains : [])),
      ),
    ),
  }
}

/** The text shown to the user, numbered by resource and ability. */
function recapStatement(recap: Recap): string {
  const parts: string[] = []
  for (const [resource, abilities] of Object.entries(recap)) {
    const actions = new Map<string, string[]>()
    for (const key of Object.keys(abilities)) {
      const [ability = '', action = ''] = key.split('/', 2)
      actions.set(ability, [...(actions.get(ability) ?? []), `'${action}'`])
    }
    for (const [ability, names] of actions) {
      parts.push(`(${parts.length + 1}) '${ability}': ${names.join(', ')} for '${resource}'.`)
    }
  }
  const lead = 'I further authorize the stated URI to perform the following actions on my behalf:'
  return `${lead} ${parts.join(' ')}`
}

/** Appends the recap's text to the statement, only once. */
export function withRecapStatement(statement: string | undefined, recap: Recap): string {
  const sentence = recapStatement(recap)
  if (!statement) return sentence
  return statement.includes(sentence) ? statement : `${statement} ${sentence}`
}

function sorted(recap: Recap): Recap {
  const byName = <T>(record: Readonly<Record<string, T>>) =>
    Object.entries(record).sort(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(
    byName(recap).map(([resource, abilities]) => [resource, Object.fromEntries(byName(abilities))]),
  )
}

function isRecap(value: unknown): value is Recap {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (abilities) => isRecord(abilities) && Object.values(abilities).every(Array.isArray),
    )
  )
}
