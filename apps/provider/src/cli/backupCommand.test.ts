import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { recordDatabase } from '../config/usedDatabase.js'
import { runBackup, runRestore } from './backupCommand.js'

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-backup-command-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('neither backs up nor restores into another database than the provider uses', async () => {
  recordDatabase({ dataDir, databaseUrl: 'postgres://owner:secret@db.example/provider' })
  const locate = () => {
    throw new Error('No database is to be opened.')
  }
  const folder = join(dataDir, 'backups')
  const parts = { env: {}, locate }
  await expect(runBackup(['--data-dir', dataDir, '--to', folder], parts)).rejects.toThrow(
    'uses the database db.example/provider',
  )
  expect(existsSync(folder)).toBe(false)
  await expect(
    runRestore([join(folder, 'some.backup'), '--data-dir', dataDir], parts),
  ).rejects.toThrow('uses the database db.example/provider')
})
