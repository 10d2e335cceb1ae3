import type { Sql, TransactionSql } from 'postgres'
import type { ShareSet, Wallets } from './Wallets.js'

/** Which frames have had a wallet, and since when. */
export function createWalletFrames(sql: Sql): Pick<Wallets, 'isKnownFrame' | 'readNewDeviceAt'> {
  return {
    async isKnownFrame(accountId, deviceId, frameKey) {
      const [row] = await sql`
        select 1 from login_shares
        where account_id = ${accountId} and device_id = ${deviceId} and frame_key = ${frameKey}`
      return row !== undefined
    },
    async readNewDeviceAt(frame) {
      const { accountId, deviceId } = frame
      const own = toFrameName(frame)
      const [newest] = await sql<{ at: string | null }[]>`
        select max(since) as at from login_wallet_frames
        where account_id = ${accountId} and frame <> ${own} and since > coalesce(
          (select since from login_wallet_frames
            where account_id = ${accountId} and frame = ${own}),
          (select created_at from login_shares
            where account_id = ${accountId} and device_id = ${deviceId}),
          0)`
      return newest?.at ? Number(newest.at) : undefined
    },
  }
}

/** Only the first time counts: a returning frame is not a new device. */
export async function recordFrame(
  sql: Sql | TransactionSql,
  frame: Pick<ShareSet, 'accountId' | 'frameKey'> & { readonly deviceId?: string },
  since: number,
): Promise<void> {
  await sql`
    insert into login_wallet_frames (account_id, frame, since)
    values (${frame.accountId}, ${toFrameName(frame)}, ${since}) on conflict do nothing`
}

/** Sets stored before frames had keys are identified by their device. */
function toFrameName({
  frameKey,
  deviceId,
}: Pick<ShareSet, 'frameKey'> & { readonly deviceId?: string }): string {
  return frameKey ?? `device ${deviceId}`
}
