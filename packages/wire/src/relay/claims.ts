import { isRecord } from '../json.js'
/** Claims of the token that a client sends when it connects to a relay. */
export interface ClientClaims {
  /** `did:key` of the client's Ed25519 key: the client id. */
  readonly iss: string
  /** Random, so that every token is different. */
  readonly sub: string
  /** The relay URL from the client's configuration. */
  readonly aud: string
  readonly iat: number
  readonly exp: number
}

export interface ClientToken {
  readonly claims: ClientClaims
  /** The ASCII text the signature covers. */
  readonly signedText: string
  readonly signature: Uint8Array
}

export const clientTokenLifetimeSeconds = 86_400
/** Tolerance for device clocks, in both directions. */
export const clientTokenLeewaySeconds = 120

const tokenHeader = { alg: 'EdDSA', typ: 'JWT' } as const
const signatureLength = 64
const maxTokenLength = 2_048

/** The text to sign: header and claims, in the usual order of fields. */
export function encodeClientClaims(claims: ClientClaims): string {
  const { iss, sub, aud, iat, exp } = claims
  return `${encodeJson(tokenHeader)}.${encodeJson({ iss, sub, aud, iat, exp })}`
}

export function encodeClientToken(signedText: string, signature: Uint8Array): string {
  return `${signedText}.${encodeBase64Url(signature)}`
}

/** Parses a token. The caller must verify signature, audience and times. */
export function parseClientToken(token: string): ClientToken | undefined {
  if (token.length > maxTokenLength) return undefined
  const parts = token.split('.')
  const [headerText, claimsText, signatureText] = parts
  if (parts.length !== 3 || !headerText || !claimsText || !signatureText) return undefined
  const header = decodeJson(headerText)
  const claims = decodeJson(claimsText)
  const signature = decodeBase64Url(signatureText)
  if (
    header?.alg !== tokenHeader.alg ||
    (header.typ !== undefined && header.typ !== tokenHeader.typ)
  ) {
    return undefined
  }
  if (signature?.length !== signatureLength || claims === undefined) return undefined
  const { iss, sub, aud, iat, exp } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof aud !== 'string')
    return undefined
  if (!isSeconds(iat) || !isSeconds(exp)) return undefined
  return {
    claims: { iss, sub, aud, iat, exp },
    signedText: `${headerText}.${claimsText}`,
    signature,
  }
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function encodeJson(value: unknown): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)))
}

function decodeJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64Url(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function encodeBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[-_A-Za-z0-9]+$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
