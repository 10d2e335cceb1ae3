import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from './projectScope.js'

/** A mailed code. The account is in the form that all its spellings share. */
export type EmailCode = {
  readonly codeId: string
  readonly account: string
  /** Keyed, like that of the code. */
  readonly emailDigest: Buffer
  readonly codeDigest: string
  readonly expiresAt: number
}

/** What proves that the account of a sign-in has an email. */
export type EmailProof = Pick<EmailCode, 'account' | 'emailDigest'> & {
  readonly email: string
  /** Of a confirmed code; without it, an earlier sign-in has to have confirmed the email. */
  readonly codeId: string | undefined
}

/** Emails of accounts that sign in. Each call is for one project. */
export type SignInEmailStore = {
  addCode(projectId: string, code: EmailCode): Promise<void>
  /** Undefined for a code that is expired or of another project. */
  findCode(projectId: string, codeId: string, now: number): Promise<EmailCode | undefined>
  /** Whether the code still exists. */
  confirmCode(projectId: string, codeId: string, expiresAt: number): Promise<boolean>
  /** Whether the account signed in with this email, the last one it confirmed. */
  isConfirmed(projectId: string, account: string, email: string): Promise<boolean>
  removeExpired(now: number): Promise<void>
}

/** Emails that no sign-in used for a year are deleted. */
const unusedMs = 365 * 86_400_000

type Row = {
  id: string
  account: string
  email_digest: Buffer
  code_digest: string
  expires_at: string
}

export function createSignInEmailStore(sql: Sql): SignInEmailStore {
  return {
    async addCode(projectId, { codeId, account, emailDigest, codeDigest, expiresAt }) {
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          insert into sign_in_email_codes
            (id, project_id, account, email_digest, code_digest, expires_at)
          values (${codeId}, ${projectId}, ${account}, ${emailDigest}, ${codeDigest}, ${expiresAt})`,
      )
    },

    async findCode(projectId, codeId, now) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select * from sign_in_email_codes
          where id = ${codeId} and project_id = ${projectId} and expires_at > ${now}`,
      )
      return (
        row && {
          codeId: row.id,
          account: row.account,
          emailDigest: row.email_digest,
          codeDigest: row.code_digest,
          expiresAt: Number(row.expires_at),
        }
      )
    },

    async confirmCode(projectId, codeId, expiresAt) {
      const confirmed = await inProject(
        sql,
        projectId,
        (tx) => tx`
          update sign_in_email_codes set is_confirmed = true, expires_at = ${expiresAt}
          where id = ${codeId} and project_id = ${projectId}
          returning 1`,
      )
      return confirmed.length > 0
    },

    async isConfirmed(projectId, account, email) {
      const found = await inProject(
        sql,
        projectId,
        (tx) => tx`
          select 1 from sign_in_emails
          where project_id = ${projectId} and account = ${account} and email = ${email}`,
      )
      return found.length > 0
    },

    async removeExpired(now) {
      await inEveryProject(sql, async (tx) => {
        await tx`delete from sign_in_email_codes where expires_at < ${now}`
        await tx`delete from sign_in_emails where used_at < ${now - unusedMs}`
      })
    },
  }
}

/** Uses the confirmed code, or an email that was confirmed before. Whether there was one. */
export async function takeEmail(
  tx: TransactionSql,
  projectId: string,
  { account, email, emailDigest, codeId }: EmailProof,
  now: number,
): Promise<boolean> {
  const [code] =
    codeId === undefined
      ? []
      : await tx`
          delete from sign_in_email_codes
          where id = ${codeId} and project_id = ${projectId} and account = ${account}
            and email_digest = ${emailDigest} and is_confirmed and expires_at > ${now}
          returning 1`
  if (!code) {
    const known = await tx`
      update sign_in_emails set used_at = ${now}
      where project_id = ${projectId} and account = ${account} and email = ${email}
      returning 1`
    return known.length > 0
  }
  await tx`
    insert into sign_in_emails (project_id, account, email, used_at)
    values (${projectId}, ${account}, ${email}, ${now})
    on conflict (project_id, account) do update set email = excluded.email, used_at = excluded.used_at`
  return true
}
