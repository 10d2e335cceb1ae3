import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { JSONValue, Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import { inEveryProject, inProject } from '../../store/projectScope.js'
import { loginError } from './loginError.js'

/** A log-in, confirmation, change of address or recovery in progress. */
export type Flow = {
  readonly id: string
  readonly projectId: string
  /** The site around the frame. */
  readonly origin: string
  readonly purpose: FlowPurpose
  /** `email`, or the provider. */
  readonly method: string
  /** SHA-256, in hexadecimal, of a secret that only the frame has. */
  readonly binding: string
  /** The session that started it, if there was one. */
  readonly sessionId: string | null
  /** Defined by the method that runs it. */
  readonly state: string
  readonly details: FlowDetails
  readonly createdAt: number
  readonly expiresAt: number
}

export type FlowPurpose = 'login' | 'confirm' | 'update' | 'recover'

/** Data of the method, deleted with the flow. */
export type FlowDetails = Readonly<Record<string, JSONValue | undefined>>

export type NewFlow = {
  readonly projectId: string
  readonly origin: string
  readonly purpose: FlowPurpose
  readonly method: string
  /** SHA-256, in hexadecimal, of the secret that finishes it. */
  readonly binding: string
  /** A random second id, for a link or the `state` of OAuth. Only its digest is stored. */
  readonly handle?: string
  readonly sessionId?: string
  readonly state: string
  readonly details?: FlowDetails
  readonly lifetimeMs: number
}

export type Flows = {
  start(flow: NewFlow): Promise<Flow>
  /** The flow that this frame started. Throws `flow-unknown` for any other frame. */
  readForFrame(id: string, frame: { projectId: string; secret: string }): Promise<Flow>
  /** The newest flow with this binding: starting again continues it. */
  findByBinding(
    query: Pick<NewFlow, 'projectId' | 'binding' | 'purpose' | 'method'>,
  ): Promise<Flow | undefined>
  /** For pages, which have no project. Undefined if the flow is unknown or has ended. */
  findByHandle(handle: string): Promise<Flow | undefined>
  findById(id: string): Promise<Flow | undefined>
  /** Running recoveries of an account in every project, newest first. */
  listRecoveries(accountId: string): Promise<Flow[]>
  /**
   * Changes the state, for exactly one of several concurrent calls. Undefined if the flow is not in
   * `from` or has ended. `details` are merged.
   */
  transition(
    flow: Pick<Flow, 'id' | 'projectId'>,
    step: {
      readonly from: string | readonly string[]
      readonly to: string
      readonly details?: FlowDetails
      /** Replaces the second id. */
      readonly handle?: string
      readonly lifetimeMs?: number
    },
  ): Promise<Flow | undefined>
  /** Deletes the flow. Of concurrent calls exactly one gets true. */
  finish(flow: Pick<Flow, 'id' | 'projectId'>, from: string | readonly string[]): Promise<boolean>
  /** Waits until the flow leaves `state`, for at most `maxWaitMs`. Undefined if it has ended. */
  waitForChange(
    flow: Flow,
    state: string | readonly string[],
    signal: AbortSignal,
  ): Promise<Flow | undefined>
  sweep(): Promise<void>
}

/** How long a call may wait for a flow to change. */
export const maxWaitMs = 25_000
const pollMs = 2_000

type Row = Omit<Flow, 'binding' | 'createdAt' | 'expiresAt'> & {
  binding: Buffer
  createdAt: string
  expiresAt: string
}

export function createFlows({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }): Flows {
  const columns = sql`
    id, project_id as "projectId", origin, purpose, method, binding, session_id as "sessionId", state,
    details, created_at as "createdAt", expires_at as "expiresAt"`
  const isRunning = () => sql`expires_at > ${clock.now()}`
  const waiters = new Map<string, Set<() => void>>()

  function wake(id: string): void {
    for (const resume of waiters.get(id) ?? []) resume()
  }

  /** Resumes at the next transition in this process, or when the caller aborts. */
  function listen(id: string, signal: AbortSignal) {
    const resumes = waiters.get(id) ?? new Set()
    waiters.set(id, resumes)
    let resume = () => {}
    const called = new Promise<void>((resolve) => {
      resume = resolve
    })
    resumes.add(resume)
    signal.addEventListener('abort', resume)
    return {
      /** At most `pollMs`: another process may have changed the flow. */
      async pause() {
        let cancel = () => {}
        const later = new Promise<void>((resolve) => {
          cancel = clock.after(pollMs, resolve)
        })
        await Promise.race([called, later])
        cancel()
      },
      end() {
        signal.removeEventListener('abort', resume)
        resumes.delete(resume)
        if (resumes.size === 0 && waiters.get(id) === resumes) waiters.delete(id)
      },
    }
  }

  async function read(projectId: string, id: string): Promise<Row | undefined> {
    const [row] = await inProject(
      sql,
      projectId,
      (tx) => tx<Row[]>`select ${columns} from login_flows where id = ${id} and ${isRunning()}`,
    )
    return row
  }

  const flows: Flows = {
    async start({ lifetimeMs, binding, handle, ...flow }) {
      const now = clock.now()
      const row = {
        id: randomUUID(),
        project_id: flow.projectId,
        origin: flow.origin,
        purpose: flow.purpose,
        method: flow.method,
        binding: Buffer.from(binding, 'hex'),
        handle: handle === undefined ? null : digestHandle(handle),
        session_id: flow.sessionId ?? null,
        state: flow.state,
        details: sql.json((flow.details ?? {}) as JSONValue),
        created_at: now,
        expires_at: now + lifetimeMs,
      }
      const [inserted] = await inProject(
        sql,
        flow.projectId,
        (tx) => tx<[Row]>`insert into login_flows ${tx(row)} returning ${columns}`,
      )
      return toFlow(inserted)
    },
    async readForFrame(id, { projectId, secret }) {
      const row = await read(projectId, id)
      const presented = createHash('sha256').update(Buffer.from(secret, 'hex')).digest()
      if (!row || !timingSafeEqual(presented, row.binding)) throw loginError('flow-unknown')
      return toFlow(row)
    },
    async findByBinding({ projectId, binding, purpose, method }) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select ${columns} from login_flows
          where binding = ${Buffer.from(binding, 'hex')} and purpose = ${purpose}
            and method = ${method} and ${isRunning()}
          order by created_at desc limit 1`,
      )
      return row && toFlow(row)
    },
    async findByHandle(handle) {
      const [row] = await inEveryProject(
        sql,
        (tx) =>
          tx<Row[]>`
            select ${columns} from login_flows
            where handle = ${digestHandle(handle)} and ${isRunning()}`,
      )
      return row && toFlow(row)
    },
    async findById(id) {
      const [row] = await inEveryProject(
        sql,
        (tx) => tx<Row[]>`select ${columns} from login_flows where id = ${id} and ${isRunning()}`,
      )
      return row && toFlow(row)
    },
    async listRecoveries(accountId) {
      const rows = await inEveryProject(
        sql,
        (tx) => tx<Row[]>`
          select ${columns} from login_flows
          where purpose = 'recover' and details ->> 'accountId' = ${accountId} and ${isRunning()}
          order by created_at desc`,
      )
      return rows.map(toFlow)
    },
    async transition({ id, projectId }, { from, to, details = {}, handle, lifetimeMs }) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          update login_flows set
            state = ${to},
            details = details || ${tx.json(details as JSONValue)}
            ${handle === undefined ? tx`` : tx`, handle = ${digestHandle(handle)}`}
            ${lifetimeMs === undefined ? tx`` : tx`, expires_at = ${clock.now() + lifetimeMs}`}
          where id = ${id} and state = any(${[from].flat()}) and ${isRunning()}
          returning ${columns}`,
      )
      wake(id)
      return row && toFlow(row)
    },
    async finish({ id, projectId }, from) {
      const { count } = await inProject(
        sql,
        projectId,
        (tx) => tx`
          delete from login_flows
          where id = ${id} and state = any(${[from].flat()}) and ${isRunning()}`,
      )
      wake(id)
      return count === 1
    },
    async waitForChange({ id, projectId }, state, signal) {
      const until = clock.now() + maxWaitMs
      for (;;) {
        // Listens before it reads, so that no transition is missed.
        const listener = listen(id, signal)
        try {
          const row = await read(projectId, id)
          const isUnchanged = row !== undefined && [state].flat().includes(row.state)
          if (!isUnchanged || signal.aborted || clock.now() >= until) return row && toFlow(row)
          await listener.pause()
        } finally {
          listener.end()
        }
      }
    },
    async sweep() {
      const now = clock.now()
      await inEveryProject(sql, (tx) => tx`delete from login_flows where expires_at <= ${now}`)
    },
  }
  return flows
}

function toFlow({ binding, createdAt, expiresAt, ...row }: Row): Flow {
  return {
    ...row,
    binding: binding.toString('hex'),
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
  }
}

function digestHandle(handle: string): Buffer {
  return createHash('sha256').update(handle).digest()
}
