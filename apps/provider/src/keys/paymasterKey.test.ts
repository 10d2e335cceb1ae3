import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPaymasterKey } from './paymasterKey.js'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-paymaster-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const signerFile = () => join(dataDir, 'paymaster-signer.json')

it('creates the key once, and stores it as ciphertext', async () => {
  const created = await openPaymasterKey(dataDir)
  expect(created.address).toBe(privateKeyToAddress(created.signerKey))
  expect(await openPaymasterKey(dataDir)).toEqual(created)
  const stored = await readFile(signerFile(), 'utf8')
  expect(stored).not.toContain(created.signerKey.slice(2))
  expect((await stat(signerFile())).mode & 0o777).toBe(0o600)
})

it('keeps the sealing key where the settings say', async () => {
  const path = join(dataDir, 'elsewhere', 'keys.json')
  const settings = { driver: 'file', path } as const
  const created = await openPaymasterKey(dataDir, settings)
  expect(await openPaymasterKey(dataDir, settings)).toEqual(created)
  // A copy of the data directory alone is useless.
  await expect(openPaymasterKey(dataDir)).rejects.toMatchObject({ code: 'key-unknown' })
})

it('rejects a changed or damaged file', async () => {
  await openPaymasterKey(dataDir)
  const { keyId, box } = JSON.parse(await readFile(signerFile(), 'utf8'))
  const changed = `${box.slice(0, -2)}${box.endsWith('00') ? '01' : '00'}`
  await writeFile(signerFile(), JSON.stringify({ keyId, box: changed }))
  await expect(openPaymasterKey(dataDir)).rejects.toMatchObject({ code: 'not-authentic' })
  await writeFile(signerFile(), '{}')
  await expect(openPaymasterKey(dataDir)).rejects.toThrow('is damaged')
})
