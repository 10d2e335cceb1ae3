import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getWallets } from '@latchkey/wire/http/wallets'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { createManualClock } from '../../testing/manualClock.js'
import {
  importedCatalogue,
  removeImportedCatalogue,
  writeImportedCatalogue,
} from './importedCatalogue.js'
import { openDirectory } from './openDirectory.js'

const root = mkdtempSync(join(tmpdir(), 'latchkey-open-directory-'))
afterAll(() => rmSync(root, { recursive: true }))

const everything = v.parse(getWallets.query, {})
const acme = { id: 'acme', name: 'Acme', mobile_link: 'acme://' }
const other = { id: 'other', name: 'Other', mobile_link: 'other://' }

let dataDir: string
let clock: ReturnType<typeof createManualClock>
let log: LogLine[]
beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'))
  clock = createManualClock()
  log = []
})

const open = (source: Partial<Parameters<typeof openDirectory>[0]> = {}) =>
  openDirectory({ dataDir, ...source }, { clock, log: (line) => log.push(line) })

const idsOf = ({ find }: Awaited<ReturnType<typeof open>>) =>
  find(everything).data.map(({ id }) => id)

/** The wallets once the directory has looked again. */
const nextIds = (directory: Awaited<ReturnType<typeof open>>) =>
  expect.poll(() => {
    clock.advance(2_000)
    return idsOf(directory)
  })

it('lists what is imported and reset while it runs', async () => {
  const directory = await open({ removed: ['acme'] })
  const packaged = idsOf(directory)
  writeImportedCatalogue(dataDir, [acme, other])
  await nextIds(directory).toEqual(['other'])
  writeImportedCatalogue(dataDir, [{ ...other, id: 'third' }])
  await nextIds(directory).toEqual(['third'])
  removeImportedCatalogue(dataDir)
  await nextIds(directory).toEqual(packaged)
  expect(log).toEqual([])
})

it('keeps the earlier list when a file cannot be used, and says so once', async () => {
  writeImportedCatalogue(dataDir, [acme])
  const directory = await open()
  writeFileSync(importedCatalogue(dataDir), '{"wallets": [')
  const line = { level: 'error', event: 'wallets-unread', reason: 'DirectoryError bad-catalogue' }
  await expect
    .poll(() => {
      clock.advance(2_000)
      return log
    })
    .toEqual([line])
  await nextIds(directory).toEqual(['acme'])
  writeImportedCatalogue(dataDir, [other])
  await nextIds(directory).toEqual(['other'])
  expect(log).toEqual([line])
})

it('does not start with a file that cannot be used', async () => {
  mkdirSync(importedCatalogue(dataDir))
  await expect(open()).rejects.toMatchObject({ code: 'bad-catalogue' })
})

it('stops reading when it is stopped', async () => {
  writeImportedCatalogue(dataDir, [acme])
  const directory = await open()
  directory.stop()
  writeImportedCatalogue(dataDir, [other])
  clock.advance(60_000)
  expect(idsOf(directory)).toEqual(['acme'])
})
