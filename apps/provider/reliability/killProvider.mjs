/**
 * Kills the provider outright, again and again, in the middle of writes: names are registered, events
 * are told and projects are made. After every kill it must start by itself on the same directory with
 * every acknowledged write whole, and of the others all or nothing. By turns PostgreSQL is told by the
 * kernel, killed at the same moment with every process it has, or left behind running. A second provider
 * on the directory of a running one must leave.
 *
 *   node reliability/killProvider.mjs --kills 200 --rate 200 --rivals 100
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { joinDatabase } from '@latchkey/provider/openDatabase'
import { DEVELOPMENT_PROJECT_ID } from '@latchkey/provider/startApi'
import { createProjectStore } from '../dist/store/projects.js'
import { createWrites } from './acknowledgedWrites.mjs'
import { milliseconds, print, quantile, readFlags } from './figures.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { silentChains } from './silentChains.mjs'

const START_LIMIT_MS = 10_000
const REFUSAL_LIMIT_MS = 2_000
/** What the provider itself needs; the program that ties PostgreSQL's life to its own is not there. */
const NEEDED_PROGRAMS = ['id', 'useradd']

const flags = readFlags({ kills: 200, rate: 200, rivals: 100 })
const fewPrograms = await gatherPrograms(NEEDED_PROGRAMS)
/** By turns, how the provider dies: alone, together with PostgreSQL, or leaving PostgreSQL behind. */
const MODES = [{ env: {} }, { env: {}, killsDatabase: true }, { env: { PATH: fewPrograms } }]

const provider = await createProviderProcess({
  server: flags.server,
  settings: silentChains('eip155:1', 'eip155:8453'),
})
const writes = createWrites({ rate: flags.rate })
const figures = { starts: [], rivals: [], badRivals: 0 }
// The database library lets this escape when a connection breaks in its very first moments.
process.on('unhandledRejection', (error) => {
  if (!/^CONNECTION_|^ECONN/.test(error?.code)) throw error
})
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  writes.end()
  await provider.remove()
  await rm(fewPrograms, { recursive: true })
}

async function run() {
  let records = []
  for (let kill = 0; kill <= flags.kills; kill += 1) {
    const { env, killsDatabase } = MODES[kill % MODES.length]
    const { url, ms } = await provider.start(env)
    if (kill > 0) figures.starts.push(ms)
    const database = await joinDatabase({ dataDir: provider.dataDir })
    const projects = createProjectStore(database.sql)
    if (kill === 0) await projects.change(DEVELOPMENT_PROJECT_ID, { isAnalyticsEnabled: true })
    await writes.check(database.sql, records)
    if (kill === flags.kills) {
      await writes.checkEverything(database.sql)
      await database.stop()
      break
    }
    // The writes after it show that the first one is unharmed.
    if (kill < flags.rivals) await refuseRival()
    records = await writes.through({
      url,
      projects,
      kill: async () => provider.kill(killsDatabase ? await provider.databasePids() : []),
      leave: () => database.sql.end({ timeout: 0 }),
    })
    if ((kill + 1) % 10 === 0) console.error(`${kill + 1} kills, ${writes.figures.lost} lost`)
  }
  return report()
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

function report() {
  const { starts, rivals } = figures
  const slowStarts = starts.filter((ms) => ms > START_LIMIT_MS).length
  const slowRivals = rivals.filter((ms) => ms > REFUSAL_LIMIT_MS).length
  const both = (samples) =>
    samples.length === 0
      ? '–'
      : `${milliseconds(quantile(samples, 0.5))} / ${milliseconds(Math.max(...samples))}`
  print({
    kills: flags.kills,
    ...writes.report(),
    'started again without a hand': `${starts.length} of ${flags.kills}`,
    'start after a kill (p50 / max)': both(starts),
    [`starts over ${START_LIMIT_MS / 1_000} s`]: slowStarts,
    'second providers refused': `${rivals.length - figures.badRivals} of ${rivals.length}`,
    'time to refuse (p50 / max)': both(rivals),
    [`refusals over ${REFUSAL_LIMIT_MS / 1_000} s`]: slowRivals,
  })
  return writes.isWhole() && figures.badRivals + slowStarts + slowRivals === 0
}
