import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from '../store/projectScope.js'

export type PolicySpending = {
  readonly projectId: string
  readonly policy: string
  readonly chain: NetworkId
  readonly operations: bigint
  readonly reverted: bigint
  /** By operations that are settled. */
  readonly spent: bigint
  /** What operations that are not settled yet can cost. */
  readonly reserved: bigint
  /** Spent and reserved since a day ago. */
  readonly today: bigint
}

/** As of the last block that was settled. */
export type PaymasterState = {
  readonly chain: NetworkId
  readonly deposit: bigint
  readonly reserved: bigint
  /** Paid with a signature that is not in the database. */
  readonly unknownOperations: bigint
  readonly unknownSpent: bigint
}

/** What sponsoring has cost, from PostgreSQL. */
export type SponsorReader = {
  /** Of one project, or of all. */
  readSpending(projectId?: string): Promise<PolicySpending[]>
  readState(chain: NetworkId, paymaster: Hex): Promise<PaymasterState | undefined>
}

export const dayMs = 86_400_000

export function createSponsorReader(sql: Sql, clock: { now(): number }): SponsorReader {
  return {
    async readSpending(projectId) {
      const read = (tx: TransactionSql) => tx<SpendingRow[]>`
        select project_id, policy, chain,
          coalesce(t.operations, 0) as operations, coalesce(t.reverted, 0) as reverted,
          coalesce(t.spent, 0) as spent, coalesce(r.reserved, 0) as reserved,
          coalesce(r.today, 0) as today
        from sponsor_totals t full join (
          select project_id, policy, chain, sum(cost) as today,
            sum(cost) filter (where is_open) as reserved
          from ${nonceCosts(tx, clock.now() - dayMs)} n group by project_id, policy, chain
        ) r using (project_id, policy, chain)
        order by project_id, policy, chain`
      const rows = await (projectId === undefined
        ? inEveryProject(sql, read)
        : inProject(sql, projectId, read))
      return rows.map((row) => ({
        projectId: row.project_id,
        policy: row.policy,
        chain: row.chain,
        operations: BigInt(row.operations),
        reverted: BigInt(row.reverted),
        spent: BigInt(row.spent),
        reserved: BigInt(row.reserved),
        today: BigInt(row.today),
      }))
    },

    async readState(chain, paymaster) {
      const [row] = await inEveryProject(
        sql,
        (tx) => tx<StateRow[]>`
          select deposit, unknown_operations, unknown_spent,
            ${outstandingOf(tx, chain, paymaster)} as reserved
          from sponsor_deposits where chain = ${chain} and paymaster = ${paymaster}`,
      )
      return (
        row && {
          chain,
          deposit: BigInt(row.deposit),
          reserved: BigInt(row.reserved),
          unknownOperations: BigInt(row.unknown_operations),
          unknownSpent: BigInt(row.unknown_spent),
        }
      )
    },
  }
}

type SpendingRow = {
  project_id: string
  policy: string
  chain: NetworkId
  operations: string
  reverted: string
  spent: string
  reserved: string
  today: string
}

type StateRow = {
  deposit: string
  reserved: string
  unknown_operations: string
  unknown_spent: string
}

/**
 * What each nonce of an account costs a policy: only one of its operations can be included. Those that
 * are open, and those since a time.
 */
export function nonceCosts(tx: TransactionSql, since: number) {
  return tx`(
    select chain, paymaster, project_id, policy, owner, sender, nonce,
      bool_or(cost is null) as is_open, max(coalesce(cost, max_cost)) as cost
    from sponsored_operations where cost is null or created_at > ${since}
    group by chain, paymaster, project_id, policy, owner, sender, nonce)`
}

/** What all open operations of a paymaster can cost, of all projects. */
function outstandingOf(tx: TransactionSql, chain: NetworkId, paymaster: Hex) {
  return tx`(
    select coalesce(sum(cost), 0) from (
      select max(max_cost) as cost from sponsored_operations
      where chain = ${chain} and paymaster = ${paymaster} and cost is null
      group by sender, nonce) o)`
}
