import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { accountVersion } from './0022-account-version.js'

it('gives every wallet that was made before version 1', async () => {
  const { sql, stop } = await openTemporaryDatabase()
  try {
    const account = randomUUID()
    const rows = await sql.begin(async (tx) => {
      // Back to the schema of version 21, as its owner.
      await tx`set local role none`
      await tx`alter table login_wallets drop column account_version`
      await tx`insert into login_accounts (id, created_at) values (${account}, 1)`
      await tx`
        insert into login_wallets (account_id, eip155, solana, created_at)
        values (${account}, '', '', 1)`
      await accountVersion.up(tx)
      return tx`select account_version as version from login_wallets`
    })
    expect([...rows]).toEqual([{ version: 1 }])
  } finally {
    await stop()
  }
})
