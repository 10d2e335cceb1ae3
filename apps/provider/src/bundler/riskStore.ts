import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { ISql, Sql } from 'postgres'
import { type EntityKey, gasPerFailure, hourlyDecay, type Reputation } from './reputation.js'

/** What a mined transaction cost the executor, and what was refunded. */
export type Settlement = {
  readonly laidOut: bigint
  readonly refunded: bigint
  readonly gasUsed: bigint
}

export type Totals = {
  readonly chain: NetworkId
  readonly included: bigint
  readonly failed: bigint
  readonly laidOut: bigint
  readonly refunded: bigint
  readonly lost: bigint
}

/** What decides whether one more operation is accepted. */
export type Exposure = {
  /** What all operations in flight can cost. */
  readonly atRisk: bigint
  readonly lostLastHour: bigint
  /** All that operations have paid minus all that transactions have cost. May be negative. */
  readonly surplus: bigint
  /** Time of the first loss in the last hour. */
  readonly firstLossAt: number
  readonly inFlight: { readonly network: number; readonly factory: number }
  /** Without entries for unknown entities. */
  readonly reputations: readonly Reputation[]
}

/** Costs, losses and reputations in PostgreSQL. */
export type RiskStore = {
  readExposure(chain: NetworkId, keys: readonly EntityKey[]): Promise<Exposure>
  readTotals(): Promise<Totals[]>
  /** In flight and lost in the last hour, by chain. */
  readOpenRisk(
    chain: NetworkId,
  ): Promise<{ readonly atRisk: bigint; readonly lostLastHour: bigint }>
}

const hourMs = 3_600_000

type ReputationRow = {
  entity: Reputation['entity']
  key: string
  included: number
  failed: number
  paid: string
  failed_at: string
  updated_at: string
}

export function createRiskStore(sql: Sql, clock: { now(): number }): RiskStore {
  async function readLosses(chain: NetworkId) {
    // In one statement, so that an operation that settles in between is not missed.
    const [row] = await sql<
      { at_risk: string; surplus: string | null; lost: string; first: string | null }[]
    >`
      select
        (select refunded - laid_out from bundler_totals where chain = ${chain}) as surplus,
        (select coalesce(sum(at_risk), 0) from user_operations
          where chain = ${chain} and state = 'sent') as at_risk,
        coalesce(sum(lost), 0) as lost, min(lost_at) as first
      from bundler_losses where chain = ${chain} and lost_at > ${clock.now() - hourMs}`
    return {
      atRisk: BigInt(row?.at_risk ?? 0),
      surplus: BigInt(row?.surplus ?? 0),
      lostLastHour: BigInt(row?.lost ?? 0),
      firstLossAt: Number(row?.first ?? 0),
    }
  }

  return {
    readOpenRisk: readLosses,

    async readExposure(chain, keys) {
      const keyOf = (entity: string) => keys.find((one) => one.entity === entity)?.key ?? null
      const [losses, [counts], rows] = await Promise.all([
        readLosses(chain),
        sql<{ network: number; factory: number }[]>`
          select
            count(*) filter (where network = ${keyOf('network')})::int as network,
            count(*) filter (where factory = ${keyOf('factory')})::int as factory
          from user_operations where chain = ${chain} and state = 'sent'`,
        sql<ReputationRow[]>`
          select * from bundler_reputation
          where chain = ${chain} and (entity, key) in (
            select * from unnest(
              ${keys.map(({ entity }) => entity)}::text[], ${keys.map(({ key }) => key)}::text[]))`,
      ])
      return {
        ...losses,
        inFlight: { network: counts?.network ?? 0, factory: counts?.factory ?? 0 },
        reputations: rows.map((row) => toReputation(row, clock.now())),
      }
    },

    async readTotals() {
      const rows = await sql<
        {
          chain: NetworkId
          included: string
          failed: string
          laid_out: string
          refunded: string
          lost: string
        }[]
      >`select * from bundler_totals order by chain`
      return rows.map(({ chain, included, failed, laid_out, refunded, lost }) => ({
        chain,
        included: BigInt(included),
        failed: BigInt(failed),
        laidOut: BigInt(laid_out),
        refunded: BigInt(refunded),
        lost: BigInt(lost),
      }))
    },
  }
}

