import type { Sql, TransactionSql } from 'postgres'

/** A transaction's place in its chain. */
type Position = { readonly block: number; readonly index: number }

/** Blocks whose transactions of an account are all stored. */
export type StoredRange = {
  /** The head when it was read. */
  readonly high: number
  readonly headHash: string
  /** The lowest stored position: everything from here to `high` is complete. */
  readonly low: Position
  /** Blocks by which a reorganisation is noticed, newest first. */
  readonly checkpoints: readonly BlockId[]
}

export type BlockId = { readonly block: number; readonly hash: string }

export type StoredHistory = {
  readonly id: string
  /** Increases with each change. */
  readonly version: number
  /** Newest first, without overlap. */
  readonly ranges: readonly StoredRange[]
  readonly isFull: boolean
}

export type StoredTransaction = Position & { readonly entry: string }

export type AccountHistoryStore = {
  /** Also records that somebody asks for the account. */
  open(chain: string, account: string): Promise<StoredHistory>
  /** Newest first, from `low` to below `before`, and not above block `high`. */
  list(
    history: StoredHistory,
    range: { readonly high: number; readonly low: Position; readonly before: Position },
    limit: number,
  ): Promise<readonly StoredTransaction[]>
  /**
   * Adds transactions and replaces the ranges; stored transactions above block `keepUpTo` and outside the
   * ranges are removed. Undefined if another call has changed the history since it was opened.
   */
  save(
    history: StoredHistory,
    change: {
      readonly ranges: readonly StoredRange[]
      readonly keepUpTo: number
      readonly added: readonly StoredTransaction[]
    },
  ): Promise<StoredHistory | undefined>
  /** Drops accounts that nobody asks for any more, and the longest unasked ones beyond the total size. */
  sweep(): Promise<void>
}

export type HistoryLimits = {
  /** Bytes of entries per account and chain; the oldest are dropped first. */
  readonly accountBytes: number
  /** Bytes of entries of all accounts. */
  readonly totalBytes: number
  readonly unaskedMs: number
}

export const defaultLimits: HistoryLimits = {
  accountBytes: 16 * 1_048_576,
  totalBytes: 4 * 1_073_741_824,
  unaskedMs: 30 * 86_400_000,
}

/** Accounts without transactions take space too. */
const accountOverhead = 500
/** Adding up all accounts takes a while. */
const totalCheckIntervalMs = 3_600_000
/** How precisely it is recorded when an account was last asked for. */
const askedPrecisionMs = 3_600_000

export type HistoryRow<range> = {
  readonly id: string
  readonly version: string
  readonly ranges: readonly range[]
  readonly bytes: string
}
type Row = HistoryRow<StoredRange>

/** The row of an account. Also records that somebody asks for it. */
export async function openHistoryRow<range>(
  sql: Sql,
  time: number,
  chain: string,
  account: string,
): Promise<HistoryRow<range>> {
  const [known] = await sql<(HistoryRow<range> & { readonly asked_at: string })[]>`
    select id, version, ranges, bytes, asked_at from account_histories
    where chain = ${chain} and account = ${account}`
  if (known && time - Number(known.asked_at) < askedPrecisionMs) return known
  const [row] = await sql<[HistoryRow<range>]>`
    insert into account_histories (chain, account, ranges, asked_at)
    values (${chain}, ${account}, '[]', ${time})
    on conflict (chain, account) do update set asked_at = excluded.asked_at
    returning id, version, ranges, bytes`
  return row
}

