import { build } from '../build/build.mjs'
import { packProvider } from '../build/packProvider.mjs'
import { findOnPath } from '../lib/browser.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'

/** Debian's servers in front of the packed provider: programs, and the packages they are in. */
const servers = {
  caddy: 'caddy',
  nginx: 'nginx',
  pg_ctlcluster: 'postgresql',
  curl: 'curl',
  openssl: 'openssl',
}

/** Tries the packed provider as in docs/go-live.md. Needs Debian and root; creates the account `latchkey`. */
runMain(async () => {
  const programs = createPrograms()
  onStopSignal(programs.stopAll)
  await ensureInstalled(programs)
  await installServers(programs)
  await build({ programs, only: ['packages/latchkey page script', 'apps/sample-wallet'] })
  const archive = await packProvider({ programs, target: inRoot('.cache', 'packed') })
  const vitest = [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'deploy',
    '--bail=1',
  ]
  const code = await programs.run(process.execPath, vitest, {
    env: { LATCHKEY_ARCHIVE: archive },
    stopSignal: 'SIGINT',
  })
  const containers = await programs.run(process.execPath, [
    inRoot('scripts/test/checkContainers.mjs'),
  ])
  process.exitCode = code || containers
})

async function installServers(programs) {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`
  const missing = Object.entries(servers).filter(([program]) => !findOnPath([program], path))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !findOnPath(['apt-get'], path)) {
    throw new PlainError(
      `Missing: ${missing.map(([program]) => program).join(', ')}. Run this as root on Debian.`,
    )
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [
    ['update', '--quiet'],
    ['install', '--yes', '--quiet', '--no-install-recommends', ...missing.map(([, name]) => name)],
  ]) {
    const { code, output } = await programs.capture('apt-get', args, { env })
    if (code !== 0) throw new PlainError(`apt-get ${args[0]} failed.\n${output.slice(-2000)}`)
  }
}
