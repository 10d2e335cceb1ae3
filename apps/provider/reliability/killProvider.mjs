/**
 * Kills the provider repeatedly during writes (names, events, projects). After every kill it must restart
 * on the same directory, with every acknowledged write complete and no other write incomplete. PostgreSQL is
 * stopped by the kernel, killed at the same moment, or left running, in turn. A second provider on the
 * directory of a running one must exit.
 *
 *   node reliability/killProvider.mjs --kills 200 --rate 200 --rivals 100
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { milliseconds, print, quantile, readFlags } from './figures.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { createProviderRestarts } from './providerRestarts.mjs'
import { silentChains } from './silentChains.mjs'

const rejectionTimeoutMs = 2_000
/** Without the program that ends PostgreSQL together with the provider. */
const neededPrograms = ['id', 'useradd']

const flags = readFlags({ kills: 200, rate: 200, rivals: 100 })
const fewPrograms = await gatherPrograms(neededPrograms)
/** How the provider dies, in turn: alone, together with PostgreSQL, or leaving PostgreSQL running. */
const modes = [{ env: {} }, { env: {}, killsDatabase: true }, { env: { PATH: fewPrograms } }]

const provider = await createProviderProcess({
  server: flags.server,
  settings: silentChains('eip155:1', 'eip155:8453'),
})
const restarts = createProviderRestarts({ provider, rate: flags.rate })
const rivals = { times: [], bad: 0 }
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  restarts.end()
  await provider.remove()
  await rm(fewPrograms, { recursive: true })
}

async function run() {
  await restarts.run(flags.kills, (round) => {
    const { env, killsDatabase } = modes[round % modes.length]
    return {
      env,
      // The writes that follow show that the first provider still works.
      beforeWrites: round < flags.rivals ? rejectRival : undefined,
      kill: () => provider.kill(killsDatabase ? provider.databasePids() : []),
    }
  })
  return report()
}

/** Creates a folder with links to only these programs. */
async function gatherPrograms(names) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-programs-'))
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(existsSync)
    if (found !== undefined) await symlink(found, join(folder, name))
  }
  return folder
}

async function rejectRival() {
  const { code, ms, output } = await provider.startRival()
  rivals.times.push(ms)
  if (code === 1 && output.includes('is in use by process')) return
  rivals.bad += 1
  console.error(`A second provider ended with ${code}: ${output}`)
}

function report() {
  const { times, bad } = rivals
  const slow = times.filter((ms) => ms > rejectionTimeoutMs).length
  print({
    ...restarts.report(flags.kills, 'kill'),
    'second providers rejected': `${times.length - bad} of ${times.length}`,
    'time to refuse (p50 / max)': `${milliseconds(quantile(times, 0.5))} / ${milliseconds(Math.max(0, ...times))}`,
    [`rejections over ${rejectionTimeoutMs / 1_000} s`]: slow,
  })
  return restarts.isWhole(flags.kills) && restarts.isQuick() && bad + slow === 0
}
