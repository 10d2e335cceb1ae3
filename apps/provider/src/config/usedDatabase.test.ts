import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assertSameDatabase, recordDatabase } from './usedDatabase.js'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-used-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const databaseUrl = 'postgres://owner:secret@db.example:5433/provider'

it('stops a command that would change another database, and names the right one', () => {
  const embedded = { dataDir, databaseUrl: undefined }
  expect(() => assertSameDatabase(embedded)).not.toThrow()
  recordDatabase({ dataDir, databaseUrl })
  expect(() => assertSameDatabase(embedded)).toThrow('uses the database db.example:5433/provider')
  expect(() => assertSameDatabase({ dataDir, databaseUrl })).not.toThrow()
  recordDatabase(embedded)
  expect(() => assertSameDatabase(embedded)).not.toThrow()
})

it('stores no user and no password', () => {
  recordDatabase({ dataDir, databaseUrl })
  expect(readFileSync(join(dataDir, 'database.json'), 'utf8')).not.toMatch(/owner|secret/)
})
