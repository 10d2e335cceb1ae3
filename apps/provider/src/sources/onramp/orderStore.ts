import type { NetworkId } from '@latchkey/wire/caip'
import type { PurchaseStatus } from '@latchkey/wire/http/onramp'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from '../../store/projectScope.js'
import type { Cents } from './money.js'
import type { OrderReport, ProviderId } from './OnrampDriver.js'

/** A purchase at a hosted payment service. */
export type Order = {
  readonly id: string
  readonly projectId: string
  readonly provider: ProviderId
  readonly status: PurchaseStatus
  readonly chain: NetworkId
  readonly destination: string
  readonly name: string
  readonly symbol: string
  readonly currency: string
  readonly subtotal: Cents | undefined
  /** As the service reports it. */
  readonly amount: string | undefined
  readonly hash: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

export type NewOrder = Omit<Order, 'status' | 'amount' | 'hash' | 'createdAt' | 'updatedAt'>

/** Orders in PostgreSQL. A status only moves forward, whatever is reported and how often. */
export type OrderStore = {
  create(order: NewOrder): Promise<void>
  find(id: string): Promise<Order | undefined>
  findInProject(projectId: string, id: string): Promise<Order | undefined>
  /** Orders with a payment, newest first. */
  list(projectId: string, destination: string): Promise<Order[]>
  /** False for an unknown order, or if nothing is new. */
  report(id: string, report: OrderReport): Promise<boolean>
  /** True for one caller per interval, also across processes: it may ask the service now. */
  claimPoll(id: string, minIntervalMs: number): Promise<boolean>
  /** Orders whose next poll is due. */
  findDue(): Promise<string[]>
}

/** Later ones win. A cancelled order can still be paid: checkouts outlive our patience. */
const statusOrder: readonly PurchaseStatus[] = [
  'open',
  'cancelled',
  'pending',
  'failed',
  'delivered',
]
const firstPollMs = 15_000
const maxPollMs = 3_600_000
/** Later it is no longer polled; a bank transfer takes days. */
const followedMs = 7 * 86_400_000
/** After a failure the buyer may pay again in the same checkout. */
const retriedMs = 86_400_000
const maxListed = 100
const maxDue = 20

type Row = {
  id: string
  project_id: string
  provider: ProviderId
  status: PurchaseStatus
  chain: NetworkId
  destination: string
  name: string
  symbol: string
  currency: string
  subtotal: string | null
  amount: string | null
  hash: string | null
  created_at: string
  updated_at: string
}

export function createOrderStore(sql: Sql, clock: { now(): number }): OrderStore {
  /** Ids cannot be guessed, and services report them without a project. */
  const byId = <result>(work: (tx: TransactionSql) => Promise<result>) => inEveryProject(sql, work)

  return {
    async create(order) {
      const now = clock.now()
      const { id, projectId, provider, chain, destination, name, symbol, currency } = order
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          insert into onramp_orders
            (id, project_id, provider, status, chain, destination, name, symbol, currency,
             subtotal, polled_at, next_poll_at, created_at, updated_at)
          values (${id}, ${projectId}, ${provider}, 'open', ${chain}, ${destination}, ${name},
            ${symbol}, ${currency}, ${order.subtotal?.toString() ?? null}, ${now},
            ${now + firstPollMs}, ${now}, ${now})`,
      )
    },

    async find(id) {
      const [row] = await byId((tx) => tx<Row[]>`select * from onramp_orders where id = ${id}`)
      return row && toOrder(row)
    },

    async findInProject(projectId, id) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) =>
          tx<Row[]>`select * from onramp_orders where id = ${id} and project_id = ${projectId}`,
      )
      return row && toOrder(row)
    },

    async list(projectId, destination) {
      const rows = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select * from onramp_orders
          where project_id = ${projectId} and lower(destination) = ${destination.toLowerCase()}
            and status in ('pending', 'failed', 'delivered')
          order by created_at desc limit ${maxListed}`,
      )
      return rows.filter((row) => isSameAddress(row.destination, destination)).map(toOrder)
    },

    async report(id, { status, symbol, amount, hash }) {
      const changed = await byId(
        (tx) => tx`
          update onramp_orders set
            status = ${status}, amount = coalesce(${amount ?? null}, amount),
            hash = coalesce(${hash ?? null}, hash),
            symbol = coalesce(${symbol ?? null}, symbol),
            name = coalesce(${symbol ?? null}, name),
            next_poll_at = case when ${status === 'delivered'} then null else next_poll_at end,
            updated_at = ${clock.now()}
          where id = ${id} and (
            array_position(${statusOrder as string[]}::text[], status)
              < array_position(${statusOrder as string[]}::text[], ${status})
            or (status = ${status} and (
              (hash is null and ${hash ?? null}::text is not null)
              or (amount is null and ${amount ?? null}::text is not null))))
          returning 1`,
      )
      return changed.length > 0
    },

    async claimPoll(id, minIntervalMs) {
      const now = clock.now()
      const claimed = await byId(
        (tx) => tx`
          update onramp_orders set
            polled_at = ${now},
            next_poll_at = case
              when created_at < ${now - followedMs} then null
              when status in ('failed', 'cancelled') and created_at < ${now - retriedMs} then null
              else ${now} + least(${maxPollMs}::bigint,
                greatest(${firstPollMs}::bigint, (${now} - created_at) / 10)) end
          where id = ${id} and polled_at <= ${now - minIntervalMs} and next_poll_at is not null
          returning 1`,
      )
      return claimed.length > 0
    },

    async findDue() {
      const rows = await inEveryProject(
        sql,
        (tx) => tx<{ id: string }[]>`
          select id from onramp_orders where next_poll_at <= ${clock.now()}
          order by next_poll_at limit ${maxDue}`,
      )
      return rows.map(({ id }) => id)
    },
  }
}

/** Solana's addresses differ by case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other
}

function toOrder(row: Row): Order {
  return {
    id: row.id,
    projectId: row.project_id,
    provider: row.provider,
    status: row.status,
    chain: row.chain,
    destination: row.destination,
    name: row.name,
    symbol: row.symbol,
    currency: row.currency,
    subtotal: row.subtotal === null ? undefined : BigInt(row.subtotal),
    amount: row.amount ?? undefined,
    hash: row.hash ?? undefined,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }
}
