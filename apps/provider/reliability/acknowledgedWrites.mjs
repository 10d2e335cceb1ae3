import { randomBytes, randomUUID } from 'node:crypto'
import { developmentProjectId } from '@latchkey/provider/startApi'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inEveryProject } from '../dist/store/projectScope.js'
import { sleep, until } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'

const maxInFlight = 64
const flowTimeoutMs = 20_000
/** Each provider process is killed at a random moment after its first writes. */
const firstWrites = 20
const maxLifeMs = 1_500
const eventsPerRequest = 3
/** An account may register five names a day. */
const namesPerAccount = 5
/** Coin types of Ethereum and Base: a name for Base is stored under both. */
const mainChain = 60
const baseChain = 0x80000000 + 8453

/**
 * Sends `rate` writes a second (names, events, projects) to a provider that is killed during them, then
 * checks that every acknowledged write is stored.
 */
export function createWrites({ rate }) {
  const client = createHttpClient({ connections: maxInFlight })
  const figures = {
    attempted: 0,
    acknowledged: 0,
    writingMs: 0,
    refused: new Map(),
    lost: 0,
    half: 0,
    stored: 0,
  }
  const everything = []
  /** Each starts a write: its record, and a promise of undefined or the reason of a rejection. */
  const kinds = [registerName, reportEvents, registerName, reportEvents, makeProject]

  /** Starts writes at the given rate until the provider is killed. */
  async function write(url, projects, life) {
    const pending = new Set()
    const nextName = createNames()
    for (let count = 0; !life.isOver; count += 1) {
      const due = life.began + (count * 1_000) / rate
      if (due > performance.now()) await sleep(due - performance.now())
      await until(() => pending.size < maxInFlight || life.isOver, flowTimeoutMs)
      if (life.isOver) break
      const one = kinds[count % kinds.length]({ client, url, projects, nextName })
      life.records.push(one.record)
      figures.attempted += 1
      const settled = one.done.then(
        (failure) => {
          one.record.isAcknowledged = failure === undefined
          if (failure === undefined) figures.acknowledged += 1
          else figures.refused.set(failure, (figures.refused.get(failure) ?? 0) + 1)
        },
        () => undefined, // the connection broke before a response
      )
      pending.add(settled)
      settled.then(() => pending.delete(settled))
    }
    await Promise.all(pending)
  }

  return {
    figures,
    /**
     * Writes until `kill` ends the provider at a random moment; `leave` then closes the database
     * connection. Returns the records.
     */
    async through({ url, projects, kill, leave }) {
      const life = { began: performance.now(), isOver: false, records: [] }
      const writing = write(url, projects, life)
      const isFlowing = () => life.records.filter((one) => one.isAcknowledged).length >= firstWrites
      await until(isFlowing, flowTimeoutMs)
      await sleep(Math.random() * maxLifeMs)
      figures.writingMs += performance.now() - life.began
      await kill()
      life.isOver = true
      await leave()
      await writing
      everything.push(...life.records)
      return life.records
    },

    /** Checks that acknowledged writes are stored and no write is incomplete. */
    async check(sql, records) {
      if (records.length === 0) return
      const found = await readBack(sql, records)
      for (const record of records) {
        const { rows, whole } = found(record)
        if (rows > 0) figures.stored += 1
        if (rows > 0 && rows !== whole) figures.half += 1
        if (rows === 0 && record.isAcknowledged) figures.lost += 1
        if (rows !== whole && (rows > 0 || record.isAcknowledged)) {
          console.error(`${record.kind} ${record.id}: ${rows} rows of ${whole}`)
        }
      }
    },

    /** Checks the writes of all runs again, and totals. */
    async checkEverything(sql) {
      const found = await readBack(sql, everything)
      const gone = everything.filter((one) => one.isAcknowledged && found(one).rows === 0)
      figures.lost = Math.max(figures.lost, gone.length)
      // Every name uses exactly one signed message, in the same transaction.
      const [{ names, messages }] = await sql`
        select (select count(*) from names)::int as names,
               (select count(*) from name_used_messages)::int as messages`
      if (names !== messages) {
        figures.half += Math.abs(names - messages)
        console.error(`${names} names, but ${messages} used messages`)
      }
    },

    report: () => ({
      'writes started': figures.attempted,
      'writes acknowledged': figures.acknowledged,
      'acknowledged per second': (figures.acknowledged / (figures.writingMs / 1_000)).toFixed(0),
      'writes refused':
        [...figures.refused].map(([why, count]) => `${count} × ${why}`).join(', ') || 0,
      'acknowledged writes lost': figures.lost,
      'incomplete writes': figures.half,
      'unacknowledged, but complete': Math.max(
        0,
        figures.stored - figures.acknowledged + figures.lost,
      ),
    }),
    isWhole: () => figures.lost + figures.half + figures.refused.size === 0,
    end: () => client.end(),
  }
}

