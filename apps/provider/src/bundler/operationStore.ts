import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Sql } from 'postgres'

/**
 * `sent` may still come to anything. `failed` was paid for by us, in a transaction the entry point undid;
 * `lost` can never reach the chain any more.
 */
type State = 'sent' | Outcome
export type Outcome = 'done' | 'failed' | 'lost'

export type SentOperation = {
  readonly chain: NetworkId
  readonly hash: Hex
  readonly sender: Hex
  readonly nonce: bigint
  /** As callers write it. */
  readonly operation: Readonly<Record<string, string>>
  readonly state: State
  readonly executor: Hex
  readonly executorNonce: number
  /** The transaction that carries it; these bytes and no others are sent. */
  readonly signed: Hex
  readonly transactionHash: Hex
}

/** Operations in PostgreSQL. */
export interface OperationStore {
  find(chain: NetworkId, hash: Hex): Promise<SentOperation | undefined>
  /** Alone among all providers on this database; hears which nonces are given away already. */
  inTurn<result>(
    chain: NetworkId,
    executor: Hex,
    work: (nextFree: number) => Promise<result>,
  ): Promise<result>
  /** False when another operation of the same account is on its way with the same number. */
  add(operation: Omit<SentOperation, 'state'>): Promise<boolean>
  /** The node refused it at once: it was never on its way. */
  remove(chain: NetworkId, hash: Hex): Promise<void>
  finish(chain: NetworkId, hash: Hex, outcome: Outcome): Promise<void>
  unfinished(): Promise<SentOperation[]>
  /** Drops those that ended before a time. */
  forget(before: number): Promise<void>
  /** When an operation of the account last failed at our cost; undefined for never. */
  lastFailure(chain: NetworkId, sender: Hex): Promise<number | undefined>
}

type Row = {
  chain: NetworkId
  hash: Hex
  sender: Hex
  nonce: string
  operation: Record<string, string>
  state: State
  executor: Hex
  executor_nonce: string
  signed: Hex
  transaction_hash: Hex
}

const LOCK_WAIT = '8s'

export function createOperationStore(sql: Sql, clock: { now(): number }): OperationStore {
  return {
    async find(chain, hash) {
      const [row] = await sql<Row[]>`
        select * from user_operations where chain = ${chain} and hash = ${hash}`
      return row && toOperation(row)
    },

    async inTurn(chain, executor, work) {
      const done = await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${LOCK_WAIT}, true)`
        await tx`select pg_advisory_xact_lock(hashtextextended(${`bundler ${chain} ${executor}`}, 0))`
        const [row] = await tx<{ next: string }[]>`
          select coalesce(max(executor_nonce) + 1, 0) as next from user_operations
          where chain = ${chain} and executor = ${executor} and state = 'sent'`
        return { result: await work(Number(row?.next ?? 0)) }
      })
      return done.result as Awaited<ReturnType<typeof work>>
    },

    async add(one) {
      const now = clock.now()
      // One that came to nothing may be tried again.
      await sql`
        delete from user_operations
        where chain = ${one.chain} and hash = ${one.hash} and state in ('failed', 'lost')`
      const added = await sql`
        insert into user_operations
          (chain, hash, sender, nonce, operation, state, executor, executor_nonce, signed,
           transaction_hash, created_at, updated_at)
        values (
          ${one.chain}, ${one.hash}, ${one.sender}, ${one.nonce.toString()},
          ${sql.json(one.operation)}, 'sent', ${one.executor}, ${one.executorNonce}, ${one.signed},
          ${one.transactionHash}, ${now}, ${now})
        on conflict do nothing
        returning 1`
      return added.length > 0
    },

    async remove(chain, hash) {
      await sql`
        delete from user_operations where chain = ${chain} and hash = ${hash} and state = 'sent'`
    },

    async finish(chain, hash, outcome) {
      await sql`
        update user_operations set state = ${outcome}, updated_at = ${clock.now()}
        where chain = ${chain} and hash = ${hash} and state = 'sent'`
    },

    async unfinished() {
      const rows = await sql<Row[]>`
        select * from user_operations where state = 'sent' order by chain, executor_nonce limit 500`
      return rows.map(toOperation)
    },

    async forget(before) {
      await sql`delete from user_operations where state <> 'sent' and updated_at < ${before}`
    },

    async lastFailure(chain, sender) {
      const [row] = await sql<{ at: string | null }[]>`
        select max(updated_at) as at from user_operations
        where chain = ${chain} and sender = ${sender} and state = 'failed'`
      return row?.at ? Number(row.at) : undefined
    },
  }
}

function toOperation(row: Row): SentOperation {
  const { chain, hash, sender, operation, state, executor, signed } = row
  return {
    chain,
    hash,
    sender,
    operation,
    state,
    executor,
    signed,
    nonce: BigInt(row.nonce),
    executorNonce: Number(row.executor_nonce),
    transactionHash: row.transaction_hash,
  }
}
