import { createHash, createHmac } from 'node:crypto'
import { RelayFault } from '@latchkey/wire/relay/fault'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.js'
import { createBuckets } from '../serving/buckets.js'
import type { MailboxMessage } from './mailbox.js'
import { getChargedBytes, type RelayLimits } from './relayLimits.js'

/** A message and whose limits it counts against besides its publisher's. */
export type Publication = {
  readonly message: MailboxMessage
  readonly network: string | undefined
  /** One that this provider knows; all others count together. */
  readonly project: string | undefined
}

/** What storing messages adds to the accounts of their holders. */
export type StorageCharge = {
  readonly entries: readonly { holder: string; expiresAt: number; bytes: number }[]
  /** Publishers to remember from now on. */
  readonly publishers: readonly string[]
  readonly now: number
}

export type StorageDecision = {
  /** By place; undefined for a message that may be stored. */
  readonly faults: readonly (RelayFault | undefined)[]
  /** For those without a fault. */
  readonly charge: StorageCharge
}

/** The bytes that clients, networks and projects have in mailboxes, counted in the database until they expire. */
export type Storage = {
  check(publications: readonly Publication[]): Promise<StorageDecision>
  /** Bytes of everybody, as last counted. */
  readonly total: number
  removeExpired(): Promise<void>
}

const hourMs = 3_600_000
const totalFreshMs = 5_000
const publisherRetentionMs = 60 * 24 * hourMs
/** Enough to tell networks apart, too little to find an address again. */
const networkDigestBytes = 3
/** Clients without a project of ours never use more than this part of everything. */
const shareWithoutProject = 0.5

export async function createStorage(parts: {
  sql: Sql
  limits: RelayLimits
  clock: Clock
}): Promise<Storage> {
  const { sql, limits, clock } = parts
  const [row] = await sql<{ key: Buffer }[]>`select key from relay_network_key`
  if (!row) throw new Error('The table relay_network_key is empty.')
  const networkKey = row.key
  const newPublishers = createBuckets({
    perSecond: limits.connectsPerMinute / 60,
    burst: limits.connectBurst,
    overdraft: 0,
  })
  let total = 0
  let totalReadAt = Number.NEGATIVE_INFINITY

  function getAccounts({ message, network, project }: Publication, firstAt: number | undefined) {
    const accounts = [
      {
        holder: `c${message.publisher}`,
        limit: getClientAllowance(limits, firstAt === undefined ? 0 : clock.now() - firstAt),
        name: 'client',
      },
      project === undefined
        ? { holder: 'p', limit: limits.storedBytes * shareWithoutProject, name: 'relay' }
        : {
            holder: `p${digestProject(project)}`,
            limit: limits.storedBytesPerProject,
            name: 'project',
          },
    ]
    if (network !== undefined) {
      const holder = `n${createHmac('sha256', networkKey).update(network).digest('hex')}`
      accounts.push({
        holder: holder.slice(0, 1 + networkDigestBytes * 2),
        limit: limits.storedBytesPerNetwork,
        name: 'network',
      })
    }
    return accounts
  }

  async function readUsed(holders: readonly string[], now: number): Promise<Map<string, number>> {
    const rows = await sql<{ holder: string; bytes: string }[]>`
      select convert_from(substring(holder for 1), 'UTF8') || encode(substring(holder from 2), 'hex')
        as holder, sum(bytes) as bytes
      from relay_storage
      where holder = any(array(select ${toHolder(sql, sql`given`)} from unnest(${holders}::text[]) as given))
        and expires_at > ${now}
      group by 1`
    return new Map(rows.map(({ holder, bytes }) => [holder, Number(bytes)]))
  }

  async function readFirstTimes(publishers: readonly string[]): Promise<Map<string, number>> {
    const rows = await sql<{ publisher: string; first_at: string }[]>`
      select encode(publisher, 'hex') as publisher, first_at from relay_publishers
      where publisher = any(array(select decode(given, 'hex') from unnest(${publishers}::text[]) as given))`
    return new Map(rows.map(({ publisher, first_at }) => [publisher, Number(first_at)]))
  }

  async function refreshTotal(now: number): Promise<void> {
    if (now - totalReadAt < totalFreshMs) return
    const [sum] = await sql<{ bytes: string }[]>`
      select coalesce(sum(bytes), 0) as bytes from relay_storage
      where holder >= 'p'::bytea and holder < 'q'::bytea and expires_at > ${now}`
    total = Number(sum?.bytes ?? 0)
    totalReadAt = now
  }

  return {
    get total() {
      return total
    },

    async check(publications) {
      const now = clock.now()
      const publishers = [...new Set(publications.map(({ message }) => message.publisher))]
      const firstTimes = await readFirstTimes(publishers)
      const accounts = publications.map((one) =>
        getAccounts(one, firstTimes.get(one.message.publisher)),
      )
      const holders = [...new Set(accounts.flat().map(({ holder }) => holder))]
      const [used] = await Promise.all([readUsed(holders, now), refreshTotal(now)])
      const entries = new Map<string, { holder: string; expiresAt: number; bytes: number }>()
      const knownPublishers = new Set<string>()
      const faults = publications.map(({ message, network }, index) => {
        const bytes = getChargedBytes(message)
        const own = accounts[index] ?? []
        if (total + bytes > limits.storedBytes) return relayFullFault()
        const full = own.find(({ holder, limit }) => (used.get(holder) ?? 0) + bytes > limit)
        if (full) return full.name === 'relay' ? relayFullFault() : accountFullFault(full.name)
        total += bytes
        const expiresAt = roundExpiry(message)
        for (const { holder } of own) {
          used.set(holder, (used.get(holder) ?? 0) + bytes)
          const key = `${holder} ${expiresAt}`
          const before = entries.get(key)?.bytes ?? 0
          entries.set(key, { holder, expiresAt, bytes: before + bytes })
        }
        const isKnown = firstTimes.has(message.publisher) || knownPublishers.has(message.publisher)
        // Otherwise one network could fill the table with ids that it uses once.
        if (isKnown || network === undefined || newPublishers.of(network).take(1, now) === 0) {
          knownPublishers.add(message.publisher)
        }
        return undefined
      })
      return {
        faults,
        charge: { entries: [...entries.values()], publishers: [...knownPublishers], now },
      }
    },

    async removeExpired() {
      const now = clock.now()
      newPublishers.forgetFull(now)
      await sql`delete from relay_storage where expires_at <= ${now}`
      await sql`delete from relay_publishers where last_at < ${now - publisherRetentionMs}`
    },
  }
}

