import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject } from '../store/projectScope.js'
import { createTurns } from '../turns.js'
import { createSponsorReader, dayMs, nonceCosts, type SponsorReader } from './sponsorReader.js'

/** An operation that is paid for until `validUntil` (in seconds), and what it can cost. */
export type Reservation = {
  readonly chain: NetworkId
  readonly paymaster: Hex
  readonly hash: Hex
  readonly projectId: string
  readonly policy: string
  readonly sender: Hex
  /** All accounts of an owner share a budget. */
  readonly owner: Hex
  readonly nonce: bigint
  readonly maxCost: bigint
  readonly validUntil: number
}

/** In the chain's smallest unit. */
export type Budget = {
  readonly perAccountPerDay: bigint
  readonly perDay: bigint
  readonly total: bigint
}

/** Why a reservation was not made. */
export type Shortage =
  | 'account-budget'
  | 'day-budget'
  | 'total-budget'
  | 'deposit'
  | 'nonce-used'
  | 'too-many'

/** What a block that can no longer change says about the paymaster. */
export type Checkpoint = {
  readonly block: number
  /** In seconds. */
  readonly time: number
  /** The paymaster's deposit at the entry point after the block. */
  readonly deposit: bigint
}

/** An included operation that the paymaster paid for. */
export type PaidOperation = {
  readonly hash: Hex
  readonly sender: Hex
  readonly nonce: bigint
  readonly cost: bigint
  readonly isReverted: boolean
  readonly transactionHash: Hex
}

/** A nonce with open reservations, of which at least one has ended. */
export type OverdueNonce = {
  readonly sender: Hex
  readonly nonce: bigint
  /** No block up to this one can have included it. */
  readonly sinceBlock: number
  /** Of the first that has ended, in seconds. */
  readonly validUntil: number
}

/** What the operator pays for, in PostgreSQL. */
export type SponsorStore = SponsorReader & {
  /** Reserves the maximum cost, or returns what stands against it. All or nothing, over all processes. */
  reserve(reservation: Reservation, budget: Budget): Promise<'reserved' | Shortage>
  readCheckpoint(chain: NetworkId, paymaster: Hex): Promise<Checkpoint | undefined>
  /** The oldest nonces with a reservation that a block of this time (in seconds) has outlived. */
  readOverdue(place: Place, time: number, limit: number): Promise<OverdueNonce[]>
  /**
   * Books the operations between two checkpoints and releases those reservations which can no longer be
   * included. `after` is the block of the last checkpoint; undefined for the first one. Returns the number
   * of operations that no reservation was made for, or undefined if another process has moved on from
   * `after`.
   */
  settle(
    place: Place,
    after: number | undefined,
    checkpoint: Checkpoint,
    paid: readonly PaidOperation[],
    released: readonly Pick<OverdueNonce, 'sender' | 'nonce'>[],
  ): Promise<number | undefined>
  removeEndedBefore(before: number): Promise<void>
}

export type Place = { readonly chain: NetworkId; readonly paymaster: Hex }

const lockTimeout = '8s'
/** Signatures for one nonce, of which at most one can be used. */
const maxAttempts = 16

