import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { AccountId } from '@latchkey/wire/caip'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from './projectScope.js'
import { type EmailProof, takeEmail } from './signInEmails.js'

/** A session of an account on a site. */
export type SignInSession = {
  readonly id: string
  readonly accountUuid: string
  readonly account: AccountId
  readonly origin: string
  /** Of the signed message. */
  readonly uri: string
  readonly nonce: string
  /** Null if the message has none. */
  readonly email: string | null
  readonly expiresAt: number
}

/** An account that signed in to a project. Times in milliseconds. */
export type SignInAccount = {
  readonly connectionMethod: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly lastSignedInAt: number
}

export type NewSignIn = Pick<
  SignInSession,
  'account' | 'origin' | 'uri' | 'nonce' | 'expiresAt'
> & {
  readonly connectionMethod: string | undefined
  readonly email: EmailProof | undefined
}

type Refreshed = { readonly session: SignInSession; readonly refreshToken: string }

/** Sessions of hosted sign-in. Each call is for one project. */
export type SignInStore = {
  /** Whether the nonce was not used before: true for exactly one of concurrent callers. */
  claimNonce(projectId: string, nonce: string, expiresAt: number): Promise<boolean>
  /** Lets a claimed nonce be used again. */
  releaseNonce(projectId: string, nonce: string): Promise<void>
  /** Undefined when the email is not confirmed. */
  start(projectId: string, signIn: NewSignIn, now: number): Promise<Refreshed | undefined>
  /** Undefined when the session has ended. */
  find(
    projectId: string,
    sessionId: string,
    now: number,
  ): Promise<{ readonly session: SignInSession; readonly account: SignInAccount } | undefined>
  /** The next refresh token; undefined when this one is unknown. An old one ends its session. */
  refresh(
    projectId: string,
    origin: string,
    refreshToken: string,
    now: number,
  ): Promise<Refreshed | undefined>
  /** Whether the session still exists. */
  setMetadata(
    projectId: string,
    sessionId: string,
    metadata: SignInAccount['metadata'],
    now: number,
  ): Promise<boolean>
  end(projectId: string, sessionId: string): Promise<void>
  removeExpired(now: number): Promise<void>
}

/** Older sessions of an account end. */
const maxSessionsPerAccount = 50
/** Time for other tabs, and for a retry when the response was lost. */
const refreshGraceMs = 60_000
const secretBytes = 32

type Row = {
  id: string
  account_id: string
  account: AccountId
  origin: string
  uri: string
  nonce: string
  email: string | null
  expires_at: string
  refresh_hash: Buffer
  previous_hash: Buffer | null
  refresh_salt: Buffer | null
  refreshed_at: string
}

type AccountRow = {
  connection_method: string | null
  metadata: SignInAccount['metadata']
  account_created_at: string
  updated_at: string
  last_signed_in_at: string
}

