import type { Sql } from 'postgres'
import { inEveryProject, inProject } from './projectScope.js'

/** Identifies a call. */
export type CallKey = {
  readonly projectId: string
  readonly caller: Buffer
  readonly key: string
}

export type StoredResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Claim =
  /** The caller may run it now. */
  | { readonly state: 'claimed' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly response: StoredResponse }
  /** The key was used for another request. */
  | { readonly state: 'mismatch' }

export type IdempotentCallStore = {
  /** Exactly one concurrent caller gets the claim. Claims before `staleBefore` count as abandoned. */
  claim(call: CallKey, request: Buffer, now: number, staleBefore: number): Promise<Claim>
  /** Stores the response, unless another caller has claimed the call after `since`. */
  complete(call: CallKey, since: number, answer: StoredResponse): Promise<void>
  /** Releases the claim, so that the call can be retried. */
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
        const claimed = await tx`
          insert into idempotent_calls (project_id, caller, key, request, started_at)
          values (${call.projectId}, ${call.caller}, ${call.key}, ${request}, ${now})
          on conflict (project_id, caller, key) do update set started_at = excluded.started_at
            where idempotent_calls.answer is null
              and idempotent_calls.started_at < ${staleBefore}
              and idempotent_calls.request = excluded.request
          returning 1`
        if (claimed.length > 0) return { state: 'claimed' }
        const [row] = await tx<Row[]>`
          select request, answer, body from idempotent_calls where ${isCall(call)}`
        // Released a moment ago: a retry can claim it.
        if (!row) return { state: 'running' }
        if (!row.request.equals(request)) return { state: 'mismatch' }
        if (!row.answer) return { state: 'running' }
        return { state: 'done', response: { ...row.answer, body: row.body } }
      }),
    async complete(call, since, { status, headers, body }) {
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
