import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { statSync } from 'node:fs'
import * as v from 'valibot'
import { KeyringError } from './Keyring.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'

/** A public key as a JSON Web Key (RFC 7517). */
export type TokenPublicKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
}

/** The keys of tokens that others verify. */
export type TokenKeys = {
  /** A JWT (ES256). `type` keeps one kind of token from passing as another. */
  sign(type: string, claims: object): string
  /** The claims of an authentic token of this type; otherwise undefined. Does not check times. */
  verify(type: string, token: string): unknown
  publicKeys(): readonly TokenPublicKey[]
  /** Adds a key. With `revoke`, all tokens of older keys stop working. */
  rotate(options?: { readonly revoke?: boolean }): void
}

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

const keyFile = v.object({
  keys: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
        /** Signs from this time on. */
        activeFrom: v.number(),
        x: coordinate,
        y: coordinate,
        d: coordinate,
      }),
    ),
    v.minLength(1),
  ),
})

type StoredKey = v.InferOutput<typeof keyFile>['keys'][number]
type Key = StoredKey & { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

/** Servers that cache the public keys know a new one before it signs. */
const announceMs = 15 * 60_000
/** Longer than any token lives. */
const retireMs = 86_400_000
const maxTokenLength = 8_192
const signatureBytes = 64

/** Opens the keys in a file, newest first, or creates it. Throws a ConfigError. */
export function openTokenKeys(path: string, now: () => number = Date.now): TokenKeys {
  if (!readSecretFile(path, keyFile)) writeSecretFile(path, { keys: [createKey(0)] })
  let version = ''
  let keys: readonly Key[] = []

  /** Another process may have rotated the keys. */
  function getKeys(): readonly Key[] {
    const stats = statSync(path, { throwIfNoEntry: false })
    const found = stats ? `${stats.ino} ${stats.mtimeMs}` : version
    if (found !== version) {
      keys = (readSecretFile(path, keyFile)?.keys ?? []).map(openKey)
      version = found
    }
    return withoutRetired(keys, now())
  }
  getKeys()

  return {
    sign(type, claims) {
      const key = getKeys().find(({ activeFrom }) => activeFrom <= now()) ?? getKeys().at(-1)
      if (!key) throw new KeyringError('key-unknown')
      const text = `${toHeader(type, key.id)}.${encode(JSON.stringify(claims))}`
      const signature = sign('sha256', Buffer.from(text), {
        key: key.privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      return `${text}.${signature.toString('base64url')}`
    },
    verify(type, token) {
      if (token.length > maxTokenLength) return undefined
      const [header, payload = '', given = '', ...rest] = token.split('.')
      // The header is compared as a whole, so it cannot name an algorithm or a key of its own.
      const key = getKeys().find(({ id }) => header === toHeader(type, id))
      const signature = Buffer.from(given, 'base64url')
      const isExact = signature.toString('base64url') === given && rest.length === 0
      if (!key || !isExact || signature.length !== signatureBytes) return undefined
      const isAuthentic = verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        { key: key.publicKey, dsaEncoding: 'ieee-p1363' },
        signature,
      )
      return isAuthentic
        ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
        : undefined
    },
    publicKeys: () =>
      getKeys().map(({ id, x, y }) => ({
        ...{ kty: 'EC', crv: 'P-256', x, y },
        ...{ kid: id, alg: 'ES256', use: 'sig' },
      })),
    rotate({ revoke = false } = {}) {
      const older = readSecretFile(path, keyFile)?.keys ?? []
      const next = createKey(revoke ? 0 : now() + announceMs)
      writeSecretFile(path, { keys: revoke ? [next] : [next, ...withoutRetired(older, now())] })
    },
  }
}

/** A key is retired a day after the next one became active. */
function withoutRetired<key extends StoredKey>(keys: readonly key[], now: number): key[] {
  return keys.filter((_, index) => {
    const next = keys[index - 1]
    return !next || next.activeFrom > now - retireMs
  })
}

function createKey(activeFrom: number): StoredKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { id: randomBytes(8).toString('hex'), activeFrom, x, y, d }
}

function openKey(stored: StoredKey): Key {
  const { x, y, d } = stored
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  return {
    ...stored,
    privateKey: createPrivateKey({ key: { ...jwk, d }, format: 'jwk' }),
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
  }
}

function toHeader(typ: string, kid: string): string {
  return encode(JSON.stringify({ alg: 'ES256', kid, typ }))
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
