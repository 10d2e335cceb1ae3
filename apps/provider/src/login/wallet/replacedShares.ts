import type { Sql, TransactionSql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { ReplacedShares } from './Wallets.js'

const maxListed = 100
const replacedLifetimeMs = 30 * 86_400_000

/** Replaced share sets, each encrypted to the wallet's own key. */
export function createReplacedShares(sql: Sql, clock: Clock) {
  return {
    async add(tx: TransactionSql, accountId: string, sealed: readonly Buffer[]): Promise<void> {
      const now = clock.now()
      for (const set of sealed) {
        await tx`
          insert into login_replaced_shares (account_id, sealed, replaced_at, expires_at)
          values (${accountId}, ${set}, ${now}, ${now + replacedLifetimeMs})`
      }
    },
    /** Newest first. */
    async list(accountId: string): Promise<ReplacedShares[]> {
      const rows = await sql<{ sealed: Buffer; replacedAt: string; expiresAt: string }[]>`
        select sealed, replaced_at as "replacedAt", expires_at as "expiresAt"
        from login_replaced_shares
        where account_id = ${accountId} and expires_at > ${clock.now()}
        order by replaced_at desc, id desc limit ${maxListed}`
      return rows.map(({ sealed, replacedAt, expiresAt }) => ({
        sealed: sealed.toString('base64url'),
        replacedAt: Number(replacedAt),
        expiresAt: Number(expiresAt),
      }))
    },
    async sweep(): Promise<void> {
      await sql`delete from login_replaced_shares where expires_at <= ${clock.now()}`
    },
  }
}
