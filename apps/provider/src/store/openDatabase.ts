import { mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { runningServerUrl } from './cluster.js'
import { DatabaseError } from './DatabaseError.js'
import { lockDirectory } from './directoryLock.js'
import { createDiskSpaceCheck } from './diskSpace.js'
import { startEmbeddedServer } from './embeddedServer.js'
import { migrate } from './migrate.js'
import { findRestrictedRole } from './restrictedRole.js'

export { DatabaseError, type DatabaseErrorCode } from './DatabaseError.js'

export type Database = {
  readonly sql: Sql
  readonly url: string
  readonly isEmbedded: boolean
  /** Whether the disk has `left` bytes beyond its reserve. Always true for a database by URL. */
  hasDiskSpace(left?: number): boolean
  /** Resolves with the reason if the embedded server stops unexpectedly. */
  readonly lost: Promise<DatabaseError>
  stop(): Promise<void>
}

export type DatabaseLocation =
  | { readonly dataDir: string; readonly port?: number }
  | { readonly url: string }

const connectTimeoutSeconds = 15
const drainTimeoutSeconds = 5
const poolSize = 10

/** Opens PostgreSQL, embedded in a directory or by URL, and migrates it. */
export function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'url' in location ? openServer(location.url) : openDirectory(location)
}

/** Like `openDatabase`, but connects to a provider's running server if the directory is in use. */
export async function joinDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) return openServer(location.url)
  try {
    return await openDirectory(location)
  } catch (error) {
    const isInUse = error instanceof DatabaseError && error.code === 'data-directory-in-use'
    const url = isInUse ? await runningServerUrl(location.dataDir) : undefined
    if (url === undefined) throw error
    return openServer(url)
  }
}

/** Opens a database as its owner without migrating it, to restore a backup into it. */
export function openForRestore(location: DatabaseLocation): Promise<Database> {
  const connectOwner = async (url: string) => open(url, { max: 1 })
  return 'url' in location
    ? openServer(location.url, connectOwner)
    : openDirectory(location, connectOwner)
}

async function openServer(url: string, connectTo = connect): Promise<Database> {
  const sql = await connectTo(url)
  return {
    sql,
    url,
    isEmbedded: false,
    hasDiskSpace: () => true,
    lost: new Promise(() => {}),
    stop: () => sql.end({ timeout: drainTimeoutSeconds }),
  }
}

async function openDirectory(
  location: { dataDir: string; port?: number },
  connectTo = connect,
): Promise<Database> {
  const requestedDir = resolve(location.dataDir)
  await mkdir(requestedDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(requestedDir)
  const lock = await lockDirectory(dataDir)
  try {
    const server = await startEmbeddedServer(dataDir, { port: location.port })
    try {
      const sql = await connectTo(server.url)
      return {
        sql,
        url: server.url,
        isEmbedded: true,
        hasDiskSpace: createDiskSpaceCheck(dataDir),
        lost: server.lost,
        async stop() {
          await sql.end({ timeout: drainTimeoutSeconds })
          await server.stop()
          await lock.release()
        },
      }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Why a server cannot be used, as the end of a sentence; undefined if it can. Changes nothing. */
export async function checkServer(url: string): Promise<string | undefined> {
  const sql = open(url, { max: 1 })
  try {
    await sql`select 1`
    return undefined
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === '28P01' || code === '28000') return 'refuses the user or password'
    return code === '3D000' ? 'has no such database' : 'cannot be reached'
  } finally {
    await sql.end({ timeout: 0 })
  }
}

async function connect(url: string): Promise<Sql> {
  const owner = open(url, { max: 1 })
  try {
    await migrate(owner)
    const role = await findRestrictedRole(owner)
    return open(url, { max: poolSize, ...(role !== undefined && { connection: { role } }) })
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseError('unreachable', `The database could not be used: ${reason}`, { cause })
  } finally {
    await owner.end({ timeout: 0 })
  }
}

function open(url: string, options: postgres.Options<Record<string, never>>): Sql {
  try {
    return postgres(url, { ...options, connect_timeout: connectTimeoutSeconds, onnotice() {} })
  } catch (cause) {
    throw new DatabaseError('unreachable', 'The database URL is not a PostgreSQL URL.', { cause })
  }
}
