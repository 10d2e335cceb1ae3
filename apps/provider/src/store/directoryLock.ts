import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from './DatabaseError.js'

export type DirectoryLock = {
  release(): Promise<void>
}

const lockFile = 'provider.lock'
const maxAttempts = 5

/**
 * One provider per data directory. The lock stores process id and start time, so a stale lock is
 * recognised even if its id is reused.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, lockFile)
  const token = randomUUID()
  const ownPath = `${path}.${token}`
  const holder = JSON.stringify({
    pid: process.pid,
    started: await processStart(process.pid),
    token,
  })
  await writeFile(ownPath, holder, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (await claim(ownPath, path)) return { release: () => release(path, holder) }
      await removeStale(path, directory)
    }
  } finally {
    await rm(ownPath, { force: true })
  }
  throw inUseError(directory, 'another process')
}

/** Linking a complete file is atomic: no process sees a partial lock. */
async function claim(ownPath: string, path: string): Promise<boolean> {
  try {
    await link(ownPath, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStale(path: string, directory: string): Promise<void> {
  const text = await readText(path)
  if (text === undefined) return
  const holder = parseHolder(text)
  if (holder !== undefined && (await isAlive(holder.pid, holder.started))) {
    throw inUseError(directory, `process ${holder.pid}`)
  }
  // Renamed first: of two processes that see the stale lock, only one removes it.
  const aside = `${path}.stale.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = await readText(aside)
  // Another process replaced the stale lock before the rename: restore its lock.
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

/** The process's start time in kernel ticks since boot; undefined on systems without /proc. */
async function processStart(pid: number): Promise<string | undefined> {
  const stat = await readText(`/proc/${pid}/stat`)
  // The second field is the command in parentheses, which can contain spaces and parentheses.
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

function inUseError(directory: string, holder: string): DatabaseError {
  return new DatabaseError(
    'data-directory-in-use',
    `The data directory ${directory} is in use by ${holder}; stop it or choose another directory.`,
  )
}