function registerName({ client, url, nextName }) {
  const { name, account } = nextName()
  const record = { kind: 'name', id: name, address: account.address }
  const message = JSON.stringify({
    name,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const send = async () => {
    const signature = await account.signMessage({ message })
    const body = { coin_type: baseChain, address: account.address, message, signature }
    return post(client, `${url}/v1/profile/account`, body)
  }
  return { record, done: send() }
}

function reportEvents({ client, url }) {
  const ids = Array.from({ length: eventsPerRequest }, () => randomUUID())
  const events = ids.map((eventId) => ({
    eventId,
    domain: 'localhost',
    timestamp: Date.now(),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  }))
  // Events are limited per page, so each request uses another origin.
  const origin = `http://localhost:${1_024 + Math.floor(Math.random() * 64_000)}`
  const done = post(client, `${url}/batch`, events, origin)
  return { record: { kind: 'events', id: ids[0], ids }, done }
}

function makeProject({ projects }) {
  const name = `project ${randomUUID()}`
  const allowedOrigins = [`https://${randomUUID()}.example`]
  const done = projects.create({ name, allowedOrigins }).then(() => undefined)
  return { record: { kind: 'project', id: name, allowedOrigins }, done }
}

function createNames() {
  let account
  let count = 0
  return () => {
    if (count % namesPerAccount === 0) account = privateKeyToAccount(generatePrivateKey())
    count += 1
    return { name: `k${randomBytes(10).toString('hex')}.reown.id`, account }
  }
}

async function post(client, url, body, origin) {
  const { status } = await client.send(`${url}?projectId=${developmentProjectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify(body),
  })
  return status === 200 ? undefined : `${new URL(url).pathname} ${status}`
}

/** The number of rows of each write. */
async function readBack(sql, writes) {
  const idsOf = (kind) => writes.filter((one) => one.kind === kind).map(({ id }) => id)
  const names = await sql`
    select n.name, count(a.coin_type)::int as addresses, min(a.address) as address
    from names n left join name_addresses a on a.name = n.name and a.coin_type = any(${[mainChain, baseChain]})
    where n.name = any(${idsOf('name')}) group by n.name`
  const events = await inEveryProject(
    sql,
    (tx) => tx`
      select event_id from telemetry_events
      where event_id = any(${writes.flatMap(({ ids = [] }) => ids)}::uuid[])`,
  )
  const projects = await sql`
    select name, allowed_origins from projects where name = any(${idsOf('project')})`
  const byName = new Map(names.map((row) => [row.name, row]))
  const eventIds = new Set(events.map((row) => row.event_id))
  const byProject = new Map(projects.map((row) => [row.name, row]))
  return (record) => {
    if (record.kind === 'events') {
      return { rows: record.ids.filter((id) => eventIds.has(id)).length, whole: eventsPerRequest }
    }
    if (record.kind === 'name') {
      const row = byName.get(record.id)
      const isRight = row?.address === record.address
      return { rows: row ? 1 + (isRight ? row.addresses : 0) : 0, whole: 3 }
    }
    const row = byProject.get(record.id)
    return {
      rows: row ? 1 + Number(row.allowed_origins[0] === record.allowedOrigins[0]) : 0,
      whole: 2,
    }
  }
}
