import { createPublicKey, verify } from 'node:crypto'
import { parseUrl } from '@latchkey/wire/parseUrl'
import {
  clientTokenLeewaySeconds,
  clientTokenLifetimeSeconds,
  parseClientToken,
} from '@latchkey/wire/relay/claims'
import { decodeDidKey } from '@latchkey/wire/relay/didKey'
import { RelayFault } from '@latchkey/wire/relay/fault'

const socketSchemes = new Set(['ws:', 'wss:', 'http:', 'https:'])

/** The client id that a token proves. Throws a RelayFault. */
export function verifyToken(
  token: string | undefined,
  audiences: ReadonlySet<string>,
  now: number,
): string {
  if (token === undefined || token === '') {
    throw new RelayFault('auth', 'MissingJwt', 'Unauthorized: the relay token is missing')
  }
  const parsed = parseClientToken(token)
  const publicKey = parsed && decodeDidKey(parsed.claims.iss)
  if (parsed === undefined || publicKey === undefined) throw invalidTokenFault('malformed')
  const { aud, exp, iat, iss } = parsed.claims
  const seconds = now / 1_000
  if (!audiences.has(normalizeAudience(aud) ?? ''))
    throw invalidTokenFault('made for another relay')
  if (exp + clientTokenLeewaySeconds < seconds)
    throw invalidTokenFault('expired; check the device clock')
  if (iat - clientTokenLeewaySeconds > seconds) {
    throw invalidTokenFault('from the future; check the device clock')
  }
  if (exp - iat > clientTokenLifetimeSeconds + clientTokenLeewaySeconds) {
    throw invalidTokenFault('valid for longer than a day')
  }
  if (!isSigned(parsed.signedText, parsed.signature, publicKey))
    throw invalidTokenFault('not signed by its issuer')
  return iss
}

/** The audiences of a relay, from the addresses it is known by. */
export function toAudiences(urls: readonly string[]): ReadonlySet<string> {
  return new Set(urls.map(normalizeAudience).filter((audience) => audience !== undefined))
}

/** Scheme variants and a trailing slash do not make another relay. */
function normalizeAudience(url: string): string | undefined {
  const parsed = parseUrl(url)
  if (!parsed) return undefined
  const { protocol, host, pathname, port } = parsed
  if (!socketSchemes.has(protocol)) return undefined
  const hasDefaultPort = port === '' || port === '443' || port === '80'
  const name = hasDefaultPort ? host.replace(/:(?:80|443)$/, '') : host
  return `${name}${pathname.replace(/\/+$/, '')}`
}

/**
 * Native Ed25519, because after a restart every client reconnects at once. As a JWK, because
 * parsing DER takes longer than verifying.
 */
function isSigned(text: string, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  })
  return verify(null, Buffer.from(text, 'ascii'), key, signature)
}

function invalidTokenFault(why: string): RelayFault {
  return new RelayFault('auth', 'InvalidJwt', `Unauthorized: the relay token is ${why}`)
}
