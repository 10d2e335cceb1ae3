import { randomUUID } from 'node:crypto'
import type { Person } from '@latchkey/wire/login/fields'
import type { Sql, TransactionSql } from 'postgres'
import type { Clock } from '../../clock.js'
import { loginError } from './loginError.js'

/** A person as an identity provider knows them. The issuer `email` proves addresses by a code. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly userName?: string
  /** A verified address, for notices only: it never joins two accounts. */
  readonly email?: string
}

export type Accounts = {
  /** The account of this identity; undefined before its first log-in. */
  find(identity: Pick<Identity, 'issuer' | 'subject'>): Promise<string | undefined>
  /** The account of this identity, created at its first log-in. */
  getOrCreate(identity: Identity): Promise<{
    readonly id: string
    readonly isNew: boolean
    /** From this log-in, or else from an earlier one. */
    readonly userName: string | null
  }>
  readPerson(account: {
    readonly id: string
    readonly issuer: string
    readonly userName: string | null
  }): Promise<Person>
  readEmail(id: string): Promise<string | null>
  /** Whether the frame with this key has stored shares of the account's wallet. */
  hasWalletInFrame(id: string, frameKey: string | null): Promise<boolean>
  /** Also changes the log-in by email, if there is one. Throws `email-taken`. */
  changeEmail(id: string, email: string): Promise<void>
  /** Blocks exports of the key until then. */
  blockExport(id: string, until: number): Promise<void>
  readExportBlockedUntil(id: string): Promise<number>
}

const uniqueViolation = '23505'

export function createAccounts({
  sql,
  clock,
}: {
  readonly sql: Sql
  readonly clock: Clock
}): Accounts {
  const findIdentity = async (
    tx: Sql | TransactionSql,
    { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  ) => {
    const [row] = await tx<{ id: string; userName: string | null }[]>`
      select account_id as id, user_name as "userName" from login_identities
      where issuer = ${issuer} and subject = ${subject}`
    return row
  }

  return {
    find: async (identity) => (await findIdentity(sql, identity))?.id,
    async getOrCreate(identity) {
      const { issuer, subject, userName = null } = identity
      const known = await findIdentity(sql, identity)
      if (known !== undefined) {
        await updateIdentity(sql, known.id, identity)
        return { id: known.id, isNew: false, userName: userName ?? known.userName }
      }
      const email = identity.email ?? (issuer === 'email' ? subject : null)
      return sql.begin(async (tx) => {
        // Of two concurrent first log-ins, the second waits here and finds the account.
        await tx`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 9))`
        const created = await findIdentity(tx, identity)
        if (created !== undefined) return { ...created, isNew: false }
        const [id, now] = [randomUUID(), clock.now()]
        await tx`
          insert into login_accounts (id, email, created_at) values (${id}, ${email}, ${now})`
        await tx`
          insert into login_identities (issuer, subject, account_id, user_name, created_at)
          values (${issuer}, ${subject}, ${id}, ${userName}, ${now})`
        return { id, isNew: true, userName }
      })
    },
    async readPerson({ id, issuer, userName }) {
      const [row] = await sql<{ email: string | null; hasWallet: boolean }[]>`
        select email, exists (select 1 from login_wallets where account_id = id) as "hasWallet"
        from login_accounts where id = ${id}`
      if (!row) throw loginError('not-signed-in')
      return { accountId: id, authProvider: issuer, userName, ...row }
    },
    async readEmail(id) {
      const [row] = await sql<{ email: string | null }[]>`
        select email from login_accounts where id = ${id}`
      return row?.email ?? null
    },
    async hasWalletInFrame(id, frameKey) {
      const [row] = await sql`
        select 1 from login_shares where account_id = ${id} and frame_key = ${frameKey}`
      return row !== undefined
    },
    async changeEmail(id, email) {
      try {
        await sql.begin(async (tx) => {
          await tx`update login_accounts set email = ${email} where id = ${id}`
          await tx`
            update login_identities set subject = ${email}
            where account_id = ${id} and issuer = 'email'`
        })
      } catch (cause) {
        if ((cause as { code?: unknown }).code === uniqueViolation) {
          throw loginError('email-taken', { cause })
        }
        throw cause
      }
    },
    async blockExport(id, until) {
      await sql`update login_accounts set export_held_until = ${until} where id = ${id}`
    },
    async readExportBlockedUntil(id) {
      const [row] = await sql<{ until: string }[]>`
        select export_held_until as until from login_accounts where id = ${id}`
      return Number(row?.until ?? 0)
    },
  }
}

/** User names follow the provider; only the owner changes a stored address. */
async function updateIdentity(
  sql: Sql,
  id: string,
  { issuer, subject, userName, email }: Identity,
): Promise<void> {
  if (userName !== undefined) {
    await sql`
      update login_identities set user_name = ${userName}
      where issuer = ${issuer} and subject = ${subject} and user_name is distinct from ${userName}`
  }
  if (email !== undefined) {
    await sql`update login_accounts set email = ${email} where id = ${id} and email is null`
  }
}
