import type { Sql } from 'postgres'
import { systemClock } from '../clock.js'
import { openShareKeys } from '../config/secrets.js'
import { createWallets } from './wallets.js'

/** Any number; the same for every provider. */
const ROTATION_LOCK = 4_405_009

/**
 * Makes new keys and puts every share under them, beside a running login site or without one. The old
 * keys stay in their files, for what is in older backups. Answers how many shares there were.
 */
export function rotateShareKeys(dataDir: string, sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    // Of two at once, the second would write the files without the key of the first.
    await tx`select pg_advisory_xact_lock(${ROTATION_LOCK})`
    const keys = openShareKeys(dataDir)
    keys.serverKeys.rotate()
    keys.recoveryKeys.rotate()
    return createWallets({ ...keys, sql, clock: systemClock }).rewrap()
  })
}
