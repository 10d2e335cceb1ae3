import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from './DatabaseError.js'

export interface DirectoryLock {
  release(): Promise<void>
}

const LOCK_FILE = 'provider.lock'
const ATTEMPTS = 5

/**
 * One provider per data directory. The lock names its holder by process id and start time, so that a
 * lock left by a killed process is recognised even when its id has been given to somebody else.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, LOCK_FILE)
  const token = randomUUID()
  const mine = `${path}.${token}`
  const holder = JSON.stringify({
    pid: process.pid,
    started: await processStart(process.pid),
    token,
  })
  await writeFile(mine, holder, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await claim(mine, path)) return { release: () => release(path, holder) }
      await clearStale(path, directory)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw inUse(directory, 'another process')
}

/** Linking a complete file is atomic: nobody ever reads a lock that is half written. */
async function claim(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function clearStale(path: string, directory: string): Promise<void> {
  const text = await readText(path)
  if (text === undefined) return
  const holder = parseHolder(text)
  if (holder !== undefined && (await isAlive(holder.pid, holder.started))) {
    throw inUse(directory, `process ${holder.pid}`)
  }
  // Moving it aside first: of two processes that saw the stale lock, only one removes it.
  const aside = `${path}.stale.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = await readText(aside)
  // The stale lock was replaced by a live one between reading and moving: put it back.
  if (moved !== text) await claim(aside, path)
  await rm(aside, { force: true })
}

async function release(path: string, holder: string): Promise<void> {
  if ((await readText(path)) === holder) await rm(path, { force: true })
}

async function isAlive(pid: number, started: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const current = await processStart(pid)
  return started === undefined || current === undefined || current === started
}

/** When the process began, in kernel ticks since boot; undefined where the system does not tell. */
async function processStart(pid: number): Promise<string | undefined> {
  const stat = await readText(`/proc/${pid}/stat`)
  // The second field is the command in parentheses and may itself hold spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined
    throw error
  }
}

function parseHolder(text: string): { pid: number; started: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, started } = value as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, started: typeof started === 'string' ? started : undefined }
  } catch {
    return undefined
  }
}

function inUse(directory: string, holder: string): DatabaseError {
  return new DatabaseError(
    'data-directory-in-use',
    `The data directory ${directory} is in use by ${holder}; stop it or choose another directory.`,
  )
}
