import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { openFileKeyring } from './fileKeyring.js'
import type { Keyring } from './Keyring.js'
import { openRecoveryKeys } from './openRecoveryKeys.js'
import type { RecoveryKeySettings } from './recoveryKeySettings.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'

/** Made at the first start; whoever has them can speak as this provider. */
export type Secrets = {
  /** Signs what the provider tells ENS clients about its names. */
  readonly nameSignerKey: `0x${string}`
}

/** What the login site keeps apart from its database. */
export type LoginSecrets = {
  /** For digests of codes and addresses. */
  readonly hashKey: Buffer
  /** Hides the share of a wallet's key that is given out after a login. */
  readonly serverKeys: Keyring
  /** Hides the share that is given out to a device which has lost its own. */
  readonly recoveryKeys: Keyring
}

const secretKey = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((key) => key as `0x${string}`),
)

/** Secrets that came with a later version are missing in an older file. */
const secretFile = v.object({
  nameSignerKey: secretKey,
  loginHashKey: v.optional(secretKey),
})

/** Reads the secrets in the data directory, or makes them. Throws a ConfigError. */
export function openSecrets(dataDir: string): Secrets {
  const { nameSignerKey } = openSecretFile(dataDir)
  return { nameSignerKey }
}

/** The same for the login site. Recovery keys are in the data directory unless settings say where. */
export function openLoginSecrets(
  dataDir: string,
  recoveryKeys?: RecoveryKeySettings,
): LoginSecrets {
  const { loginHashKey } = openSecretFile(dataDir)
  const hashKey = Buffer.from(loginHashKey.slice(2), 'hex')
  return { hashKey, ...openShareKeys(dataDir, recoveryKeys) }
}

export function openShareKeys(
  dataDir: string,
  recoveryKeys?: RecoveryKeySettings,
): Omit<LoginSecrets, 'hashKey'> {
  const serverKeys = openFileKeyring(join(dataDir, 'share-keys.json'))
  const file = recoveryKeyFile(dataDir)
  const isElsewhere =
    recoveryKeys !== undefined &&
    !(recoveryKeys.driver === 'file' && resolve(recoveryKeys.path) === resolve(file))
  if (!isElsewhere) return { serverKeys, recoveryKeys: openFileKeyring(file) }
  const current = openRecoveryKeys(recoveryKeys)
  // Until they are moved, shares from before are under the keys in the data directory.
  const isMoved = !existsSync(file)
  return {
    serverKeys,
    recoveryKeys: isMoved ? current : withOlderKeys(current, openFileKeyring(file)),
  }
}

/** Where recovery keys are unless settings say otherwise. */
export function recoveryKeyFile(dataDir: string): string {
  return join(dataDir, 'recovery-keys.json')
}

function openSecretFile(dataDir: string) {
  const path = join(dataDir, 'secrets.json')
  const known = readSecretFile(path, secretFile)
  const whole = {
    nameSignerKey: known?.nameSignerKey ?? randomKey(),
    loginHashKey: known?.loginHashKey ?? randomKey(),
  }
  if (known?.loginHashKey === undefined) writeSecretFile(path, whole)
  return whole
}

function randomKey(): `0x${string}` {
  return `0x${randomBytes(32).toString('hex')}`
}

/** Seals with `current`; shares under `older` keys still open, and `reseal` moves them over. */
export function withOlderKeys(current: Keyring, older: Keyring): Keyring {
  return {
    ...current,
    has: async (keyId) => (await older.has(keyId)) || current.has(keyId),
    async open(sealed, context) {
      return ((await older.has(sealed.keyId)) ? older : current).open(sealed, context)
    },
    async reseal(sealed, context) {
      if (!(await older.has(sealed.keyId))) return current.reseal(sealed, context)
      return current.seal(await older.open(sealed, context), context)
    },
  }
}
