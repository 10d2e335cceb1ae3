/**
 * Kills the provider outright, again and again, in the middle of writes: names are registered, events
 * are told and projects are made. After every kill it must start by itself on the same directory with
 * every acknowledged write whole, and of the others all or nothing. By turns PostgreSQL is told by the
 * kernel, killed at the same moment with every process it has, or left behind running. A second provider
 * on the directory of a running one must leave.
 *
 *   node reliability/killProvider.mjs --kills 200 --rate 200 --rivals 100
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { joinDatabase } from '@latchkey/provider/openDatabase'
import { DEVELOPMENT_PROJECT_ID } from '@latchkey/provider/startApi'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inEveryProject } from '../dist/store/projectScope.js'
import { createProjectStore } from '../dist/store/projects.js'
import { milliseconds, print, quantile, readFlags, sleep, until } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { silentChains } from './silentChains.mjs'

const IN_FLIGHT = 64
/** A kill comes at a random moment after the first writes of a life. */
const WRITES_BEFORE_KILL = 20
const FLOW_LIMIT_MS = 20_000
const LONGEST_LIFE_MS = 1_500
const START_LIMIT_MS = 10_000
const REFUSAL_LIMIT_MS = 2_000
const EVENTS_TOGETHER = 3
/** One account may register five names a day. */
const NAMES_OF_ACCOUNT = 5
/** Coin types of the main network and of Base: a name for Base is written under both. */
const MAIN = 60
const BASE = 0x80000000 + 8453
/** What the provider itself needs; the program that ties PostgreSQL's life to its own is not there. */
const NEEDED_PROGRAMS = ['id', 'useradd']

const flags = readFlags({ kills: 200, rate: 200, rivals: 100 })
const fewPrograms = await gatherPrograms(NEEDED_PROGRAMS)
/** By turns, how the provider dies: alone, together with PostgreSQL, or leaving PostgreSQL behind. */
const MODES = [{ env: {} }, { env: {}, killsDatabase: true }, { env: { PATH: fewPrograms } }]

/** Each begins a write: what it was, and a promise of undefined or of why it was refused. */
const KINDS = [registerName, tellEvents, registerName, tellEvents, makeProject]

const provider = await createProviderProcess({
  server: flags.server,
  settings: silentChains('eip155:1', 'eip155:8453'),
})
const client = createHttpClient({ connections: IN_FLIGHT })
const figures = {
  starts: [],
  rivals: [],
  badRivals: 0,
  attempted: 0,
  acknowledged: 0,
  writingMs: 0,
  refused: new Map(),
  lost: 0,
  half: 0,
  kept: 0,
}
const everything = []
// The database library lets this escape when a connection breaks in its very first moments.
process.on('unhandledRejection', (error) => {
  if (!/^CONNECTION_|^ECONN/.test(error?.code)) throw error
})
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
  await rm(fewPrograms, { recursive: true })
}

async function run() {
  let writes = []
  for (let kill = 0; kill <= flags.kills; kill += 1) {
    const mode = MODES[kill % MODES.length]
    const { url, ms } = await provider.start(mode.env)
    if (kill > 0) figures.starts.push(ms)
    const database = await joinDatabase({ dataDir: provider.dataDir })
    if (kill === 0) {
      const store = createProjectStore(database.sql)
      await store.change(DEVELOPMENT_PROJECT_ID, { isAnalyticsEnabled: true })
    }
    await check(database.sql, writes)
    if (kill === flags.kills) {
      await checkEverything(database.sql)
      await database.stop()
      break
    }
    // The writes after it show that the first one is unharmed.
    if (kill < flags.rivals) await refuseRival()
    writes = []
    const life = { began: performance.now(), isOver: false }
    const writing = write(url, createProjectStore(database.sql), life, writes)
    const isFlowing = () => writes.filter((one) => one.isAcknowledged).length >= WRITES_BEFORE_KILL
    await until(isFlowing, FLOW_LIMIT_MS)
    await sleep(Math.random() * LONGEST_LIFE_MS)
    figures.writingMs += performance.now() - life.began
    await killWith(mode)
    life.isOver = true
    await database.sql.end({ timeout: 0 })
    await writing
    everything.push(...writes)
    if ((kill + 1) % 10 === 0) console.error(`${kill + 1} kills, ${figures.lost} lost`)
  }
  return report()
}

/** Begins writes at the wanted rate until the provider's life is over. */
async function write(url, projects, life, writes) {
  const pending = new Set()
  const nextName = createNames()
  for (let count = 0; !life.isOver; count += 1) {
    const due = life.began + (count * 1_000) / flags.rate
    if (due > performance.now()) await sleep(due - performance.now())
    await until(() => pending.size < IN_FLIGHT || life.isOver, FLOW_LIMIT_MS)
    if (life.isOver) break
    const one = KINDS[count % KINDS.length]({ url, projects, nextName })
    writes.push(one.record)
    figures.attempted += 1
    const settled = one.done.then(
      (refusal) => {
        one.record.isAcknowledged = refusal === undefined
        if (refusal === undefined) figures.acknowledged += 1
        else figures.refused.set(refusal, (figures.refused.get(refusal) ?? 0) + 1)
      },
      () => undefined, // the connection broke: nobody was told anything
    )
    pending.add(settled)
    settled.then(() => pending.delete(settled))
  }
  await Promise.all(pending)
}

