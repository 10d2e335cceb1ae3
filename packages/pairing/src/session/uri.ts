import { decodeBase64, decodeUtf8, isHex32 } from '../crypto/encoding.js'
import { toTopic } from '../crypto/keys.js'
import { PairingError } from '../errors.js'

/** Lifetime of a pairing URI. */
export const uriLifetimeMs = 240_000
/** A URI with this little time left counts as expired, because scanning takes time. */
export const uriMarginMs = 10_000

/** Content of a pairing URI. */
export type PairingUri = {
  readonly topic: string
  readonly symKey: string
  /** Unix seconds; some dapps leave it out. */
  readonly expiry?: number
  /** Methods the dapp will send. */
  readonly methods: readonly string[]
}

/** True when ten seconds or less remain. */
export function isUriExpired(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= uriMarginMs
}

/** Builds the URI that a wallet scans or opens. */
export function formatPairingUri({ topic, symKey, expiry, methods }: PairingUri): string {
  const parts = ['relay-protocol=irn', `symKey=${symKey}`]
  if (expiry !== undefined) parts.push(`expiryTimestamp=${expiry}`)
  if (methods.length > 0) parts.push(`methods=${encodeURIComponent(methods.join(','))}`)
  return `wc:${topic}@2?${parts.join('&')}`
}

const maxUriLength = 2_048
const methodPattern = /^[A-Za-z0-9_]{1,64}$/

/** Parses a scanned or pasted URI. Throws `pairing/invalid-uri` or `pairing/uri-expired`. */
export function parsePairingUri(input: string, nowMs: number): PairingUri {
  const text = unwrap(input.trim())
  const [, topic, query] = /^wc:(?:\/\/)?([0-9a-f]{64})@2\?(.+)$/.exec(text) ?? []
  if (topic === undefined || query === undefined) throw invalid('not a version 2 pairing URI')
  const fields = readQuery(query)
  const symKey = fields.get('symKey')
  if (fields.get('relay-protocol') !== 'irn') throw invalid('unknown relay protocol')
  if (!isHex32(symKey)) throw invalid('malformed key')
  // The topic is derived from the key; otherwise the wallet would listen on a wrong topic.
  if (toTopic(symKey) !== topic) throw invalid('topic and key do not belong together')
  const expiry = readExpiry(fields.get('expiryTimestamp'))
  if (expiry !== undefined && expiry * 1000 <= nowMs) {
    throw new PairingError('pairing/uri-expired', 'The pairing URI has expired.')
  }
  return {
    topic,
    symKey,
    ...(expiry === undefined ? {} : { expiry }),
    methods: readMethods(fields.get('methods')),
  }
}

/** Some scanners return the URI in base64. */
function unwrap(input: string): string {
  if (input.length > maxUriLength) throw invalid('too long')
  if (input.startsWith('wc:')) return input
  const bytes = decodeBase64(input.padEnd(Math.ceil(input.length / 4) * 4, '='))
  return (bytes && decodeUtf8(bytes)) ?? ''
}

function readQuery(query: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const part of query.split('&')) {
    const split = part.indexOf('=')
    if (split < 1) throw invalid('malformed parameter')
    const name = part.slice(0, split)
    if (fields.has(name)) throw invalid('repeated parameter')
    fields.set(name, decode(part.slice(split + 1)))
  }
  return fields
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('malformed escape')
  }
}

function readExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw invalid('malformed expiry')
  return Number(text)
}

/** Accepts the comma-separated list in use and the bracketed groups of the specification. */
function readMethods(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const methods = text.replace(/[[\]]/g, '').split(',')
  if (!methods.every((method) => methodPattern.test(method))) throw invalid('malformed methods')
  return methods
}

function invalid(why: string): PairingError {
  return new PairingError('pairing/invalid-uri', `The pairing URI is invalid: ${why}.`)
}
