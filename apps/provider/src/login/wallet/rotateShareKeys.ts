import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { systemClock } from '../../clock.js'
import { ConfigError } from '../../errors/ConfigError.js'
import { openFileKeyring, recoverKeyFile, retireKeyFile } from '../../keys/fileKeyring.js'
import { type Keyring, KeyringError } from '../../keys/Keyring.js'
import { maxTimeoutMs, type RecoveryKeySettings } from '../../keys/recoveryKeySettings.js'
import { openShareKeys, recoveryKeyFile } from '../../keys/secrets.js'
import { createWallets } from './createWallets.js'

/** An arbitrary advisory lock id, the same for every provider. */
const rotationLock = 4_405_009

export type ShareKeyLocations = {
  readonly dataDir: string
  /** Default: a file in the data directory. */
  readonly recoveryKeys?: RecoveryKeySettings | undefined
}

/**
 * Creates new keys in key files and re-encrypts every share, while login sites run. Old keys stay
 * in their files for older backups. Returns how many shares changed.
 */
export function rotateShareKeys(locations: ShareKeyLocations, sql: Sql): Promise<number> {
  return withRotationLock(sql, async () => {
    const keys = openShareKeys(locations.dataDir, withLongTimeout(locations.recoveryKeys))
    await keys.serverKeys.rotate?.()
    await keys.recoveryKeys.rotate?.()
    return createWallets({ ...keys, sql, clock: systemClock }).rewrap()
  })
}

/**
 * Re-encrypts every recovery share under the configured keys, then destroys the old key file, since
 * old ciphertexts stay in the database's files for a while. Returns how many moved.
 */
export function moveRecoveryKeys(
  { dataDir, recoveryKeys }: Required<ShareKeyLocations>,
  sql: Sql,
): Promise<number> {
  return withRotationLock(sql, async () => {
    const oldFile = recoveryKeyFile(dataDir)
    if (!recoverKeyFile(oldFile)) {
      throw new ConfigError(`${oldFile} does not exist, so there is nothing to move.`)
    }
    const keys = openShareKeys(dataDir, withLongTimeout(recoveryKeys))
    // Compared by content: the same file can have several paths.
    if (await openFileKeyring(oldFile).has(await keys.recoveryKeys.currentId())) {
      throw new ConfigError(`login.recoveryKeys is ${oldFile} itself. Set it to another location.`)
    }
    await assertKeyringWorks(keys.recoveryKeys)
    const wallets = createWallets({ ...keys, sql, clock: systemClock })
    let count = await wallets.rewrap()
    const retired = retireKeyFile(oldFile)
    try {
      // Shares that a process with older settings stored until the file was gone.
      count += await wallets.rewrap()
      const newKeys = openShareKeys(dataDir, withLongTimeout(recoveryKeys))
      const lost = await createWallets({ ...newKeys, sql, clock: systemClock }).countLost()
      if (lost > 0)
        throw new ConfigError(`${lost} shares would be lost, so ${oldFile} was not deleted.`)
    } catch (error) {
      retired.restore()
      throw error
    }
    retired.destroy()
    return count
  })
}

/** One at a time: a second rotation would lose the key of the first. */
function withRotationLock(sql: Sql, change: () => Promise<number>): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${rotationLock})`
    return change()
  }) as Promise<number>
}

/** Many shares queue at a key holder, and this command is not urgent. */
function withLongTimeout<settings extends RecoveryKeySettings | undefined>(
  settings: settings,
): settings {
  return settings?.driver === 'remote' ? { ...settings, timeoutMs: maxTimeoutMs } : settings
}

/** Checks that sealed data opens before anything depends on it. */
async function assertKeyringWorks(keys: Keyring): Promise<void> {
  const [plain, context] = [randomBytes(32), 'latchkey key check v1']
  const opened = await keys.open(await keys.seal(plain, context), context)
  if (!plain.equals(opened)) throw new KeyringError('bad-response')
}
