import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { systemClock } from '../../clock.js'
import { ConfigError } from '../../errors/ConfigError.js'
import { openFileKeyring, recoverKeyFile, retireKeyFile } from '../../keys/fileKeyring.js'
import { type Keyring, KeyringError } from '../../keys/Keyring.js'
import { maxTimeoutMs, type RecoveryKeySettings } from '../../keys/recoveryKeySettings.js'
import { openShareKeys, recoveryKeyFile } from '../../keys/secrets.js'
import { createWallets } from './createWallets.js'

/** Any number; the same for every provider. */
const rotationLock = 4_405_009

export type ShareKeyLocations = {
  readonly dataDir: string
  /** Default: a file in the data directory. */
  readonly recoveryKeys?: RecoveryKeySettings | undefined
}

/**
 * Makes new keys where they are made here, and puts every share under the current ones, while login
 * sites run. Old keys stay in their files for older backups. Answers how many shares changed.
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
 * Puts every recovery share under the keys the settings name, then destroys the key file in the data
 * directory: its old ciphertexts stay in the database's files for a while. Answers how many moved.
 */
export function moveRecoveryKeys(
  { dataDir, recoveryKeys }: Required<ShareKeyLocations>,
  sql: Sql,
): Promise<number> {
  return withRotationLock(sql, async () => {
    const oldFile = recoveryKeyFile(dataDir)
    if (!recoverKeyFile(oldFile)) {
      throw new ConfigError(`There is no ${oldFile}; no recovery share is left to move.`)
    }
    const keys = openShareKeys(dataDir, withLongTimeout(recoveryKeys))
    // By what is in the file: the same file can have several paths.
    if (await openFileKeyring(oldFile).has(await keys.recoveryKeys.currentId())) {
      throw new ConfigError(`login.recoveryKeys is ${oldFile} itself; name another place.`)
    }
    await assertKeyringWorks(keys.recoveryKeys)
    const wallets = createWallets({ ...keys, sql, clock: systemClock })
    let count = await wallets.rewrap()
    const retired = retireKeyFile(oldFile)
    try {
      // What a process with older settings stored until the file was gone.
      count += await wallets.rewrap()
      const moved = openShareKeys(dataDir, withLongTimeout(recoveryKeys))
      const lost = await createWallets({ ...moved, sql, clock: systemClock }).countLost()
      if (lost > 0) throw new ConfigError(`${lost} shares would be lost, so ${oldFile} stays.`)
    } catch (error) {
      retired.restore()
      throw error
    }
    retired.destroy()
    return count
  })
}

/** One at a time: the second would write key files without the key of the first. */
function withRotationLock(sql: Sql, change: () => Promise<number>): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${rotationLock})`
    return change()
  }) as Promise<number>
}

/** Patient: many shares queue at a key holder, and this command is not urgent. */
function withLongTimeout<settings extends RecoveryKeySettings | undefined>(
  settings: settings,
): settings {
  return settings?.driver === 'remote' ? { ...settings, timeoutMs: maxTimeoutMs } : settings
}

/** What is sealed must open before anything depends on it. */
async function assertKeyringWorks(keys: Keyring): Promise<void> {
  const [plain, context] = [randomBytes(32), 'latchkey key check v1']
  const opened = await keys.open(await keys.seal(plain, context), context)
  if (!plain.equals(opened)) throw new KeyringError('bad-answer')
}