export function createSignInStore(sql: Sql): SignInStore {
  return {
    async claimNonce(projectId, nonce, expiresAt) {
      const claimed = await inProject(
        sql,
        projectId,
        (tx) => tx`
          insert into sign_in_nonces (project_id, nonce, expires_at)
          values (${projectId}, ${nonce}, ${expiresAt})
          on conflict do nothing returning 1`,
      )
      return claimed.length > 0
    },

    async releaseNonce(projectId, nonce) {
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          delete from sign_in_nonces where project_id = ${projectId} and nonce = ${nonce}`,
      )
    },

    start: (projectId, signIn, now) =>
      inProject(sql, projectId, async (tx) => {
        const { account, origin, uri, nonce, expiresAt } = signIn
        if (signIn.email && !(await takeEmail(tx, projectId, signIn.email, now))) return undefined
        const email = signIn.email?.email ?? null
        const accountUuid = await upsertAccount(tx, projectId, signIn, now)
        const [id, secret] = [randomUUID(), randomBytes(secretBytes)]
        await tx`
          insert into sign_in_sessions (id, project_id, account_id, origin, uri, nonce, email,
            refresh_hash, refreshed_at, created_at, expires_at)
          values (${id}, ${projectId}, ${accountUuid}, ${origin}, ${uri}, ${nonce}, ${email},
            ${digest(secret)}, ${now}, ${now}, ${expiresAt})`
        await tx`
          delete from sign_in_sessions where id in (
            select id from sign_in_sessions where account_id = ${accountUuid}
            order by created_at desc, id offset ${maxSessionsPerAccount})`
        const session = { id, accountUuid, account, origin, uri, nonce, email, expiresAt }
        return { session, refreshToken: toRefreshToken(id, secret) }
      }),

    async find(projectId, sessionId, now) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<(Row & AccountRow)[]>`
          select s.*, a.account, a.connection_method, a.metadata,
            a.created_at as account_created_at, a.updated_at, a.last_signed_in_at
          from sign_in_sessions s join sign_in_accounts a on a.id = s.account_id
          where s.id = ${sessionId} and s.project_id = ${projectId} and s.expires_at > ${now}`,
      )
      return row && { session: toSession(row), account: toAccount(row) }
    },

    async refresh(projectId, origin, refreshToken, now) {
      const parsed = parseRefreshToken(refreshToken)
      if (!parsed) return undefined
      const { id, secret } = parsed
      return inProject(sql, projectId, async (tx): Promise<Refreshed | undefined> => {
        const [row] = await tx<Row[]>`
          select s.*, a.account
          from sign_in_sessions s join sign_in_accounts a on a.id = s.account_id
          where s.id = ${id} and s.project_id = ${projectId} and s.origin = ${origin}
            and s.expires_at > ${now}
          for update of s`
        if (!row) return undefined
        const hash = digest(secret)
        if (row.refresh_hash.equals(hash)) {
          const salt = randomBytes(secretBytes)
          const next = nextSecret(secret, salt)
          await tx`
            update sign_in_sessions set refresh_hash = ${digest(next)}, previous_hash = ${hash},
              refresh_salt = ${salt}, refreshed_at = ${now}
            where id = ${id}`
          return { session: toSession(row), refreshToken: toRefreshToken(id, next) }
        }
        if (!row.refresh_salt || !row.previous_hash?.equals(hash)) return undefined
        if (now - Number(row.refreshed_at) > refreshGraceMs) {
          // Two parties have the token, so one of them has stolen it.
          await tx`delete from sign_in_sessions where id = ${id}`
          return undefined
        }
        const next = nextSecret(secret, row.refresh_salt)
        return { session: toSession(row), refreshToken: toRefreshToken(id, next) }
      })
    },

    async setMetadata(projectId, sessionId, metadata, now) {
      const changed = await inProject(
        sql,
        projectId,
        (tx) => tx`
          update sign_in_accounts a
          set metadata = ${metadata === null ? null : tx.json(metadata as never)},
            updated_at = ${now}
          from sign_in_sessions s
          where s.id = ${sessionId} and s.project_id = ${projectId} and s.expires_at > ${now}
            and a.id = s.account_id
          returning 1`,
      )
      return changed.length > 0
    },

    async end(projectId, sessionId) {
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          delete from sign_in_sessions where id = ${sessionId} and project_id = ${projectId}`,
      )
    },

    async removeExpired(now) {
      await inEveryProject(sql, async (tx) => {
        await tx`delete from sign_in_nonces where expires_at < ${now}`
        await tx`delete from sign_in_sessions where expires_at < ${now}`
      })
    },
  }
}

async function upsertAccount(
  tx: TransactionSql,
  projectId: string,
  { account, connectionMethod }: NewSignIn,
  now: number,
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into sign_in_accounts (id, project_id, account, connection_method, created_at,
      updated_at, last_signed_in_at)
    values (${randomUUID()}, ${projectId}, ${account}, ${connectionMethod ?? null}, ${now}, ${now},
      ${now})
    on conflict (project_id, account) do update set last_signed_in_at = excluded.last_signed_in_at,
      connection_method = excluded.connection_method
    returning id`
  if (!row) throw new TypeError('The account was not stored.')
  return row.id
}

function toSession(row: Row): SignInSession {
  const { id, account_id: accountUuid, account, origin, uri, nonce, email, expires_at } = row
  return { id, accountUuid, account, origin, uri, nonce, email, expiresAt: Number(expires_at) }
}

function toAccount(row: AccountRow): SignInAccount {
  return {
    connectionMethod: row.connection_method,
    metadata: row.metadata,
    createdAt: Number(row.account_created_at),
    updatedAt: Number(row.updated_at),
    lastSignedInAt: Number(row.last_signed_in_at),
  }
}

function toRefreshToken(sessionId: string, secret: Buffer): string {
  return `${sessionId}.${secret.toString('base64url')}`
}

function parseRefreshToken(token: string) {
  const [, id, secret] = refreshTokenPattern.exec(token) ?? []
  if (id === undefined || secret === undefined) return undefined
  return { id, secret: Buffer.from(secret, 'base64url') }
}

const refreshTokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** Follows from the old secret and the salt, so that a retry gets the same token from the digests. */
function nextSecret(secret: Buffer, salt: Buffer): Buffer {
  return createHmac('sha256', secret).update(salt).digest()
}

function digest(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}
