import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SessionGrant } from '@latchkey/wire/login/fields'
import type { Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import { inEveryProject, inProject } from '../../store/projectScope.js'
import type { Accounts } from './accounts.js'

/** A log-in on one site of one project. */
export type Session = {
  readonly id: string
  readonly accountId: string
  readonly projectId: string
  readonly origin: string
  /** `email`, or the social provider. */
  readonly issuer: string
  readonly userName: string | null
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
  /** Until then the log-in counts as recent. */
  readonly freshUntil: number
  /** From then on its wallet needs a new confirmation by the person. */
  readonly idleFrom: number
  /** The key of the frame that logged in; a recovery works for that frame alone. */
  readonly frameKey: string | null
  /**
   * The person typed a number from one page into another. Someone else may have asked them for it.
   */
  readonly isByNumber: boolean
}

export type NewSession = {
  readonly accountId: string
  readonly projectId: string
  readonly origin: string
  readonly issuer: string
  readonly userName?: string
  readonly frameKey: string | undefined
  /**
   * Whether the log-in itself allows one recovery: by a typed code, or a click in the login window.
   */
  readonly allowsRecovery: boolean
  readonly isByNumber: boolean
}

export type Sessions = {
  /** Returns the token, which is not stored. */
  create(session: NewSession): Promise<SessionGrant>
  /** Undefined unless the token is valid, for this project and this site. */
  read(
    token: string,
    scope: { readonly projectId: string; readonly origin: string },
  ): Promise<Session | undefined>
  findById(id: string): Promise<Session | undefined>
  /**
   * Returns until when the session is fresh. For log-ins by email, the code also allows a recovery.
   */
  confirm(session: Pick<Session, 'id' | 'projectId'>): Promise<number>
  /** Consumes a fresh proof of the person. Of concurrent calls exactly one gets true. */
  consumeRecoveryProof(session: Pick<Session, 'id' | 'projectId'>): Promise<boolean>
  /** Restarts the idle time of the wallet. */
  recordSigning(session: Pick<Session, 'id' | 'projectId'>): Promise<void>
  end(session: Pick<Session, 'id' | 'projectId'>): Promise<void>
  /** In every project, except the session `exceptId`. */
  endAll(accountId: string, exceptId?: string): Promise<void>
  /** In every project, newest first. */
  list(accountId: string): Promise<Session[]>
  sweep(): Promise<void>
}

const sessionLifetimeMs = 30 * 86_400_000
export const freshMs = 5 * 60_000
const idleMs = 30 * 60_000
/** The last use is written no more often than this. */
const lastUsedPrecisionMs = 60_000
const maxListed = 100

type Row = Omit<Session, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'freshUntil' | 'idleFrom'> & {
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  confirmedAt: string
  activeAt: string
}

export function createSessions({
  sql,
  clock,
  accounts,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'readPerson'>
}): Sessions {
  const columns = sql`
    id, account_id as "accountId", project_id as "projectId", origin, issuer,
    user_name as "userName", created_at as "createdAt", last_used_at as "lastUsedAt",
    expires_at as "expiresAt", confirmed_at as "confirmedAt", active_at as "activeAt",
    frame_key as "frameKey", by_number as "isByNumber"`

  return {
    async create(session) {
      const { accountId, projectId, origin, issuer, userName = null } = session
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const person = await accounts.readPerson({ id: accountId, issuer, userName })
      const row = {
        id: randomUUID(),
        token_hash: digestToken(token),
        project_id: projectId,
        origin,
        account_id: accountId,
        issuer,
        user_name: userName,
        created_at: now,
        last_used_at: now,
        confirmed_at: now,
        active_at: now,
        frame_key: session.frameKey ?? null,
        recovery_proven_at: session.allowsRecovery ? now : 0,
        by_number: session.isByNumber,
        expires_at: now + sessionLifetimeMs,
      }
      await inProject(sql, projectId, (tx) => tx`insert into login_sessions ${tx(row)}`)
      return { token, expiresAt: row.expires_at, person }
    },
    async read(token, { projectId, origin }) {
      const now = clock.now()
      return inProject(sql, projectId, async (tx) => {
        const [row] = await tx<Row[]>`
          select ${columns} from login_sessions
          where token_hash = ${digestToken(token)} and project_id = ${projectId}
            and origin = ${origin} and expires_at > ${now}`
        if (row && now - Number(row.lastUsedAt) >= lastUsedPrecisionMs) {
          await tx`update login_sessions set last_used_at = ${now} where id = ${row.id}`
        }
        return row && toSession(row)
      })
    },
    async findById(id) {
      const [row] = await inEveryProject(
        sql,
        (tx) => tx<Row[]>`
          select ${columns} from login_sessions where id = ${id} and expires_at > ${clock.now()}`,
      )
      return row && toSession(row)
    },
    async confirm({ id, projectId }) {
      const now = clock.now()
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          update login_sessions set
            confirmed_at = ${now}, active_at = ${now},
            recovery_proven_at = case when issuer = 'email' then ${now}::bigint else recovery_proven_at end
          where id = ${id}`,
      )
      return now + freshMs
    },
    async consumeRecoveryProof({ id, projectId }) {
      const { count } = await inProject(
        sql,
        projectId,
        (tx) => tx`
          update login_sessions set recovery_proven_at = 0
          where id = ${id} and recovery_proven_at > ${clock.now() - freshMs}`,
      )
      return count === 1
    },
    async recordSigning({ id, projectId }) {
      await inProject(
        sql,
        projectId,
        (tx) => tx`update login_sessions set active_at = ${clock.now()} where id = ${id}`,
      )
    },
    async end({ id, projectId }) {
      await inProject(sql, projectId, (tx) => tx`delete from login_sessions where id = ${id}`)
    },
    async endAll(accountId, exceptId) {
      await inEveryProject(
        sql,
        (tx) => tx`
          delete from login_sessions
          where account_id = ${accountId} ${exceptId === undefined ? tx`` : tx`and id <> ${exceptId}`}`,
      )
    },
    async list(accountId) {
      const rows = await inEveryProject(
        sql,
        (tx) => tx<Row[]>`
          select ${columns} from login_sessions
          where account_id = ${accountId} and expires_at > ${clock.now()}
          order by created_at desc, id limit ${maxListed}`,
      )
      return rows.map(toSession)
    },
    async sweep() {
      const now = clock.now()
      await inEveryProject(sql, (tx) => tx`delete from login_sessions where expires_at <= ${now}`)
    },
  }
}

function toSession({ confirmedAt, activeAt, ...row }: Row): Session {
  return {
    ...row,
    createdAt: Number(row.createdAt),
    lastUsedAt: Number(row.lastUsedAt),
    expiresAt: Number(row.expiresAt),
    freshUntil: Number(confirmedAt) + freshMs,
    idleFrom: Number(activeAt) + idleMs,
  }
}

function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
