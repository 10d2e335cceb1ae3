import { createHash, createHmac } from 'node:crypto'
import { RelayFault } from '@latchkey/wire/relay/fault'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.js'
import { createBuckets } from '../serving/buckets.js'
import type { MailboxMessage } from './mailbox.js'
import { getChargedBytes, type RelayLimits } from './relayLimits.js'

/** A message, and who is charged besides its publisher. */
export type Publication = {
  readonly message: MailboxMessage
  readonly network: string | undefined
  /** A project of this provider; all others count together. */
  readonly project: string | undefined
}

/** What storing messages adds to each holder's bytes. */
export type StorageCharge = {
  readonly entries: readonly { holder: string; expiresAt: number; bytes: number }[]
  /** Publishers to remember from now on. */
  readonly publishers: readonly string[]
  readonly now: number
}

export type StorageDecision = {
  /** By index; undefined for a message that may be stored. */
  readonly faults: readonly (RelayFault | undefined)[]
  /** For the messages without a fault. */
  readonly charge: StorageCharge
}

/** Stored bytes of clients, networks and projects, counted in the database until they expire. */
export type Storage = {
  check(publications: readonly Publication[]): Promise<StorageDecision>
  /** Total bytes, as last counted. */
  readonly total: number
  removeExpired(): Promise<void>
}

const hourMs = 3_600_000
const totalFreshMs = 5_000
const publisherRetentionMs = 60 * 24 * hourMs
/** Enough to distinguish networks, too little to recover an address. */
const networkDigestBytes = 3
/** Clients without a known project use at most this part of the total. */
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
        // Limited, because a network could fill the table with ids that it uses once.
        if (isKnown || network === undefined || newPublishers.get(network).take(1, now) === 0) {
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
      newPublishers.removeFull(now)
      await sql`delete from relay_storage where expires_at <= ${now}`
      await sql`delete from relay_publishers where last_at < ${now - publisherRetentionMs}`
    },
  }
}

/** Part of the statement that stores messages, so that both are stored together or not at all. */
export function chargeStorage(sql: Sql, { entries, publishers, now }: StorageCharge) {
  // Always in the same order, so that two processes never deadlock.
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

/** A letter for the kind, then the bytes of a digest. */
function toHolder(sql: Sql, text: ReturnType<Sql>) {
  return sql`convert_to(substring(${text} for 1), 'UTF8') || decode(substring(${text} from 2), 'hex')`
}

/** Grows with time since the first publication. */
function getClientAllowance(limits: RelayLimits, age: number): number {
  const { storedBytesPerNewClient: min, storedBytesPerClient: max } = limits
  if (min >= max) return max
  return min + (max - min) * Math.min(1, Math.max(0, age / (limits.newClientHours * hourMs)))
}

/** Rounds up to 5 minutes, an hour or a day, so that a holder has few rows. */
function roundExpiry({ expiresAt, publishedAt }: MailboxMessage): number {
  const lasts = expiresAt - publishedAt
  const step = lasts <= hourMs ? hourMs / 12 : lasts <= 24 * hourMs ? hourMs : 24 * hourMs
  return Math.ceil(expiresAt / step) * step
}

function digestProject(text: string): string {
  return createHash('sha256').update(`relay project ${text}`).digest('hex').slice(0, 32)
}

/** The remaining space is for the login site and the API. */
function relayFullFault(): RelayFault {
  return new RelayFault('internal', 'StorageError', 'The relay has no room for more messages.')
}

function accountFullFault(name: string): RelayFault {
  return new RelayFault(
    'rate',
    'TooManyRequests',
    `The ${name} has too many stored messages; retry when some have expired.`,
  )
}
