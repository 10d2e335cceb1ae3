import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { flushDirectory, writeDurably } from '../durableFile.js'
import { DatabaseError } from './DatabaseError.js'
import type { EmbeddedBinaries } from './embeddedBinaries.js'
import { chownDirectory, type ServerAccount } from './serverAccount.js'

/** The files of an embedded database. */
export type Cluster = {
  readonly directory: string
  readonly password: string
}

const stopTimeoutMs = 30_000
/** How long a starting server may take to write its id into its pid file. */
const pidFileTimeoutMs = 1_000
const pollMs = 15

const run = promisify(execFile)

/** Finds or creates the cluster in a data directory. */
export async function prepareCluster(
  dataDir: string,
  { initdb, postgres }: EmbeddedBinaries,
  account: ServerAccount | undefined,
): Promise<Cluster> {
  const { directory, passwordFile } = pathsIn(dataDir)
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    await createCluster({ directory, passwordFile, initdb, account })
  }
  if (account) await chownDirectory(directory, account)
  else await chmod(directory, 0o700)
  await stopOrphan({ directory })
  await applyNextPassword(dataDir, postgres, account)
  try {
    return { directory, password: (await readFile(passwordFile, 'utf8')).trim() }
  } catch (cause) {
    throw new DatabaseError(
      'server-start-failed',
      `The database password cannot be read from ${passwordFile}; restore the file.`,
      { cause },
    )
  }
}

/** The next start sets a new password, before anyone connects. */
export function prepareNextPassword(dataDir: string): void {
  writeDurably(`${pathsIn(dataDir).passwordFile}.next`, `${randomBytes(24).toString('hex')}\n`)
}

/** In single-user mode, which needs no password. A crash repeats it at the next start. */
async function applyNextPassword(
  dataDir: string,
  postgres: string,
  account: ServerAccount | undefined,
): Promise<void> {
  const { directory, passwordFile } = pathsIn(dataDir)
  const next = `${passwordFile}.next`
  if (!existsSync(next)) return
  const password = (await readFile(next, 'utf8')).trim()
  const running = run(postgres, ['--single', '-D', directory, 'postgres'], { ...account })
  running.child.stdin?.end(`alter role postgres password '${password}'\n`)
  try {
    await running
  } catch (cause) {
    throw new DatabaseError('server-start-failed', 'The new password could not be set.', { cause })
  }
  await rename(next, passwordFile)
  flushDirectory(dataDir)
}

/** The URL of the server that another process runs on the data directory, if any. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const { directory, passwordFile } = pathsIn(dataDir)
  const running = await readPostmaster(directory)
  if (!running?.isReady) return undefined
  const password = (await readFile(passwordFile, 'utf8')).trim()
  return serverUrl(password, running.port)
}

export function serverUrl(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

function pathsIn(dataDir: string): { directory: string; passwordFile: string } {
  return {
    directory: join(dataDir, 'postgres'),
    passwordFile: join(dataDir, 'postgres.password'),
  }
}

/** Created under another name and then renamed, so that a crash leaves no half-made cluster. */
async function createCluster(parts: {
  directory: string
  passwordFile: string
  initdb: string
  account: ServerAccount | undefined
}): Promise<void> {
  const { directory, passwordFile, initdb, account } = parts
  const unfinished = `${directory}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (account) await chownDirectory(unfinished, account)
  writeDurably(passwordFile, `${randomBytes(24).toString('hex')}\n`)
  // initdb reads it as the server's account; afterwards only the provider does.
  if (account) await chown(passwordFile, account.uid, account.gid)
  try {
    await run(
      initdb,
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...account },
    )
  } catch (cause) {
    const { stderr } = cause as { stderr?: unknown }
    const reason = typeof stderr === 'string' && stderr !== '' ? stderr.trim() : String(cause)
    throw new DatabaseError(
      'server-start-failed',
      `PostgreSQL could not be set up: ${reason.slice(-600)}`,
      { cause },
    )
  }
  if (account) await chown(passwordFile, 0, 0)
  await rename(unfinished, directory)
  // Without the flush a power cut could lose the rename, and the next start would create a new cluster.
  flushDirectory(dirname(directory))
}

/** Stops a server that a killed provider left running. Call it with the directory locked. */
async function stopOrphan({ directory }: Pick<Cluster, 'directory'>): Promise<void> {
  const pid = await findOrphan(directory)
  if (pid !== undefined) await stopServer(pid, directory)
  // The pid in it is missing, gone, or reused by another process.
  await rm(join(directory, 'postmaster.pid'), { force: true })
}

/** A pid file without an id belongs to a server that is starting, or that lost power while starting. */
async function findOrphan(directory: string): Promise<number | undefined> {
  const file = join(directory, 'postmaster.pid')
  for (let waited = 0; existsSync(file) && waited < pidFileTimeoutMs; waited += pollMs) {
    const pid = (await readPostmaster(directory))?.pid
    if (pid !== undefined) return pid
    await sleep(pollMs)
  }
  return undefined
}

async function stopServer(pid: number, directory: string): Promise<void> {
  for (let waited = 0; await servesCluster(pid, directory); waited += pollMs) {
    // SIGINT is PostgreSQL's fast shutdown.
    if (waited === 0) process.kill(pid, 'SIGINT')
    if (waited > stopTimeoutMs) process.kill(pid, 'SIGKILL')
    await sleep(pollMs)
  }
}

/** Process ids are reused: the server is the process that runs inside the cluster. */
async function servesCluster(pid: number, directory: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
    if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === directory
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout.includes(directory)
  } catch {
    // No such process, or not ours.
    return false
  }
}

/** The state a running server writes into its directory. */
export async function readPostmaster(
  directory: string,
): Promise<{ pid: number; port: number; isReady: boolean } | undefined> {
  try {
    const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    const isReady = lines[7]?.trim() === 'ready'
    return pid > 0 ? { pid, port: Number(lines[3]), isReady } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
