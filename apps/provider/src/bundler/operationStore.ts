import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Sql } from 'postgres'
import { getEntityKeys } from './reputation.js'
import { bookSettlement, removeRiskBefore, type Settlement } from './riskStore.js'

/**
 * `sent` is pending. `failed` was reverted by the entry point at our cost. `lost` can no longer be
 * mined.
 */
type State = 'sent' | Outcome
export type Outcome = 'done' | 'failed' | 'lost'

export type SentOperation = {
  readonly chain: NetworkId
  readonly hash: Hex
  readonly sender: Hex
  /** Has at most one operation in flight over all its accounts. */
  readonly owner: string
  /** A digest of the client's network. */
  readonly network: string
  /** Set if the operation creates its account. */
  readonly factory: Hex | undefined
  /** The maximum loss if its transaction is reverted. */
  readonly atRisk: bigint
  readonly nonce: bigint
  /** In the JSON-RPC form. */
  readonly operation: Readonly<Record<string, string>>
  readonly state: State
  readonly executor: Hex
  readonly executorNonce: number
  /** The signed transaction. */
  readonly signed: Hex
  readonly transactionHash: Hex
}

/** Operations in PostgreSQL. */
export type OperationStore = {
  find(chain: NetworkId, hash: Hex): Promise<SentOperation | undefined>
  /** Runs `work` under a lock over all providers on this database, with the next unused nonce. */
  runExclusive<result>(
    chain: NetworkId,
    executor: Hex,
    work: (nextNonce: number) => Promise<result>,
  ): Promise<result>
  /** False while another operation of the same owner is in flight. */
  add(operation: Omit<SentOperation, 'state'>): Promise<boolean>
  findInFlight(chain: NetworkId, owner: string): Promise<SentOperation | undefined>
  /** Replaces the transaction of the operation. */
  replace(
    operation: SentOperation,
    transaction: Pick<SentOperation, 'signed' | 'transactionHash'>,
  ): Promise<void>
  /** For an operation whose transaction the node rejected at once. */
  remove(chain: NetworkId, hash: Hex): Promise<void>
  /** Ends the operation once, and books the cost of its mined transaction. */
  finish(operation: SentOperation, outcome: Outcome, settlement?: Settlement): Promise<void>
  listUnfinished(): Promise<SentOperation[]>
  removeEndedBefore(before: number): Promise<void>
}

type Row = {
  chain: NetworkId
  hash: Hex
  sender: Hex
  owner: string
  network: string
  factory: Hex | null
  at_risk: string
  nonce: string
  operation: Record<string, string>
  state: State
  executor: Hex
  executor_nonce: string
  signed: Hex
  transaction_hash: Hex
}

const lockTimeout = '8s'

export function createOperationStore(sql: Sql, clock: { now(): number }): OperationStore {
  return {
    async find(chain, hash) {
      const [row] = await sql<Row[]>`
        select * from user_operations where chain = ${chain} and hash = ${hash}`
      return row && toOperation(row)
    },

    async runExclusive(chain, executor, work) {
      const done = await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockTimeout}, true)`
        await tx`select pg_advisory_xact_lock(hashtextextended(${`bundler ${chain}`}, 0))`
        const [row] = await tx<{ next: string }[]>`
          select coalesce(max(executor_nonce) + 1, 0) as next from user_operations
          where chain = ${chain} and executor = ${executor} and state = 'sent'`
        return { result: await work(Number(row?.next ?? 0)) }
      })
      return done.result as Awaited<ReturnType<typeof work>>
    },

    async add(one) {
      const now = clock.now()
      // A failed operation may be submitted again.
      await sql`
        delete from user_operations
        where chain = ${one.chain} and hash = ${one.hash} and state in ('failed', 'lost')`
      const added = await sql`
        insert into user_operations
          (chain, hash, sender, owner, network, factory, at_risk, nonce, operation, state, executor,
           executor_nonce, signed, transaction_hash, created_at, updated_at)
        values (
          ${one.chain}, ${one.hash}, ${one.sender}, ${one.owner}, ${one.network},
          ${one.factory ?? null}, ${one.atRisk.toString()}, ${one.nonce.toString()},
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

    async findInFlight(chain, owner) {
      const [row] = await sql<Row[]>`
        select * from user_operations
        where chain = ${chain} and owner = ${owner} and state = 'sent'`
      return row && toOperation(row)
    },

    async replace({ chain, hash }, { signed, transactionHash }) {
      await sql`
        update user_operations
        set signed = ${signed}, transaction_hash = ${transactionHash}, updated_at = ${clock.now()}
        where chain = ${chain} and hash = ${hash} and state = 'sent'`
    },

    async finish(operation, outcome, settlement) {
      const { chain, hash, transactionHash } = operation
      const now = clock.now()
      await sql.begin(async (tx) => {
        // Of several providers that see the same receipt, only one books it.
        const ended = await tx`
          update user_operations set state = ${outcome}, updated_at = ${now}
          where chain = ${chain} and hash = ${hash} and state = 'sent'
            and transaction_hash = ${transactionHash}
          returning 1`
        if (ended.length === 0 || !settlement) return
        await bookSettlement(tx, now, {
          chain,
          transactionHash,
          keys: getEntityKeys(operation),
          isIncluded: outcome === 'done',
          isSponsored: operation.operation.paymaster !== undefined,
          settlement,
        })
      })
    },

    async listUnfinished() {
      const rows = await sql<Row[]>`
        select * from user_operations where state = 'sent' order by chain, executor_nonce limit 500`
      return rows.map(toOperation)
    },

    async removeEndedBefore(before) {
      await sql`delete from user_operations where state <> 'sent' and updated_at < ${before}`
      await removeRiskBefore(sql, before)
    },
  }
}

function toOperation(row: Row): SentOperation {
  const { chain, hash, sender, owner, network, operation, state, executor, signed } = row
  return {
    chain,
    hash,
    sender,
    owner,
    network,
    factory: row.factory ?? undefined,
    atRisk: BigInt(row.at_risk),
    operation,
    state,
    executor,
    signed,
    nonce: BigInt(row.nonce),
    executorNonce: Number(row.executor_nonce),
    transactionHash: row.transaction_hash,
  }
}
