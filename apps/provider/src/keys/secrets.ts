import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../errors/ConfigError.js'
import { openFileKeyring } from './fileKeyring.js'
import type { Keyring } from './Keyring.js'
import { openRecoveryKeys } from './openRecoveryKeys.js'
import type { RecoveryKeySettings } from './recoveryKeySettings.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'
import { openTokenKeys, type TokenKeys } from './tokenKeys.js'

/** Created at the first start. Anyone who has them can act as this provider. */
export type Secrets = {
  /** Signs responses to ENS clients. */
  readonly nameSignerKey: `0x${string}`
  /** Sign the tokens of hosted sign-in. */
  readonly signInKeys: TokenKeys
  /** For digests of codes and addresses. */
  readonly hashKey: Buffer
}

/** Secrets of the login site, stored apart from its database. */
export type LoginSecrets = {
  /** As for the API. */
  readonly hashKey: Buffer
  /** Encrypts the share that is released after a log-in. */
  readonly serverKeys: Keyring
  /** Encrypts the share that is released in a recovery. */
  readonly recoveryKeys: Keyring
}

const secretKey = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((key) => key as `0x${string}`),
)

/** Older files lack secrets that were added later. */
const secretFile = v.object({
  nameSignerKey: secretKey,
  loginHashKey: v.optional(secretKey),
  /** Created, but not in use before the resolvers know it. */
  nextNameSignerKey: v.optional(secretKey),
})

/** Reads the secrets in the data directory, or creates them. Throws a ConfigError. */
export function openSecrets(dataDir: string): Secrets {
  const { nameSignerKey, loginHashKey } = openSecretFile(dataDir)
  return { nameSignerKey, signInKeys: openSignInKeys(dataDir), hashKey: toHashKey(loginHashKey) }
}

export function openSignInKeys(dataDir: string): TokenKeys {
  return openTokenKeys(join(dataDir, 'sign-in-keys.json'))
}

/** The same for the login site. By default recovery keys are in the data directory. */
export function openLoginSecrets(
  dataDir: string,
  recoveryKeys?: RecoveryKeySettings,
): LoginSecrets {
  const { loginHashKey } = openSecretFile(dataDir)
  return { hashKey: toHashKey(loginHashKey), ...openShareKeys(dataDir, recoveryKeys) }
}

function toHashKey(hex: `0x${string}`): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
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
  // Until they are moved, older shares use the keys in the data directory.
  const isMoved = !existsSync(file)
  return {
    serverKeys,
    recoveryKeys: isMoved ? current : withOlderKeys(current, openFileKeyring(file)),
  }
}

/** The default file of the recovery keys. */
export function recoveryKeyFile(dataDir: string): string {
  return join(dataDir, 'recovery-keys.json')
}

const secretsPath = (dataDir: string) => join(dataDir, 'secrets.json')

function openSecretFile(dataDir: string) {
  const path = secretsPath(dataDir)
  const known = readSecretFile(path, secretFile)
  const whole = {
    ...known,
    nameSignerKey: known?.nameSignerKey ?? randomKey(),
    loginHashKey: known?.loginHashKey ?? randomKey(),
  }
  if (known?.loginHashKey === undefined) writeSecretFile(path, whole)
  return whole
}

/** Codes in mails that are still unused stop working; sessions stay. Used from the next start on. */
export function rotateLoginHashKey(dataDir: string): void {
  writeSecretFile(secretsPath(dataDir), { ...openSecretFile(dataDir), loginHashKey: randomKey() })
}

/** Creates the next signer of names, or returns the one that waits. */
export function prepareNameSigner(dataDir: string): `0x${string}` {
  const known = openSecretFile(dataDir)
  const nextNameSignerKey = known.nextNameSignerKey ?? randomKey()
  writeSecretFile(secretsPath(dataDir), { ...known, nextNameSignerKey })
  return nextNameSignerKey
}

/** Replaces the signer of names from the next start on. Throws a ConfigError. */
export function activateNameSigner(dataDir: string): `0x${string}` {
  const { nextNameSignerKey, ...known } = openSecretFile(dataDir)
  if (nextNameSignerKey === undefined) {
    throw new ConfigError('There is no new signer; run this command without --activate first.')
  }
  writeSecretFile(secretsPath(dataDir), { ...known, nameSignerKey: nextNameSignerKey })
  return nextNameSignerKey
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
