import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { walletFrames } from './0016-wallet-frames.js'

it('migrates every frame and recovery of devices', async () => {
  const { sql, stop } = await openTemporaryDatabase()
  try {
    const account = randomUUID()
    const [oldDevice, device, recovered] = [randomUUID(), randomUUID(), randomUUID()]
    const rows = await sql.begin(async (tx) => {
      // Back to the schema of version 15, as its owner.
      await tx`set local role none`
      await tx`drop table login_wallet_frames`
      await tx`
        alter table login_wallets
          add column recovered_at bigint not null default 0, add column recovered_device uuid`
      await tx`insert into login_accounts (id, created_at) values (${account}, 1)`
      await tx`
        insert into login_wallets
          (account_id, eip155, solana, created_at, recovered_at, recovered_device)
        values (${account}, '', '', 1, 9, ${recovered})`
      await tx`
        insert into login_shares
          (account_id, device_id, server_key, server_share, created_at, frame_key)
        values (${account}, ${oldDevice}, '', '', 2, null), (${account}, ${device}, '', '', 3, 'key')`
      await walletFrames.up(tx)
      return tx`select frame, since::int from login_wallet_frames order by since`
    })
    expect(rows.map(({ frame, since }) => [frame, since])).toEqual([
      [`device ${oldDevice}`, 2],
      ['key', 3],
      [`device ${recovered}`, 9],
    ])
  } finally {
    await stop()
  }
})
