import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { privateKeyToAddress } from 'viem/accounts'
import { flushDirectory } from '../durableFile.js'
import { ConfigError } from '../errors/ConfigError.js'
import { openFileKeyring } from './fileKeyring.js'
import type { Keyring } from './Keyring.js'
import { openRecoveryKeys } from './openRecoveryKeys.js'
import type { RecoveryKeySettings } from './recoveryKeySettings.js'
import { readSecretFile, writeSecretFile } from './secretFile.js'

const sealedKey = v.strictObject({
  keyId: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  box: v.pipe(v.string(), v.regex(/^[0-9a-f]+$/)),
})

export type PaymasterKey = {
  readonly signerKey: `0x${string}`
  /** The contract's signer. */
  readonly address: `0x${string}`
}

/** Only this purpose opens the ciphertext. */
const context = 'latchkey paymaster signer v1'

/**
 * The key whose signature makes the paymaster pay. It is created at the first start and stored as
 * ciphertext in the data directory. Throws a ConfigError or KeyringError.
 */
export async function openPaymasterKey(
  dataDir: string,
  settings?: RecoveryKeySettings,
): Promise<PaymasterKey> {
  return openOrCreate(signerPath(dataDir), openKeyring(dataDir, settings))
}

/** The same, but undefined before the first start. Creates nothing. */
export async function readPaymasterKey(
  dataDir: string,
  settings?: RecoveryKeySettings,
): Promise<PaymasterKey | undefined> {
  const known = readSecretFile(signerPath(dataDir), sealedKey)
  if (!known) return undefined
  const file = settings?.driver === 'file' ? settings.path : defaultKeysPath(dataDir)
  if ((!settings || settings.driver === 'file') && !existsSync(file)) {
    throw new ConfigError(`${file} is missing, which opens ${signerPath(dataDir)}. Restore it.`)
  }
  return openSealed(known, openKeyring(dataDir, settings))
}

/** Creates the next signer under a new key, or returns the one that waits. */
export async function preparePaymasterKey(
  dataDir: string,
  settings?: RecoveryKeySettings,
): Promise<PaymasterKey> {
  const path = nextSignerPath(dataDir)
  const keyring = openKeyring(dataDir, settings)
  if (!existsSync(path)) await keyring.rotate?.()
  return openOrCreate(path, keyring)
}

/** Replaces the signer from the next start on. Throws a ConfigError. */
export function activatePaymasterKey(dataDir: string): void {
  const next = nextSignerPath(dataDir)
  if (!existsSync(next)) {
    throw new ConfigError('There is no new signer; run this command without --activate first.')
  }
  renameSync(next, signerPath(dataDir))
  flushDirectory(dataDir)
}

const signerPath = (dataDir: string) => join(dataDir, 'paymaster-signer.json')
const defaultKeysPath = (dataDir: string) => join(dataDir, 'paymaster-keys.json')
const nextSignerPath = (dataDir: string) => join(dataDir, 'paymaster-signer.next.json')

function openKeyring(dataDir: string, settings: RecoveryKeySettings | undefined): Keyring {
  return settings ? openRecoveryKeys(settings) : openFileKeyring(defaultKeysPath(dataDir))
}

async function openOrCreate(path: string, keyring: Keyring): Promise<PaymasterKey> {
  const known = readSecretFile(path, sealedKey)
  if (known) return openSealed(known, keyring)
  const created = randomBytes(32)
  const { keyId, box } = await keyring.seal(created, context)
  writeSecretFile(path, { keyId, box: box.toString('hex') })
  return toKey(created)
}

async function openSealed(
  { keyId, box }: v.InferOutput<typeof sealedKey>,
  keyring: Keyring,
): Promise<PaymasterKey> {
  return toKey(await keyring.open({ keyId, box: Buffer.from(box, 'hex') }, context))
}

function toKey(bytes: Buffer): PaymasterKey {
  const signerKey = `0x${bytes.toString('hex')}` as const
  return { signerKey, address: privateKeyToAddress(signerKey) }
}
