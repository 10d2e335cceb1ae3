import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { flushDirectory } from '../durableFile.js'
import { type Keyring, KeyringError, type Sealed } from './Keyring.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'

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

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Opens the keys in a file, newest first, or creates the file. Throws a ConfigError. */
export function openFileKeyring(path: string): Required<Keyring> {
  if (!readSecretFile(path, keyFile)) writeSecretFile(path, { keys: [createKey()] })
  let version = ''
  let keys: readonly Key[] = []

  /** Reads the file again when its inode or time changed. A removed file has no keys. */
  function refresh(): readonly Key[] {
    const stats = statSync(path, { throwIfNoEntry: false })
    const found = stats ? `${stats.ino} ${stats.mtimeMs}` : ''
    if (found === '') return []
    if (found !== version) {
      keys = readSecretFile(path, keyFile)?.keys ?? keys
      version = found
    }
    return keys
  }
  const find = (id: string) =>
    keys.find((key) => key.id === id) ?? refresh().find((key) => key.id === id)
  function getNewest(): Key {
    const [key] = refresh()
    if (!key) throw new KeyringError('key-unknown')
    return key
  }
  getNewest()

  const keyring: Required<Keyring> = {
    currentId: async () => getNewest().id,
    has: async (keyId) => find(keyId) !== undefined,
    seal: async (plain, context) => sealWith(getNewest(), plain, context),
    async open(sealed, context) {
      const key = find(sealed.keyId)
      if (!key) throw new KeyringError('key-unknown')
      return openWith(key, sealed, context)
    },
    async reseal(sealed, context) {
      return keyring.seal(await keyring.open(sealed, context), context)
    },
    async rotate() {
      writeSecretFile(path, { keys: [createKey(), ...refresh()] })
    },
  }
  return keyring
}

/** A retired key file, which can still be restored. */
export type RetiredKeyFile = {
  restore(): void
  /** Deletes the keys for good. */
  destroy(): void
}

const retiredPath = (path: string) => `${path}.retired`

export function retireKeyFile(path: string): RetiredKeyFile {
  const retired = retiredPath(path)
  renameSync(path, retired)
  return {
    restore: () => renameSync(retired, path),
    destroy() {
      // If the disk writes in place, this also erases the keys.
      writeFileSync(retired, randomBytes(statSync(retired).size), { flag: 'r+', flush: true })
      rmSync(retired)
      flushDirectory(dirname(path))
    },
  }
}

/** Restores a file that a killed process had retired. Returns whether there is a key file. */
export function recoverKeyFile(path: string): boolean {
  if (existsSync(path)) return true
  const isRetired = existsSync(retiredPath(path))
  if (isRetired) renameSync(retiredPath(path), path)
  return isRetired
}

function sealWith({ id, key }: Key, plain: Uint8Array, context: string): Sealed {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, Buffer.from(key, 'hex'), nonce)
  cipher.setAAD(Buffer.from(context))
  const box = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { keyId: id, box }
}

function openWith({ key }: Key, { box }: Sealed, context: string): Buffer {
  try {
    const nonce = box.subarray(0, nonceBytes)
    const decipher = createDecipheriv(cipherName, Buffer.from(key, 'hex'), nonce, {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(box.subarray(-tagBytes))
    const middle = box.subarray(nonceBytes, -tagBytes)
    return Buffer.concat([decipher.update(middle), decipher.final()])
  } catch (cause) {
    throw new KeyringError('not-authentic', { cause })
  }
}

function createKey(): Key {
  return { id: randomBytes(8).toString('hex'), key: randomBytes(32).toString('hex') }
}
