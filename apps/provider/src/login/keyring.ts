import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import * as v from 'valibot'
import { readSecretFile, writeSecretFile } from '../config/secretFile.js'

/** Bytes only a keyring can read, with the name of the key they are under. */
export interface Sealed {
  readonly keyId: string
  readonly box: Buffer
}

/** Keys that are kept in a file and nowhere else. The newest one seals, every one opens. */
export interface Keyring {
  readonly currentId: string
  has(keyId: string): boolean
  /** `about` says whose it is and what: whoever opens it has to say the same. */
  seal(plain: Uint8Array, about: string): Sealed
  /** Throws a KeyringError. */
  open(sealed: Sealed, about: string): Buffer
  /** Makes a new key, which seals from now on. Others who have the file open notice. */
  rotate(): void
}

export class KeyringError extends Error {
  override readonly name = 'KeyringError'
  readonly code: 'key-unknown' | 'not-authentic'

  constructor(code: KeyringError['code'], options?: { cause: unknown }) {
    super(code === 'key-unknown' ? 'The key is not in the file.' : 'Not what was sealed.', options)
    this.code = code
  }
}

const keyFile = v.object({
  keys: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
        key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      }),
    ),
    v.minLength(1),
  ),
})

type Key = v.InferOutput<typeof keyFile>['keys'][number]

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Opens the keys in a file, newest first, or makes the first one. Throws a ConfigError. */
export function openKeyring(path: string): Keyring {
  if (!readSecretFile(path, keyFile)) writeSecretFile(path, { keys: [makeKey()] })
  let version = ''
  let keys: readonly Key[] = []

  /** A file that was replaced has another number or time. */
  function look(): readonly Key[] {
    const { ino, mtimeMs } = statSync(path)
    const found = `${ino} ${mtimeMs}`
    if (found !== version) {
      keys = readSecretFile(path, keyFile)?.keys ?? keys
      version = found
    }
    return keys
  }
  const find = (id: string) =>
    keys.find((key) => key.id === id) ?? look().find((key) => key.id === id)
  const newest = () => look()[0] as Key
  newest()

  return {
    get currentId() {
      return newest().id
    },
    has: (keyId) => find(keyId) !== undefined,
    seal(plain, about) {
      const { id, key } = newest()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, Buffer.from(key, 'hex'), nonce)
      cipher.setAAD(Buffer.from(about))
      const box = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return { keyId: id, box }
    },
    open({ keyId, box }, about) {
      const found = find(keyId)
      if (!found) throw new KeyringError('key-unknown')
      try {
        const nonce = box.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv(CIPHER, Buffer.from(found.key, 'hex'), nonce, {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(box.subarray(-TAG_BYTES))
        const middle = box.subarray(NONCE_BYTES, -TAG_BYTES)
        return Buffer.concat([decipher.update(middle), decipher.final()])
      } catch (cause) {
        throw new KeyringError('not-authentic', { cause })
      }
    },
    rotate() {
      writeSecretFile(path, { keys: [makeKey(), ...look()] })
    },
  }
}

function makeKey(): Key {
  return { id: randomBytes(8).toString('hex'), key: randomBytes(32).toString('hex') }
}