/** A part of the statement that stores messages, so that both are durable together or not at all. */
export function chargeStorage(sql: Sql, { entries, publishers, now }: StorageCharge) {
  // In one order everywhere, so that two processes never wait for each other.
  const ordered = entries.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
  return sql`
    charged as (
      insert into relay_storage (holder, expires_at, bytes)
      select ${toHolder(sql, sql`holder`)}, expires_at, bytes from unnest(
        ${ordered.map(({ holder }) => holder)}::text[],
        ${ordered.map(({ expiresAt }) => expiresAt)}::bigint[],
        ${ordered.map(({ bytes }) => bytes)}::bigint[]
      ) with ordinality as given (holder, expires_at, bytes, place)
      order by place
      on conflict (holder, expires_at) do update set bytes = relay_storage.bytes + excluded.bytes
    ), met as (
      insert into relay_publishers (publisher, first_at, last_at)
      select decode(publisher, 'hex'), ${now}::bigint, ${now}::bigint
      from unnest(${publishers.toSorted()}::text[]) as given (publisher)
      on conflict (publisher) do update set last_at = excluded.last_at
        where relay_publishers.last_at < excluded.last_at - ${24 * hourMs}
    )`
}

/** A letter for its kind, then the bytes of a digest. */
function toHolder(sql: Sql, text: ReturnType<Sql>) {
  return sql`convert_to(substring(${text} for 1), 'UTF8') || decode(substring(${text} from 2), 'hex')`
}

/** Grows from the first publication on. */
function getClientAllowance(limits: RelayLimits, age: number): number {
  const { storedBytesPerNewClient: min, storedBytesPerClient: max } = limits
  if (min >= max) return max
  return min + (max - min) * Math.min(1, Math.max(0, age / (limits.newClientHours * hourMs)))
}

/** Rounded up, so that a holder has few rows: to 5 minutes, an hour or a day, by how long it lasts. */
function roundExpiry({ expiresAt, publishedAt }: MailboxMessage): number {
  const lasts = expiresAt - publishedAt
  const step = lasts <= hourMs ? hourMs / 12 : lasts <= 24 * hourMs ? hourMs : 24 * hourMs
  return Math.ceil(expiresAt / step) * step
}

function digestProject(text: string): string {
  return createHash('sha256').update(`relay project ${text}`).digest('hex').slice(0, 32)
}

/** The rest is kept for the log-in site and the API. */
function relayFullFault(): RelayFault {
  return new RelayFault('internal', 'StorageError', 'The relay has no room for more messages.')
}

function accountFullFault(name: string): RelayFault {
  return new RelayFault(
    'rate',
    'TooManyRequests',
    `The ${name} has too many unexpired messages stored; retry when some have expired.`,
  )
}
