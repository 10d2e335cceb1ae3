/**
 * Simulates power cuts of a running provider during writes: everything not yet written to its disk is lost.
 * After every cut the provider must restart with every acknowledged write complete. The first `--starting`
 * starts, the very first included, are also cut once at a random moment. Needs Linux, perl and permission to
 * mount. With `--careless 1` PostgreSQL acknowledges before it writes: then writes must be missing, which
 * shows that the test can fail.
 *
 *   node reliability/powerCut.mjs --cuts 50 --starting 50 --rate 200 --megabytes 1024 --careless 0
 */
import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, readFlags, sleep } from './figures.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { createProviderRestarts } from './providerRestarts.mjs'
import { silentChains } from './silentChains.mjs'

const maxExitAttempts = 200
/** `FS_IOC_SHUTDOWN` without a journal flush: from now on nothing reaches the disk. */
const cutText =
  'open(D, "<", $ARGV[0]) or die $!; $how = pack("I", 2); ioctl(D, 0x8004587d, $how) or die $!'

const flags = readFlags({ cuts: 50, starting: 50, rate: 200, megabytes: 1_024, careless: 0 })
const folder = await mkdtemp(join(tmpdir(), 'latchkey-power-'))
const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
await mkdir(disk)
// PostgreSQL runs as another user.
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
// Starts with the data directory on the disk: creating it is not tested here.
execFileSync('sync', ['-f', disk])
const restarts = createProviderRestarts({ provider, rate: flags.rate })
let cutStarts = 0
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  restarts.end()
  await provider.remove()
  await unmount()
  await rm(folder, { recursive: true })
}

async function run() {
  if (flags.careless > 0) await turnOffSync()
  await restarts.run(flags.cuts, async (round) => {
    if (round < flags.starting) await cutWhileStarting()
    return { kill: cut, afterwards: remount }
  })
  print({ ...restarts.report(flags.cuts, 'cut'), 'cuts while starting': cutStarts })
  const isWhole = restarts.isWhole(flags.cuts)
  return flags.careless > 0 ? !isWhole : isWhole && restarts.isQuick()
}

async function cutWhileStarting() {
  const starting = provider.start().then(
    () => false,
    () => true,
  )
  await sleep(Math.random() * restarts.startMs())
  await cut()
  if (await starting) cutStarts += 1
  await remount()
}

async function cut() {
  const databasePids = provider.databasePids()
  execFileSync('perl', ['-e', cutText, disk])
  await provider.kill(databasePids)
}

async function remount() {
  await unmount()
  mount()
}

async function turnOffSync() {
  await provider.start()
  await provider.stop()
  await appendFile(
    join(provider.dataDir, 'postgres', 'postgresql.auto.conf'),
    'synchronous_commit = off\n',
  )
  execFileSync('sync', ['-f', disk])
}

/** Without barriers, as on a disk that has no write cache to flush. */
function mount() {
  execFileSync('mount', ['-o', 'loop,barrier=0', image, disk])
}

/** Retries until killed processes have closed their files. */
async function unmount() {
  for (let left = maxExitAttempts; ; left -= 1) {
    try {
      return execFileSync('umount', [disk], { stdio: 'pipe' })
    } catch (error) {
      if (left === 0) throw error
      await sleep(50)
    }
  }
}
