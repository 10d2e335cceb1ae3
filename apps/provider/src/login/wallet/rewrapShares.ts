import type { Sql } from 'postgres'
import type { ShareCipher } from './shareCipher.js'
import { type ShareRow, shareColumns } from './shareCipher.js'
import type { Wallets } from './Wallets.js'

const batchSize = 100

/** Re-encrypts shares when keys change. */
export function createRewrap(sql: Sql, cipher: ShareCipher): Pick<Wallets, 'countLost' | 'rewrap'> {
  async function rewrapRow(row: ShareRow): Promise<number> {
    const { server, recovery } = await cipher.reseal(row)
    // A set that was stored since is left for the next round.
    const { count } = await sql`
      update login_shares set
        server_key = ${server.keyId}, server_share = ${server.box},
        recovery_key = ${recovery.keyId}, recovery_share = ${recovery.box}
      where account_id = ${row.accountId} and device_id = ${row.deviceId}
        and server_share = ${row.serverShare}
        and recovery_share is not distinct from ${row.recoveryShare}`
    return count
  }

  return {
    async countLost() {
      const rows = await sql<{ server: string; recovery: string | null; count: number }[]>`
        select server_key as server, recovery_key as recovery, count(*)::int as count
        from login_shares group by server_key, recovery_key`
      let lost = 0
      for (const row of rows) if (!(await cipher.hasKeys(row))) lost += row.count
      return lost
    },
    async rewrap() {
      let done = 0
      for (;;) {
        const { server, recovery } = await cipher.currentKeys()
        const rows = await sql<ShareRow[]>`
          select ${shareColumns(sql)} from login_shares
          where server_key <> ${server}
            or (recovery_kind = 'server' and recovery_key <> ${recovery})
          limit ${batchSize}`
        if (rows.length === 0) return done
        for (const count of await Promise.all(rows.map(rewrapRow))) done += count
      }
    },
  }
}
