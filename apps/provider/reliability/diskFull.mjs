/**
 * Fills and frees the disk of a running provider repeatedly while events are sent to it. While it is full,
 * writes must fail with a named reason and reads must work. Afterwards writes must work again, and every
 * acknowledged event must be stored. Needs permission to mount a small disk.
 *
 *   node reliability/diskFull.mjs --rounds 20 --megabytes 320
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { milliseconds, print, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'

const testProjectId = 'latchkey-development'
const siteOrigin = 'http://localhost:5173'
const recoveryTimeoutMs = 10_000
const fullMs = 1_500
const concurrency = 20
const blockBytes = Buffer.alloc(1_048_576)

const flags = readFlags({ rounds: 20, megabytes: 320 })
const disk = await mkdtemp(join(tmpdir(), 'latchkey-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${flags.megabytes}m`, 'tmpfs', disk])
const provider = await createProviderProcess({ server: flags.server, parent: disk })
const client = createHttpClient({ connections: 16 })
const figures = {
  acknowledged: new Set(),
  rejections: new Map(),
  unnamed: 0,
  taken: 0,
  reads: 0,
  badReads: 0,
  recoveries: [],
  starts: 0,
  port: 1_024,
}
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
  execFileSync('umount', [disk])
  await rm(disk, { recursive: true })
}

async function run() {
  let { url } = await provider.start()
  await provider.project('set-analytics', testProjectId, 'on')
  // The provider applies project changes after a few seconds.
  await sleep(6_000)
  for (let round = 0; round < flags.rounds; round += 1) {
    await Promise.all(Array.from({ length: concurrency }, () => sendEvent(url)))
    const ballast = fill()
    const end = performance.now() + fullMs
    while (performance.now() < end) {
      await Promise.all([
        sendEvent(url, true),
        read(url),
        read(url, '/v1/profile/account/nobody.reown.id'),
      ])
      await sleep(20)
    }
    rmSync(ballast)
    const freed = performance.now()
    if (!provider.isAlive) {
      figures.starts += 1
      url = (await provider.start()).url
    }
    while ((await sendEvent(url)) !== 200 && performance.now() - freed < 60_000) await sleep(50)
    figures.recoveries.push(performance.now() - freed)
    console.error(`round ${round + 1}: ${milliseconds(figures.recoveries.at(-1))}`)
  }
  const lost = await missing()
  const slow = figures.recoveries.filter((ms) => ms > recoveryTimeoutMs).length
  print({
    rounds: flags.rounds,
    'events acknowledged': figures.acknowledged.size,
    'of them lost': lost,
    'writes refused while full': [...figures.rejections]
      .map(([why, count]) => `${count} × ${why}`)
      .join(', '),
    'rejected without a reason': figures.unnamed,
    'accepted while full': figures.taken,
    'reads while full': figures.reads,
    'failed reads': figures.badReads,
    'provider had to be started again': figures.starts,
    'writing again (max)': milliseconds(Math.max(...figures.recoveries)),
    [`over ${recoveryTimeoutMs / 1_000} s`]: slow,
  })
  return lost + figures.unnamed + figures.badReads + figures.starts + slow === 0
}

/** Sends one event and returns the response status, 0 without a response. */
async function sendEvent(url, isFull = false) {
  const eventId = randomUUID()
  const event = {
    eventId,
    domain: '',
    timestamp: Date.now(),
    props: { type: 'track', event: 'TRY', properties: {} },
  }
  const { status, body } = await request(`${url}/e?projectId=${testProjectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `${siteOrigin.slice(0, -4)}${port()}` },
    body: JSON.stringify(event),
  })
  if (status === 200) figures.acknowledged.add(eventId)
  if (!isFull) return status
  if (status === 200) figures.taken += 1
  else {
    const why = reasonIn(body)
    if (status !== 503 || why === undefined) figures.unnamed += 1
    figures.rejections.set(why, (figures.rejections.get(why) ?? 0) + 1)
  }
  return status
}

/** Events are limited per page, so each uses another port. */
function port() {
  figures.port = figures.port >= 65_000 ? 1_024 : figures.port + 1
  return figures.port
}

async function read(url, path = '/appkit/v1/config') {
  const { status } = await request(`${url}${path}?projectId=${testProjectId}`, {
    headers: { origin: siteOrigin },
  })
  figures.reads += 1
  if (status !== 200 && status !== 404) figures.badReads += 1
}

async function request(url, options) {
  try {
    return await client.send(url, options)
  } catch {
    // A broken connection counts as no response.
    return { status: 0, body: Buffer.alloc(0) }
  }
}

function reasonIn(body) {
  try {
    return JSON.parse(body).reasons?.[0]?.field
  } catch {
    return undefined
  }
}

/** Fills the rest of the disk, at the end byte by byte. */
function fill() {
  const path = join(disk, 'ballast')
  const file = openSync(path, 'w')
  for (const size of [blockBytes.length, 4_096, 1]) {
    try {
      for (;;) writeSync(file, blockBytes, 0, size)
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return path
}

async function missing() {
  const sql = postgres(await provider.databaseUrl(), { max: 1 })
  const rows = await sql`
    select event_id from telemetry_events where event_id = any(${[...figures.acknowledged]}::uuid[])`
  await sql.end()
  return figures.acknowledged.size - rows.length
}
