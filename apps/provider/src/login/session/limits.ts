import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { ISql, Sql } from 'postgres'
import type { Clock } from '../../clock.js'

/** At most `max` in any period of this length. */
export type LimitRule = {
  readonly max: number
  readonly withinMs: number
}

/** Which attempts count together. */
export type LimitKey = {
  readonly kind: string
  /** An address, an account or a network. Only a keyed digest is stored. */
  readonly key: string
}

export type Limit = LimitKey & { readonly rules: readonly LimitRule[] }

export type LimitResult =
  | {
      readonly isAllowed: true
      /** Uncounts the attempt. */
      refund(): Promise<void>
    }
  | {
      readonly isAllowed: false
      readonly retryAfterMs: number
      /** The exceeded limit. */
      readonly kind: string
    }

/**
 * Rate limits shared by all processes: attempts are counted in the database, on the server's clock.
 */
export type Limits = {
  /**
   * Counts one attempt against every limit, or against none if one is full. Exact under
   * concurrency, so take before the code is checked.
   */
  take(counted: readonly Limit[]): Promise<LimitResult>
  /** Whether an attempt would be rejected now. Counts nothing. */
  isFull(counted: Limit): Promise<boolean>
  /** Attempts within the period of the rule, at most its `max`. */
  count(key: LimitKey, rule: LimitRule): Promise<number>
  /** Returns the failures in a row, including this one. */
  addToStreak(key: LimitKey): Promise<number>
  readStreak(key: LimitKey): Promise<number>
  resetStreak(key: LimitKey): Promise<void>
  sweep(): Promise<void>
}

export function createLimits({
  sql,
  clock,
  hashKey,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly hashKey: Buffer
}): Limits {
  const digestOf = ({ kind, key }: LimitKey) =>
    createHmac('sha256', hashKey).update(`${kind} ${key}`).digest().subarray(0, 16)

  return {
    async take(counted) {
      const entries = counted
        .map((entry) => ({ ...entry, digest: digestOf(entry) }))
        // Always in the same order, so that two attempts never deadlock.
        .sort((a, b) => Buffer.compare(a.digest, b.digest))
      // Checked without the lock: a flood of rejected attempts must not delay others.
      const exceeded = await findExceededRule(sql, entries, clock.now())
      if (exceeded) return { isAllowed: false, ...exceeded }
      return sql.begin(async (tx): Promise<LimitResult> => {
        const now = clock.now()
        const locks = entries.map(({ digest }) => digest.readBigInt64BE(0).toString())
        await tx`select pg_advisory_xact_lock(lock) from unnest(${locks}::bigint[]) as lock`
        const full = await findExceededRule(tx, entries, now)
        if (full) return { isAllowed: false, ...full }
        const rows = entries.map(({ kind, digest, rules }) => ({
          kind,
          key: digest,
          at: now,
          expires_at: now + Math.max(0, ...rules.map(({ withinMs }) => withinMs)),
        }))
        const inserted =
          rows.length === 0
            ? []
            : await tx<{ id: string }[]>`insert into login_tries ${tx(rows)} returning id`
        return {
          isAllowed: true,
          async refund() {
            await sql`delete from login_tries where id = any(${inserted.map(({ id }) => id)})`
          },
        }
      }) as Promise<LimitResult>
    },
    isFull: async (counted) =>
      (await findExceededRule(sql, [{ ...counted, digest: digestOf(counted) }], clock.now())) !==
      undefined,
    async count(key, { max, withinMs }) {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from (
          select 1 from login_tries
          where kind = ${key.kind} and key = ${digestOf(key)} and at > ${clock.now() - withinMs}
          limit ${max}
        ) as tries`
      return row.count
    },
    async addToStreak(key) {
      const [row] = await sql<[{ count: number }]>`
        insert into login_streaks (kind, key, count) values (${key.kind}, ${digestOf(key)}, 1)
        on conflict (kind, key) do update set count = login_streaks.count + 1
        returning count`
      return row.count
    },
    async readStreak(key) {
      const [row] = await sql<{ count: number }[]>`
        select count from login_streaks where kind = ${key.kind} and key = ${digestOf(key)}`
      return row?.count ?? 0
    },
    async resetStreak(key) {
      await sql`delete from login_streaks where kind = ${key.kind} and key = ${digestOf(key)}`
    },
    async sweep() {
      await sql`delete from login_tries where expires_at <= ${clock.now()}`
    },
  }
}

/** One query for all rules: a rejected attempt must not cost more than an allowed one. */
async function findExceededRule(
  sql: ISql,
  entries: readonly (Limit & { readonly digest: Buffer })[],
  now: number,
): Promise<{ readonly retryAfterMs: number; readonly kind: string } | undefined> {
  const rules = entries.flatMap(({ kind, digest, rules }) =>
    rules.map(({ max, withinMs }) => ({ kind, digest, max, withinMs })),
  )
  const [full] = await sql<{ kind: string; until: string }[]>`
    select rule.kind, oldest.at + rule.within as until
    from unnest(
      ${rules.map(({ kind }) => kind)}::text[], ${rules.map(({ digest }) => digest.toString('hex'))}::text[],
      ${rules.map(({ max }) => max)}::int[], ${rules.map(({ withinMs }) => withinMs)}::bigint[]
    ) as rule (kind, key, max, within)
    cross join lateral (
      select at from login_tries
      where kind = rule.kind and key = decode(rule.key, 'hex') and at > ${now}::bigint - rule.within
      order by at desc offset rule.max - 1 limit 1
    ) as oldest
    order by until desc limit 1`
  return full && { kind: full.kind, retryAfterMs: Math.max(1, Number(full.until) - now) }
}

/** IPv4 addresses count per /24, since neighbours often have one owner. IPv6 comes as a /56. */
export function toNetworkKey(network: string): string {
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
}
