import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Keyring, openKeyring } from '../login/keyring.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'

/** Made at the first start; whoever has them can speak as this provider. */
export interface Secrets {
  /** Signs what the provider tells ENS clients about its names. */
  readonly nameSignerKey: `0x${string}`
}

/** What the login site keeps apart from its database. */
export interface LoginSecrets {
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

/** The same for the login site. */
export function openLoginSecrets(dataDir: string): LoginSecrets {
  const { loginHashKey } = openSecretFile(dataDir)
  return { hashKey: Buffer.from(loginHashKey.slice(2), 'hex'), ...openShareKeys(dataDir) }
}

export function openShareKeys(dataDir: string): Omit<LoginSecrets, 'hashKey'> {
  return {
    serverKeys: openKeyring(join(dataDir, 'share-keys.json')),
    recoveryKeys: openKeyring(join(dataDir, 'recovery-keys.json')),
  }
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
