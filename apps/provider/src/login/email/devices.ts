import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { Accounts } from '../session/accounts.js'

/** Browsers that have logged in with an address, by the digest of their secret key. */
export type Devices = {
  /** Runs the same queries whether or not the account exists. */
  isKnown(address: string, digest: string | undefined): Promise<boolean>
  add(accountId: string, digest: string): Promise<void>
  removeAll(accountId: string): Promise<void>
}

const unknownAccountId = '00000000-0000-0000-0000-000000000000'

/** Per account. The oldest is removed first. */
const maxDevices = 100

/** In hexadecimal. */
export function digestDeviceKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export function createDevices({
  sql,
  clock,
  accounts,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'find'>
}): Devices {
  return {
    async isKnown(address, digest = '') {
      const account = await accounts.find({ issuer: 'email', subject: address })
      const [row] = await sql`
        select 1 from login_devices
        where account_id = ${account ?? unknownAccountId} and digest = decode(${digest}, 'hex')`
      return row !== undefined
    },
    async add(accountId, digest) {
      await sql`
        insert into login_devices (account_id, digest, created_at)
        values (${accountId}, decode(${digest}, 'hex'), ${clock.now()}) on conflict do nothing`
      await sql`
        delete from login_devices where account_id = ${accountId} and digest in (
          select digest from login_devices where account_id = ${accountId}
          order by created_at desc, digest offset ${maxDevices})`
    },
    async removeAll(accountId) {
      await sql`delete from login_devices where account_id = ${accountId}`
    },
  }
}
