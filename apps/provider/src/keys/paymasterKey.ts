import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { privateKeyToAddress } from 'viem/accounts'
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
  const keyring: Keyring = settings
    ? openRecoveryKeys(settings)
    : openFileKeyring(join(dataDir, 'paymaster-keys.json'))
  const path = join(dataDir, 'paymaster-signer.json')
  const known = readSecretFile(path, sealedKey)
  if (known) {
    const sealed = { keyId: known.keyId, box: Buffer.from(known.box, 'hex') }
    return toKey(await keyring.open(sealed, context))
  }
  const created = randomBytes(32)
  const { keyId, box } = await keyring.seal(created, context)
  writeSecretFile(path, { keyId, box: box.toString('hex') })
  return toKey(created)
}

function toKey(bytes: Buffer): PaymasterKey {
  const signerKey = `0x${bytes.toString('hex')}` as const
  return { signerKey, address: privateKeyToAddress(signerKey) }
}
