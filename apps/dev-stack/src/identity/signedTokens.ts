import { generateKeyPair, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

export type TokenHeader = Readonly<Record<string, unknown>>
export type TokenClaims = Readonly<Record<string, unknown>>

/** The signing key of a local OpenID provider and its public part. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly jwks: { readonly keys: readonly object[] }
}

const keyId = 'local-1'

export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  return { privateKey, jwks: { keys: [{ ...jwk, kid: keyId, use: 'sig', alg: 'RS256' }] } }
}

export function signToken(
  privateKey: KeyObject,
  claims: TokenClaims,
  header: TokenHeader = { alg: 'RS256', kid: keyId },
): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}

/** Apple's client secret: a signed token. Undefined unless the team's key signed it. */
export function readStatement(token: string, publicKey: KeyObject): TokenClaims | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || decode(header).alg !== 'ES256') return undefined
  return decode(claims)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
