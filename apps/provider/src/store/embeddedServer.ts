import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.js'
import { withDeadline } from '../deadline.js'
import { killWithParent } from '../killWithParent.js'
import { type Cluster, prepareCluster, readPostmaster, serverUrl } from './cluster.js'
import { DatabaseError } from './DatabaseError.js'
import { findEmbeddedBinaries } from './embeddedBinaries.js'
import { findServerAccount, type ServerAccount } from './serverAccount.js'

export type EmbeddedServer = {
  readonly url: string
  /** Resolves with the reason if the server stops unexpectedly. */
  readonly lost: Promise<DatabaseError>
  stop(): Promise<void>
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 30_000
const pollMs = 15
const maxPortAttempts = 5

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // No client data in the log.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const

/** Runs PostgreSQL on `<dataDir>/postgres`. Call it with the directory locked. */
export async function startEmbeddedServer(
  dataDir: string,
  { port, settings = {} }: { port?: number | undefined; settings?: Record<string, string> } = {},
): Promise<EmbeddedServer> {
  const account = await findServerAccount()
  const binaries = await findEmbeddedBinaries(dataDir, account)
  const cluster = await prepareCluster(dataDir, binaries, account)
  const command = [...(await killWithParent('INT')), binaries.postgres, '-D', cluster.directory]
  for (const [name, value] of Object.entries({ ...serverSettings, ...settings }))
    command.push('-c', `${name}=${value}`)
  const logPath = join(dataDir, 'postgres.log')
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort())
    try {
      const child = await launch([...command, '-p', String(chosen)], { account, cluster, logPath })
      return supervise(child, serverUrl(cluster.password, chosen))
    } catch (error) {
      // A free port can be taken before the server binds it.
      if (port !== undefined || attempt === maxPortAttempts || !isPortTaken(error)) throw error
    }
  }
}

async function launch(
  [file = '', ...args]: readonly string[],
  parts: { account: ServerAccount | undefined; cluster: Cluster; logPath: string },
): Promise<ChildProcess> {
  const log = await open(parts.logPath, 'w', 0o600)
  try {
    const child = spawn(file, args, {
      ...parts.account,
      // Its own process group: Ctrl-C reaches only the provider, which then stops the server.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await waitUntilReady(child, parts.cluster.directory, parts.logPath)
    return child
  } finally {
    await log.close()
  }
}

async function waitUntilReady(
  child: ChildProcess,
  directory: string,
  logPath: string,
): Promise<void> {
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `code ${code}`}`
  })
  for (let waited = 0; ended === undefined && waited < startTimeoutMs; waited += pollMs) {
    const postmaster = await readPostmaster(directory)
    if (postmaster?.isReady && postmaster.pid === child.pid) return
    await sleep(pollMs)
  }
  child.kill('SIGQUIT')
  const log = (await readFile(logPath, 'utf8')).trim().split('\n').slice(-6).join('\n')
  throw new DatabaseError(
    log.includes('Address already in use') ? 'port-in-use' : 'server-start-failed',
    `PostgreSQL did not start: ${ended ?? 'it took too long'}.\n${log}`,
  )
}

function supervise(child: ChildProcess, url: string): EmbeddedServer {
  let isStopping = false
  // In case the provider exits without stopping the server.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', onExit)
      resolve(signal ?? `code ${code}`)
    })
    if (child.exitCode !== null) resolve(`code ${child.exitCode}`)
  })
  const lost = new Promise<DatabaseError>((resolve) => {
    ended.then((reason) => {
      if (isStopping) return
      resolve(
        new DatabaseError('server-stopped', `PostgreSQL stopped unexpectedly with ${reason}.`),
      )
    })
  })
  return {
    url,
    lost,
    async stop() {
      isStopping = true
      child.kill('SIGINT')
      await withDeadline(systemClock, stopTimeoutMs, () => ended).catch(() => child.kill('SIGKILL'))
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function isPortTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'port-in-use'
}