export function createAccountHistoryStore(
  sql: Sql,
  now: () => number,
  parts: Partial<HistoryLimits> = {},
): AccountHistoryStore {
  const limits = { ...defaultLimits, ...parts }
  let nextTotalCheck = 0

  const toHistory = ({ id, version, ranges, bytes }: Row): StoredHistory => ({
    id,
    version: Number(version),
    ranges,
    isFull: Number(bytes) >= limits.accountBytes * fullShare,
  })

  return {
    async open(chain, account) {
      return toHistory(await openHistoryRow(sql, now(), chain, account))
    },
    list({ id }, { high, low, before }, limit) {
      return sql<StoredTransaction[]>`
        select block::float8 as block, index, entry from account_transactions
        where history_id = ${id} and block <= ${high}
          and (block, index) < (${before.block}, ${before.index})
          and (block, index) >= (${low.block}, ${low.index})
        order by block desc, index desc limit ${limit}`
    },
    save({ id, version }, { ranges, keepUpTo, added }) {
      return sql.begin(async (tx) => {
        const [row] = await tx<{ bytes: string }[]>`
          select bytes from account_histories where id = ${id} and version = ${version} for update`
        if (!row) return undefined
        const lowest = ranges.at(-1)?.low ?? { block: keepUpTo + 1, index: 0 }
        const removed = await tx<{ size: number }[]>`
          delete from account_transactions
          where history_id = ${id}
            and (block > ${keepUpTo} or (block, index) < (${lowest.block}, ${lowest.index}))
          returning octet_length(entry) as size`
        for (let start = 0; start < added.length; start += insertSize) {
          const rows = added
            .slice(start, start + insertSize)
            .map(({ block, index, entry }) => ({ history_id: id, block, index, entry }))
          await tx`insert into account_transactions ${tx(rows)} on conflict do nothing`
        }
        const bytes =
          Number(row.bytes) -
          removed.reduce((sum, { size }) => sum + size, 0) +
          added.reduce((sum, { entry }) => sum + Buffer.byteLength(entry), 0)
        const fitting =
          bytes > limits.accountBytes
            ? await trim(tx, id, ranges, limits.accountBytes)
            : { ranges, bytes }
        const [changed] = await tx<[Row]>`
          update account_histories
          set ranges = ${tx.json(fitting.ranges)}, bytes = ${fitting.bytes}, version = version + 1
          where id = ${id}
          returning id, version, ranges, bytes`
        return toHistory(changed)
      }) as Promise<StoredHistory | undefined>
    },
    async sweep() {
      await sql`delete from account_histories where asked_at < ${now() - limits.unaskedMs}`
      if (now() < nextTotalCheck) return
      nextTotalCheck = now() + totalCheckIntervalMs
      await sql`
        delete from account_histories where id in (
          select id from (
            select id, sum(bytes + ${accountOverhead}) over (order by asked_at desc, id) as total
            from account_histories
          ) as ordered
          where total > ${limits.totalBytes})`
    },
  }
}

export const insertSize = 1_000
/** A history is trimmed to this share of its limit, and counts as full from there. */
const fullShare = 0.9

/** Drops the oldest transactions and shortens the ranges to what is left. */
async function trim(
  tx: TransactionSql,
  id: string,
  ranges: readonly StoredRange[],
  maxBytes: number,
): Promise<{ readonly ranges: readonly StoredRange[]; readonly bytes: number }> {
  const [last] = await tx<{ block: number; index: number; total: string }[]>`
    select block::float8 as block, index, total from (
      select block, index, sum(octet_length(entry)) over (order by block desc, index desc) as total
      from account_transactions where history_id = ${id}
    ) as ordered
    where total <= ${Math.floor((maxBytes * (fullShare + 1)) / 2)} order by block, index limit 1`
  const lowest = last ?? { block: (ranges[0]?.high ?? 0) + 1, index: 0 }
  await tx`
    delete from account_transactions
    where history_id = ${id} and (block, index) < (${lowest.block}, ${lowest.index})`
  const kept = ranges.filter(({ high }) => high >= lowest.block)
  const raised = kept.map((range) =>
    range.low.block < lowest.block ||
    (range.low.block === lowest.block && range.low.index < lowest.index)
      ? { ...range, low: { block: lowest.block, index: lowest.index } }
      : range,
  )
  return { ranges: raised, bytes: Number(last?.total ?? 0) }
}