function registerName({ url, nextName }) {
  const { name, account } = nextName()
  const record = { kind: 'name', id: name, address: account.address }
  const message = JSON.stringify({
    name,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const send = async () => {
    const signature = await account.signMessage({ message })
    const body = { coin_type: BASE, address: account.address, message, signature }
    return post(url, '/v1/profile/account', body)
  }
  return { record, done: send() }
}

function tellEvents({ url }) {
  const ids = Array.from({ length: EVENTS_TOGETHER }, () => randomUUID())
  const events = ids.map((eventId) => ({
    eventId,
    domain: 'localhost',
    timestamp: Date.now(),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  }))
  // A page may tell only so much, so each comes from a page of its own.
  const origin = `http://localhost:${1_024 + Math.floor(Math.random() * 64_000)}`
  return { record: { kind: 'events', id: ids[0], ids }, done: post(url, '/batch', events, origin) }
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
    if (count % NAMES_OF_ACCOUNT === 0) account = privateKeyToAccount(generatePrivateKey())
    count += 1
    return { name: `k${randomBytes(10).toString('hex')}.reown.id`, account }
  }
}

async function post(url, path, body, origin) {
  const { status } = await client.send(`${url}${path}?projectId=${DEVELOPMENT_PROJECT_ID}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
    body: JSON.stringify(body),
  })
  return status === 200 ? undefined : `${path} ${status}`
}

async function killWith({ killsDatabase }) {
  const postmaster = killsDatabase ? await provider.databasePid() : undefined
  const servants = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]
  const dying = provider.kill()
  for (const pid of servants) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
  await dying
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number)
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // it has ended since
  }
}

/** A folder with links to these programs and no other. */
async function gatherPrograms(names) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-programs-'))
  const places = (process.env.PATH ?? '').split(delimiter)
  for (const name of names) {
    const found = places.map((place) => join(place, name)).find(existsSync)
    if (found !== undefined) await symlink(found, join(folder, name))
  }
  return folder
}

async function refuseRival() {
  const { code, ms, words } = await provider.startRival()
  figures.rivals.push(ms)
  if (code === 1 && words.includes('is in use by process')) return
  figures.badRivals += 1
  console.error(`A second provider ended with ${code}: ${words}`)
}

/** Whether what was acknowledged is there, and nothing by halves. */
async function check(sql, writes) {
  if (writes.length === 0) return
  const found = await readBack(sql, writes)
  for (const record of writes) {
    const { rows, whole } = found(record)
    if (rows > 0) figures.kept += 1
    if (rows > 0 && rows !== whole) figures.half += 1
    if (rows === 0 && record.isAcknowledged) figures.lost += 1
    if (rows !== whole && (rows > 0 || record.isAcknowledged)) {
      console.error(`${record.kind} ${record.id}: ${rows} rows of ${whole}`)
    }
  }
}

/** How many rows each write left. */
async function readBack(sql, writes) {
  const idsOf = (kind) => writes.filter((one) => one.kind === kind).map(({ id }) => id)
  const names = await sql`
    select n.name, count(a.coin_type)::int as addresses, min(a.address) as address
    from names n left join name_addresses a on a.name = n.name and a.coin_type = any(${[MAIN, BASE]})
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
      return { rows: record.ids.filter((id) => eventIds.has(id)).length, whole: EVENTS_TOGETHER }
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

/** Once more at the end, over all kills, and what only the whole shows. */
async function checkEverything(sql) {
  const found = await readBack(sql, everything)
  const gone = everything.filter((one) => one.isAcknowledged && found(one).rows === 0)
  figures.lostLater = Math.max(0, gone.length - figures.lost)
  // Every name used up exactly one signed message, in the same step.
  const [{ names, messages }] = await sql`
    select (select count(*) from names)::int as names,
           (select count(*) from name_used_messages)::int as messages`
  if (names !== messages) {
    figures.half += Math.abs(names - messages)
    console.error(`${names} names, but ${messages} used messages`)
  }
}

function report() {
  const { starts, rivals, refused } = figures
  const slowStarts = starts.filter((ms) => ms > START_LIMIT_MS).length
  const slowRivals = rivals.filter((ms) => ms > REFUSAL_LIMIT_MS).length
  const both = (samples) =>
    samples.length === 0
      ? '–'
      : `${milliseconds(quantile(samples, 0.5))} / ${milliseconds(Math.max(...samples))}`
  print({
    kills: flags.kills,
    'writes begun': figures.attempted,
    'writes acknowledged': figures.acknowledged,
    'acknowledged per second': (figures.acknowledged / (figures.writingMs / 1_000)).toFixed(0),
    'writes refused': [...refused].map(([why, count]) => `${count} × ${why}`).join(', ') || 0,
    'acknowledged writes lost': figures.lost + figures.lostLater,
    'operations by halves': figures.half,
    'unacknowledged, yet kept whole': figures.kept - figures.acknowledged + figures.lost,
    'started again without a hand': `${starts.length} of ${flags.kills}`,
    'start after a kill (p50 / max)': both(starts),
    [`starts over ${START_LIMIT_MS / 1_000} s`]: slowStarts,
    'second providers refused': `${rivals.length - figures.badRivals} of ${rivals.length}`,
    'time to refuse (p50 / max)': both(rivals),
    [`refusals over ${REFUSAL_LIMIT_MS / 1_000} s`]: slowRivals,
  })
  const isWhole = figures.lost + figures.lostLater + figures.half + figures.badRivals === 0
  return isWhole && refused.size === 0 && slowStarts + slowRivals === 0
}
