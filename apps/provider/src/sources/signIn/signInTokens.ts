import * as v from 'valibot'
import type { TokenKeys } from '../../keys/tokenKeys.js'

/** `typ` of each kind of token. */
export const tokenTypes = { access: 'JWT', nonce: 'nonce+jwt' } as const

const nonceClaims = v.object({
  iss: v.string(),
  projectIdKey: v.string(),
  origin: v.string(),
  nonce: v.string(),
  exp: v.number(),
})

const accessClaims = v.object({
  iss: v.string(),
  /** The site's origin. */
  aud: v.string(),
  projectIdKey: v.string(),
  /** The session. */
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
})

/** Claims of a nonce's token, from `Bearer …`; undefined if it is not authentic. */
export function readNonceToken(keys: TokenKeys, header: string) {
  return readClaims(nonceClaims, keys.verify(tokenTypes.nonce, toToken(header)))
}

/** Claims of an access token, from `Bearer …`; undefined if it is not authentic. */
export function readAccessToken(keys: TokenKeys, header: string) {
  return readClaims(accessClaims, keys.verify(tokenTypes.access, toToken(header)))
}

function readClaims<schema extends v.GenericSchema>(schema: schema, claims: unknown) {
  const result = v.safeParse(schema, claims)
  return result.success ? result.output : undefined
}

function toToken(header: string): string {
  return header.replace(/^Bearer /, '')
}
