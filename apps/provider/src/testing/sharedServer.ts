import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedServer } from '../store/embeddedServer.js'
import { openDatabase } from '../store/openDatabase.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server that all tests share, as superuser. */
    postgresUrl: string
  }
}

/** The template for new databases: it has the schema. */
export const templateDatabase = 'pattern'

// Many tests hold connections at once, and the data need not survive a power cut.
const settings = { max_connections: '300', fsync: 'off', synchronous_commit: 'off' }

/** One PostgreSQL for a whole run, because starting it takes longer than most tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-tests-'))
  const server = await startEmbeddedServer(dataDir, { settings })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const sql = postgres(server.url, { max: 1 })
    await sql`create database ${sql(templateDatabase)}`
    await sql.end()
    await (await openDatabase({ url: databaseUrl(server.url, templateDatabase) })).stop()
    project.provide('postgresUrl', server.url)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

export function databaseUrl(server: string, name: string): string {
  return new URL(name, server).href
}
