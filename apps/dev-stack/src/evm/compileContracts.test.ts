import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileContracts } from './compileContracts.js'

let cacheDir: string

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'latchkey-contracts-'))
})

afterAll(() => rm(cacheDir, { recursive: true, force: true }))

test('compiles contracts once and leaves no partial files', async () => {
  const { hash, contracts } = await compileContracts(cacheDir)
  expect(contracts.Token?.bytecode).toMatch(/^0x60[0-9a-f]+$/)
  expect(contracts.Router?.abi).toContainEqual(expect.objectContaining({ name: 'getAmountsOut' }))
  expect(await readdir(cacheDir)).toEqual([`${hash}.json`])

  // A cached file with that name is trusted.
  await writeFile(join(cacheDir, `${hash}.json`), '{"Token":{"abi":[]}}')
  expect(await compileContracts(cacheDir)).toEqual({ hash, contracts: { Token: { abi: [] } } })
})
