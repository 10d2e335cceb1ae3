import { createHash } from 'node:crypto'
import type { NameRecord } from '@latchkey/wire/http/profile'
import type { Sql } from 'postgres'
import { inProject } from '../../store/projectScope.js'
import { ethereumCoinType } from './coinTypes.js'

type NewName = {
  readonly name: string
  readonly projectId: string
  readonly attributes: Readonly<Record<string, string>>
  readonly coinType: number
  readonly address: string
  /** The signed text; it can be used once. */
  readonly message: string
  readonly network: string | undefined
}

type AddResult = 'added' | 'taken' | 'used' | 'too-many'

/** Names in PostgreSQL. */
export type NameStore = {
  find(name: string): Promise<NameRecord | undefined>
  findByAddress(address: string): Promise<NameRecord[]>
  /** Which of the names are registered. */
  findRegistered(names: readonly string[]): Promise<Set<string>>
  /** Atomic, also for concurrent requests. */
  add(name: NewName): Promise<AddResult>
}

const dayMs = 86_400_000
const maxPerAddressAndDay = 5
const maxPerNetworkAndDay = 10
/** Maximum names returned for one address. */
const maxNamesOfAddress = 100

type Row = {
  name: string
  attributes: Record<string, string>
  registered_at: string
  updated_at: string
  coin_type: string
  address: string
  created_at: string
}

export function createNameStore(sql: Sql, clock: { now(): number }): NameStore {
  const columns = sql`
    n.name, n.attributes, n.registered_at, n.updated_at, a.coin_type, a.address, a.created_at`
  return {
    async find(name) {
      const rows = await sql<Row[]>`
        select ${columns} from names n join name_addresses a using (name)
        where n.name = ${name} order by a.coin_type`
      return toRecords(rows)[0]
    },

    async findByAddress(address) {
      const rows = await sql<Row[]>`
        select ${columns} from (
          select distinct name, registered_at from name_addresses join names using (name)
          where lower(address) = ${address.toLowerCase()}
          order by registered_at, name limit ${maxNamesOfAddress}
        ) held
        join names n using (name) join name_addresses a using (name)
        order by n.registered_at, n.name, a.coin_type`
      return toRecords(rows)
    },

    async findRegistered(names) {
      const rows = await sql<{ name: string }[]>`
        select name from names where name = any(${[...names]}::text[])`
      return new Set(rows.map(({ name }) => name))
    },

    add: ({ name, projectId, attributes, coinType, address, message, network }) =>
      inProject(sql, projectId, async (tx): Promise<AddResult> => {
        const now = clock.now()
        const [owner, networkDigest] = [
          address.toLowerCase(),
          network ? digest(`network ${network}`) : null,
        ]
        // Serialised per address and per network, so that the limits are exact.
        for (const key of [owner, ...(network ? [network] : [])]) {
          await tx`select pg_advisory_xact_lock(hashtextextended(${`names ${key}`}, 0))`
        }
        await tx`delete from name_used_messages where used_at < ${now - dayMs}`
        const [count] = await tx<{ byAddress: number; byNetwork: number }[]>`
          select count(*) filter (where address = ${owner})::int as "byAddress",
                 count(*) filter (where network = ${networkDigest})::int as "byNetwork"
          from name_used_messages where address = ${owner} or network = ${networkDigest}`
        if (
          !count ||
          count.byAddress >= maxPerAddressAndDay ||
          count.byNetwork >= maxPerNetworkAndDay
        ) {
          return 'too-many'
        }
        const used = await tx`
          insert into name_used_messages (digest, address, network, used_at)
          values (${digest(message)}, ${owner}, ${networkDigest}, ${now})
          on conflict do nothing returning 1`
        if (used.length === 0) return 'used'
        const added = await tx`
          insert into names (name, project_id, attributes, registered_at, updated_at)
          values (${name}, ${projectId}, ${tx.json(attributes)}, ${now}, ${now})
          on conflict do nothing returning 1`
        if (added.length === 0) return 'taken'
        for (const type of new Set([coinType, ethereumCoinType])) {
          await tx`
            insert into name_addresses (name, coin_type, address, created_at)
            values (${name}, ${type}, ${address}, ${now})`
        }
        return 'added'
      }),
  }
}

function toRecords(rows: readonly Row[]): NameRecord[] {
  const records = new Map<string, NameRecord>()
  for (const row of rows) {
    const record = records.get(row.name) ?? {
      name: row.name,
      registered_at: isoTime(row.registered_at),
      updated_at: isoTime(row.updated_at),
      attributes: row.attributes,
      addresses: {},
    }
    record.addresses[row.coin_type] = {
      address: row.address,
      created_at: isoTime(row.created_at),
    }
    records.set(row.name, record)
  }
  return [...records.values()]
}

function isoTime(ms: string): string {
  return new Date(Number(ms)).toISOString()
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
