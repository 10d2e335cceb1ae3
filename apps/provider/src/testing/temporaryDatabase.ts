import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../store/openDatabase.js'
import { databaseUrl, templateDatabase } from './sharedServer.js'

/** A new empty database with the schema, on the shared test server. */
export async function openTemporaryDatabase(): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const owner = postgres(server, { max: 1 })
  try {
    await owner`create database ${owner(name)} template ${owner(templateDatabase)}`
  } finally {
    await owner.end()
  }
  return openDatabase({ url: databaseUrl(server, name) })
}