/** Books a mined transaction, in the database transaction that ends its operation. */
export async function bookSettlement(
  tx: ISql,
  now: number,
  {
    chain,
    transactionHash,
    keys,
    isIncluded,
    isSponsored,
    settlement,
  }: {
    readonly chain: NetworkId
    readonly transactionHash: Hex
    readonly keys: readonly EntityKey[]
    readonly isIncluded: boolean
    /** The operator paid for it: that is no history of its account. */
    readonly isSponsored: boolean
    readonly settlement: Settlement
  },
): Promise<void> {
  const { laidOut, refunded, gasUsed } = settlement
  const lost = laidOut > refunded ? laidOut - refunded : 0n
  const [included, failed] = isIncluded ? [1, 0] : [0, 1]
  await tx`
    insert into bundler_totals (chain, included, failed, laid_out, refunded, lost)
    values (${chain}, ${included}, ${failed}, ${String(laidOut)}, ${String(refunded)}, ${String(lost)})
    on conflict (chain) do update set
      included = bundler_totals.included + excluded.included,
      failed = bundler_totals.failed + excluded.failed,
      laid_out = bundler_totals.laid_out + excluded.laid_out,
      refunded = bundler_totals.refunded + excluded.refunded,
      lost = bundler_totals.lost + excluded.lost`
  if (lost > 0n) {
    await tx`
      insert into bundler_losses (chain, transaction_hash, lost, lost_at)
      values (${chain}, ${transactionHash}, ${String(lost)}, ${now})
      on conflict do nothing`
  }
  const weight =
    lost > 0n ? Math.max(failed, Number(gasUsed * lost) / Number(laidOut) / gasPerFailure) : 0
  const credit = isSponsored ? { included: 0, paid: 0n } : { included, paid: refunded }
  for (const { entity, key } of keys) {
    // One expensive operation of one key must not suspend the other keys.
    await tx`
      insert into bundler_reputation
        (chain, entity, key, included, failed, paid, failed_at, updated_at)
      values (
        ${chain}, ${entity}, ${key}, ${credit.included},
        ${entity === 'keys' ? Math.min(weight, 1) : weight}, ${String(credit.paid)},
        ${lost > 0n ? now : 0}, ${now})
      on conflict (chain, entity, key) do update set
        included = bundler_reputation.included * power(
          ${hourlyDecay}::float8, greatest(0, ${now} - bundler_reputation.updated_at) / ${hourMs}::float8)
          + excluded.included,
        failed = bundler_reputation.failed * power(
          ${hourlyDecay}::float8, greatest(0, ${now} - bundler_reputation.updated_at) / ${hourMs}::float8)
          + excluded.failed,
        paid = bundler_reputation.paid + excluded.paid,
        failed_at = greatest(bundler_reputation.failed_at, excluded.failed_at),
        updated_at = excluded.updated_at`
  }
}

/** Deletes losses and reputations without changes since a time. */
export async function removeRiskBefore(sql: ISql, before: number): Promise<void> {
  await sql`delete from bundler_losses where lost_at < ${before}`
  await sql`delete from bundler_reputation where updated_at < ${before}`
}

function toReputation(row: ReputationRow, now: number): Reputation {
  const hours = Math.max(0, now - Number(row.updated_at)) / hourMs
  const decay = hourlyDecay ** hours
  return {
    entity: row.entity,
    key: row.key,
    included: row.included * decay,
    failed: row.failed * decay,
    paid: BigInt(row.paid),
    failedAt: Number(row.failed_at),
  }
}
