import type { Sql } from 'postgres'
import { inEveryProject, inProject } from './projectScope.js'

/** Whose call it is and which. */
export interface CallKey {
  readonly projectId: string
  readonly caller: Buffer
  readonly key: string
}

export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Claim =
  /** Nobody has begun it: it is the claimant's to do. */
  | { readonly state: 'mine' }
  | { readonly state: 'under-way' }
  | { readonly state: 'answered'; readonly answer: KeptAnswer }
  /** The key was used for something else. */
  | { readonly state: 'another' }

export interface IdempotentCallStore {
  /** Of many at once exactly one is given the call; `staleBefore` says which have died over it. */
  claim(call: CallKey, request: Buffer, now: number, staleBefore: number): Promise<Claim>
  /** `since` is when it was claimed: whoever lost the call meanwhile says nothing. */
  answer(call: CallKey, since: number, answer: KeptAnswer): Promise<void>
  /** It came to nothing and may be tried again. */
  release(call: CallKey, since: number): Promise<void>
  removeBefore(time: number): Promise<void>
}

type Row = {
  request: Buffer
  answer: { status: number; headers: Record<string, string> } | null
  body: string | null
}

export function createIdempotentCallStore(sql: Sql): IdempotentCallStore {
  const isCall = ({ projectId, caller, key }: CallKey) =>
    sql`project_id = ${projectId} and caller = ${caller} and key = ${key}`
  return {
    claim: (call, request, now, staleBefore) =>
      inProject(sql, call.projectId, async (tx): Promise<Claim> => {
        const mine = await tx`
          insert into idempotent_calls (project_id, caller, key, request, started_at)
          values (${call.projectId}, ${call.caller}, ${call.key}, ${request}, ${now})
          on conflict (project_id, caller, key) do update set started_at = excluded.started_at
            where idempotent_calls.answer is null
              and idempotent_calls.started_at < ${staleBefore}
              and idempotent_calls.request = excluded.request
          returning 1`
        if (mine.length > 0) return { state: 'mine' }
        const [row] = await tx<Row[]>`
          select request, answer, body from idempotent_calls where ${isCall(call)}`
        // Released a moment ago: the next try may have it.
        if (!row) return { state: 'under-way' }
        if (!row.request.equals(request)) return { state: 'another' }
        if (!row.answer) return { state: 'under-way' }
        return { state: 'answered', answer: { ...row.answer, body: row.body } }
      }),
    async answer(call, since, { status, headers, body }) {
      await inProject(
        sql,
        call.projectId,
        (tx) => tx`
          update idempotent_calls set answer = ${tx.json({ status, headers })}, body = ${body}
          where ${isCall(call)} and started_at = ${since} and answer is null`,
      )
    },
    async release(call, since) {
      await inProject(
        sql,
        call.projectId,
        (tx) => tx`
          delete from idempotent_calls
          where ${isCall(call)} and started_at = ${since} and answer is null`,
      )
    },
    async removeBefore(time) {
      await inEveryProject(sql, (tx) => tx`delete from idempotent_calls where started_at < ${time}`)
    },
  }
}