export function createSponsorStore(sql: Sql, clock: { now(): number }): SponsorStore {
  const takeTurn = createTurns()

  /** One at a time for a paymaster, over all processes on this database. */
  function runExclusive<result>(
    { chain, paymaster }: { readonly chain: NetworkId; readonly paymaster: Hex },
    work: (tx: TransactionSql) => Promise<result>,
  ): Promise<result> {
    const lock = `paymaster ${chain} ${paymaster}`
    return takeTurn(lock, () =>
      inEveryProject(sql, async (tx) => {
        await tx`select set_config('lock_timeout', ${lockTimeout}, true)`
        await tx`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
        return work(tx)
      }),
    )
  }

  return {
    ...createSponsorReader(sql, clock),

    reserve: (reservation, budget) =>
      runExclusive(reservation, async (tx) => {
        const { chain, hash, sender, nonce, maxCost, validUntil } = reservation
        const now = clock.now()
        const attempts = await readAttempts(tx, reservation)
        if (attempts.isUsed) return 'nonce-used'
        if (attempts.isReserved) return 'reserved'
        if (attempts.count >= maxAttempts) return 'too-many'
        const others = await readOthers(tx, reservation, now - dayMs)
        const ofPolicy = max(attempts.ofPolicy, maxCost)
        if (others.account + ofPolicy > budget.perAccountPerDay) return 'account-budget'
        if (others.day + ofPolicy > budget.perDay) return 'day-budget'
        if (others.spent + others.open + ofPolicy > budget.total) return 'total-budget'
        if (others.outstanding + max(attempts.ofAll, maxCost) > others.deposit) return 'deposit'
        await tx`
          insert into sponsored_operations
            (chain, hash, paymaster, project_id, policy, sender, owner, nonce, max_cost, valid_until,
             created_at, since_block)
          values (
            ${chain}, ${hash}, ${reservation.paymaster}, ${reservation.projectId},
            ${reservation.policy}, ${sender}, ${reservation.owner}, ${String(nonce)},
            ${String(maxCost)}, ${validUntil}, ${now},
            coalesce((select block from sponsor_deposits
              where chain = ${chain} and paymaster = ${reservation.paymaster}), 0))
          on conflict (chain, hash) do update set
            cost = null, ended_at = null, created_at = excluded.created_at`
        return 'reserved'
      }),

    async readCheckpoint(chain, paymaster) {
      const [row] = await sql<{ block: string; block_time: string; deposit: string }[]>`
        select * from sponsor_deposits where chain = ${chain} and paymaster = ${paymaster}`
      return (
        row && {
          block: Number(row.block),
          time: Number(row.block_time),
          deposit: BigInt(row.deposit),
        }
      )
    },

    async readOverdue({ chain, paymaster }, time, limit) {
      const rows = await inEveryProject(
        sql,
        (tx) => tx<{ sender: Hex; nonce: string; since: string; until: string }[]>`
          select sender, nonce, min(since_block) as since, min(valid_until) as until
          from sponsored_operations
          where chain = ${chain} and paymaster = ${paymaster} and cost is null
          group by sender, nonce having min(valid_until) < ${time}
          order by min(valid_until) limit ${limit}`,
      )
      return rows.map(({ sender, nonce, since, until }) => ({
        sender,
        nonce: BigInt(nonce),
        sinceBlock: Number(since),
        validUntil: Number(until),
      }))
    },

    settle: (place, after, { block, time, deposit }, paid, released) =>
      runExclusive(place, async (tx) => {
        const { chain, paymaster } = place
        const now = clock.now()
        const [known] = await tx<{ block: string }[]>`
          select block from sponsor_deposits where chain = ${chain} and paymaster = ${paymaster}`
        if (known ? Number(known.block) !== after : after !== undefined) return undefined
        let [unknown, unknownSpent] = [0, 0n]
        for (const operation of paid) {
          if (await bookOperation(tx, chain, operation, now)) continue
          unknown += 1
          unknownSpent += operation.cost
        }
        await tx`
          update sponsored_operations set cost = 0, ended_at = ${now}
          where chain = ${chain} and paymaster = ${paymaster} and cost is null
            and valid_until < ${time} and (sender, nonce) in (
              select * from unnest(
                ${released.map(({ sender }) => sender)}::text[],
                ${released.map(({ nonce }) => String(nonce))}::numeric[]))`
        await tx`
          insert into sponsor_deposits
            (chain, paymaster, block, block_time, deposit, unknown_operations, unknown_spent)
          values (${chain}, ${paymaster}, ${block}, ${time}, ${String(deposit)}, ${unknown},
            ${String(unknownSpent)})
          on conflict (chain, paymaster) do update set
            block = excluded.block, block_time = excluded.block_time, deposit = excluded.deposit,
            unknown_operations = sponsor_deposits.unknown_operations + excluded.unknown_operations,
            unknown_spent = sponsor_deposits.unknown_spent + excluded.unknown_spent`
        return unknown
      }),

    async removeEndedBefore(before) {
      await inEveryProject(
        sql,
        (tx) => tx`delete from sponsored_operations where ended_at < ${before}`,
      )
    },
  }
}

/** Earlier signatures for the nonce of an operation. */
async function readAttempts(tx: TransactionSql, reservation: Reservation) {
  const { chain, hash, sender, nonce, projectId, policy } = reservation
  const [row] = await tx<
    { count: number; is_reserved: boolean; is_used: boolean; of_policy: string; of_all: string }[]
  >`
    select
      count(*) filter (where cost is null)::int as count,
      coalesce(bool_or(hash = ${hash} and cost is null), false) as is_reserved,
      coalesce(bool_or(transaction_hash is not null), false) as is_used,
      coalesce(max(max_cost) filter
        (where cost is null and project_id = ${projectId} and policy = ${policy}), 0) as of_policy,
      coalesce(max(max_cost) filter (where cost is null), 0) as of_all
    from sponsored_operations
    where chain = ${chain} and sender = ${sender} and nonce = ${String(nonce)}`
  return {
    count: row?.count ?? 0,
    isReserved: row?.is_reserved ?? false,
    isUsed: row?.is_used ?? false,
    ofPolicy: BigInt(row?.of_policy ?? 0),
    ofAll: BigInt(row?.of_all ?? 0),
  }
}

/** What everything but the nonce of an operation costs. */
async function readOthers(tx: TransactionSql, reservation: Reservation, dayAgo: number) {
  const { chain, paymaster, projectId, policy, sender, nonce, owner } = reservation
  const [row] = await tx<
    Record<'account' | 'day' | 'open' | 'spent' | 'deposit' | 'all', string>[]
  >`
    select
      coalesce(sum(cost) filter (where owner = ${owner}), 0) as account,
      coalesce(sum(cost), 0) as day,
      coalesce(sum(cost) filter (where is_open), 0) as open,
      coalesce((select spent from sponsor_totals
        where project_id = ${projectId} and policy = ${policy} and chain = ${chain}), 0) as spent,
      coalesce((select deposit from sponsor_deposits
        where chain = ${chain} and paymaster = ${paymaster}), 0) as deposit,
      (select coalesce(sum(cost), 0) from (
        select max(max_cost) as cost from sponsored_operations
        where chain = ${chain} and paymaster = ${paymaster} and cost is null
          and (sender, nonce) <> (${sender}, ${String(nonce)}::numeric)
        group by sender, nonce) o) as all
    from ${nonceCosts(tx, dayAgo)} n
    where chain = ${chain} and project_id = ${projectId} and policy = ${policy}
      and (sender, nonce) <> (${sender}, ${String(nonce)}::numeric)`
  return {
    account: BigInt(row?.account ?? 0),
    day: BigInt(row?.day ?? 0),
    open: BigInt(row?.open ?? 0),
    spent: BigInt(row?.spent ?? 0),
    deposit: BigInt(row?.deposit ?? 0),
    outstanding: BigInt(row?.all ?? 0),
  }
}

/** False if there is no reservation for the operation. Does nothing if it was booked before. */
async function bookOperation(
  tx: TransactionSql,
  chain: NetworkId,
  { hash, sender, nonce, cost, isReverted, transactionHash }: PaidOperation,
  now: number,
): Promise<boolean> {
  const [row] = await tx<{ project_id: string; policy: string }[]>`
    update sponsored_operations
    set cost = ${String(cost)}, transaction_hash = ${transactionHash}, ended_at = ${now}
    where chain = ${chain} and hash = ${hash} and transaction_hash is null
    returning project_id, policy`
  // The nonce is used, so no other signature for it can be.
  await tx`
    update sponsored_operations set cost = 0, ended_at = ${now}
    where chain = ${chain} and sender = ${sender} and nonce = ${String(nonce)} and cost is null`
  if (!row) {
    const booked = await tx`
      select 1 from sponsored_operations where chain = ${chain} and hash = ${hash}`
    return booked.length > 0
  }
  await tx`
    insert into sponsor_totals (project_id, policy, chain, operations, reverted, spent)
    values (${row.project_id}, ${row.policy}, ${chain}, 1, ${isReverted ? 1 : 0}, ${String(cost)})
    on conflict (project_id, policy, chain) do update set
      operations = sponsor_totals.operations + 1,
      reverted = sponsor_totals.reverted + excluded.reverted,
      spent = sponsor_totals.spent + excluded.spent`
  return true
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
