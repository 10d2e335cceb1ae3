/**
 * Cuts the power of a running provider, as far as a file system can tell, again and again in the middle
 * of writes: its data is on a disk of its own, and what the system had not written to that disk by then
 * is gone. After every cut the provider must start by itself with every acknowledged write whole. Needs
 * Linux, perl and the right to mount. With `--careless 1` PostgreSQL acknowledges before it writes: then
 * something must be missing, which shows that it would be noticed.
 *
 *   node reliability/powerCut.mjs --cuts 50 --rate 200 --megabytes 1024 --careless 0
 */
import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinDatabase } from '@latchkey/provider/openDatabase'
import { DEVELOPMENT_PROJECT_ID } from '@latchkey/provider/startApi'
import { createProjectStore } from '../dist/store/projects.js'
import { createWrites } from './acknowledgedWrites.mjs'
import { milliseconds, print, quantile, readFlags, sleep } from './figures.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { silentChains } from './silentChains.mjs'

const START_LIMIT_MS = 10_000
const LEAVE_TRIES = 200
/** `FS_IOC_SHUTDOWN` without flushing the journal: nothing reaches the disk from this moment on. */
const CUT =
  'open(D, "<", $ARGV[0]) or die $!; $how = pack("I", 2); ioctl(D, 0x8004587d, $how) or die $!'

const flags = readFlags({ cuts: 50, rate: 200, megabytes: 1_024, careless: 0 })
const folder = await mkdtemp(join(tmpdir(), 'latchkey-power-'))
const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
await mkdir(disk)
// PostgreSQL runs as somebody else.
await chmod(folder, 0o755)
await writeFile(image, '')
await truncate(image, flags.megabytes * 2 ** 20)
execFileSync('mkfs.ext4', ['-q', '-F', image])
mount()
const provider = await createProviderProcess({
  server: flags.server,
  settings: silentChains('eip155:1', 'eip155:8453'),
  parent: disk,
})
// As the operator would have after the first start: the directory itself is no part of this.
execFileSync('sync', ['-f', disk])
const writes = createWrites({ rate: flags.rate })
const starts = []
// The database library lets this escape when a connection breaks in its very first moments.
process.on('unhandledRejection', (error) => {
  if (!/^CONNECTION_|^ECONN/.test(error?.code)) throw error
})
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  writes.end()
  await provider.remove()
  await unmount()
  await rm(folder, { recursive: true })
}

async function run() {
  if (flags.careless > 0) await makeCareless()
  let records = []
  for (let cut = 0; cut <= flags.cuts; cut += 1) {
    const started = await provider.start().catch((error) => console.error(error.message))
    if (!started) break
    if (cut > 0) starts.push(started.ms)
    const database = await joinDatabase({ dataDir: provider.dataDir })
    const projects = createProjectStore(database.sql)
    if (cut === 0) await projects.change(DEVELOPMENT_PROJECT_ID, { isAnalyticsEnabled: true })
    await writes.check(database.sql, records)
    if (cut === flags.cuts) {
      await writes.checkEverything(database.sql)
      await database.stop()
      break
    }
    records = await writes.through({
      url: started.url,
      projects,
      async kill() {
        const servants = await provider.databasePids()
        execFileSync('perl', ['-e', CUT, disk])
        await provider.kill(servants)
      },
      leave: () => database.sql.end({ timeout: 0 }),
    })
    await unmount()
    mount()
    if ((cut + 1) % 10 === 0) console.error(`${cut + 1} cuts, ${writes.figures.lost} lost`)
  }
  return report()
}

function report() {
  const slow = starts.filter((ms) => ms > START_LIMIT_MS).length
  print({
    cuts: flags.cuts,
    ...writes.report(),
    'started again without a hand': `${starts.length} of ${flags.cuts}`,
    'start after a cut (p50 / max)': `${milliseconds(quantile(starts, 0.5))} / ${milliseconds(Math.max(0, ...starts))}`,
    [`starts over ${START_LIMIT_MS / 1_000} s`]: slow,
  })
  const isWhole = writes.isWhole() && starts.length === flags.cuts
  return flags.careless > 0 ? !isWhole : isWhole && slow === 0
}

async function makeCareless() {
  await provider.start()
  await provider.stop()
  await appendFile(
    join(provider.dataDir, 'postgres', 'postgresql.auto.conf'),
    'synchronous_commit = off\n',
  )
  execFileSync('sync', ['-f', disk])
}

/** A disk without a cache of its own: what it was given it keeps, and there is nothing to flush. */
function mount() {
  execFileSync('mount', ['-o', 'loop,barrier=0', image, disk])
}

/** Whoever had a file open needs a moment to die. */
async function unmount() {
  for (let left = LEAVE_TRIES; ; left -= 1) {
    try {
      return execFileSync('umount', [disk], { stdio: 'pipe' })
    } catch (error) {
      if (left === 0) throw error
      await sleep(50)
    }
  }
}
