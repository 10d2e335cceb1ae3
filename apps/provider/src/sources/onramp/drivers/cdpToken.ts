import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A secret API key of the Coinbase Developer Platform. */
export type CdpKey = {
  readonly name: string
  readonly algorithm: 'ES256' | 'EdDSA'
  readonly key: KeyObject
}

const lifetimeSeconds = 120
/** Before the 32 secret bytes of an Ed25519 key (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The secret is a PEM text, or the base64 of an Ed25519 key pair. Throws a TypeError for others. */
export function parseCdpKey(name: string, secret: string): CdpKey {
  const key = secret.includes('-----BEGIN') ? parsePem(secret) : parseEd25519(secret)
  const { asymmetricKeyType, asymmetricKeyDetails } = key
  if (asymmetricKeyType === 'ed25519') return { name, algorithm: 'EdDSA', key }
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') {
    return { name, algorithm: 'ES256', key }
  }
  throw new TypeError('The key is neither ECDSA on P-256 nor Ed25519.')
}

export function isCdpSecret(secret: string): boolean {
  try {
    parseCdpKey('', secret)
    return true
  } catch {
    return false
  }
}

/** The token for one request; a new one is signed for each. */
export function signCdpToken(
  { name, algorithm, key }: CdpKey,
  { method, host, path }: { readonly method: string; readonly host: string; readonly path: string },
  now: number,
): string {
  const seconds = Math.floor(now / 1_000)
  const header = { alg: algorithm, kid: name, typ: 'JWT', nonce: randomBytes(16).toString('hex') }
  const claims = {
    iss: 'cdp',
    sub: name,
    nbf: seconds,
    iat: seconds,
    exp: seconds + lifetimeSeconds,
    uris: [`${method} ${host}${path}`],
  }
  const content = `${encode(header)}.${encode(claims)}`
  const signature =
    algorithm === 'EdDSA'
      ? sign(null, Buffer.from(content), key)
      : sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

function parsePem(secret: string): KeyObject {
  try {
    // Settings files often have the line breaks as `\n`.
    return createPrivateKey(secret.replaceAll('\\n', '\n'))
  } catch (cause) {
    throw new TypeError('The key is not a PEM text.', { cause })
  }
}

function parseEd25519(secret: string): KeyObject {
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64 && bytes.length !== 32) {
    throw new TypeError('The key is neither a PEM text nor the base64 of an Ed25519 key.')
  }
  const der = Buffer.concat([ed25519Prefix, bytes.subarray(0, 32)])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
