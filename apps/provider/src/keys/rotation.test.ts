import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRotation } from '../cli/rotateCommand.js'
import { systemClock } from '../clock.js'
import { createWallets } from '../login/wallet/createWallets.js'
import { rotateShareKeys } from '../login/wallet/rotateShareKeys.js'
import { openDatabase } from '../store/openDatabase.js'
import { storePerson } from '../testing/storedData.js'
import { openPaymasterKey } from './paymasterKey.js'
import { openLoginSecrets, openSecrets, openShareKeys } from './secrets.js'
import { openTokenKeys } from './tokenKeys.js'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-rotation-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const makeDir = () => mkdtempSync(join(root, 'data-'))
const rotate = async (name: string, dataDir: string, ...args: string[]) =>
  findRotation(name)?.({ args: ['--data-dir', dataDir, ...args], env: {} })
const passwordIn = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()

describe('rotating every secret', () => {
  it('keeps a person logged in, and makes what a thief has useless', async () => {
    const dataDir = makeDir()
    const first = await openDatabase({ dataDir })
    const person = await storePerson(first.sql, dataDir)
    openSecrets(dataDir)
    await openPaymasterKey(dataDir)
    // What the thief copied: keys and the database's password.
    const stolen = makeDir()
    for (const name of ['share-keys.json', 'recovery-keys.json']) {
      copyFileSync(join(dataDir, name), join(stolen, name))
    }
    const stolenPassword = passwordIn(dataDir)
    const stolenHashKey = openLoginSecrets(dataDir).hashKey

    await rotateShareKeys({ dataDir, recoveryKeys: undefined }, first.sql)
    await rotate('rotate-sign-in', dataDir)
    await rotate('rotate-login', dataDir)
    await rotate('rotate-names', dataDir)
    await rotate('rotate-names', dataDir, '--activate')
    await rotate('rotate-paymaster', dataDir)
    await rotate('rotate-paymaster', dataDir, '--activate')
    await rotate('rotate-database', dataDir)
    // The running provider is not disturbed.
    expect(await person.isWhole(first.sql, dataDir)).toBe(true)
    await first.stop()

    const second = await openDatabase({ dataDir })
    try {
      expect(await person.isWhole(second.sql, dataDir)).toBe(true)
      expect(passwordIn(dataDir)).not.toBe(stolenPassword)
      const thief = postgres(second.url.replace(passwordIn(dataDir), stolenPassword), { max: 1 })
      await expect(thief`select 1`).rejects.toThrow('password authentication failed')
      await thief.end()
      const wallets = createWallets({
        ...openShareKeys(stolen),
        sql: second.sql,
        clock: systemClock,
      })
      const reading = wallets.readServerShare(person.accountId, person.deviceId)
      await expect(reading).rejects.toMatchObject({ code: 'key-unknown' })
      expect(openLoginSecrets(dataDir).hashKey.equals(stolenHashKey)).toBe(false)
    } finally {
      await second.stop()
    }
  })
})

describe('a signer that contracts name', () => {
  it('of names is announced before it is used', async () => {
    const dataDir = makeDir()
    const { nameSignerKey } = openSecrets(dataDir)
    await expect(rotate('rotate-names', dataDir, '--activate')).rejects.toThrow('no new signer')
    const announced = await rotate('rotate-names', dataDir)
    expect(await rotate('rotate-names', dataDir)).toBe(announced)
    expect(openSecrets(dataDir).nameSignerKey).toBe(nameSignerKey)
    await rotate('rotate-names', dataDir, '--activate')
    expect(openSecrets(dataDir).nameSignerKey).not.toBe(nameSignerKey)
  })

  it('of sponsored gas is announced before it is used', async () => {
    const dataDir = makeDir()
    const { address } = await openPaymasterKey(dataDir)
    await expect(rotate('rotate-paymaster', dataDir, '--activate')).rejects.toThrow('no new')
    const text = String(await rotate('rotate-paymaster', dataDir))
    expect((await openPaymasterKey(dataDir)).address).toBe(address)
    await rotate('rotate-paymaster', dataDir, '--activate')
    const next = (await openPaymasterKey(dataDir)).address
    expect(next).not.toBe(address)
    expect(text).toContain(next)
  })
})

it('ends tokens of an old sign-in key a day after the next one signs', () => {
  const path = join(makeDir(), 'sign-in-keys.json')
  let now = 1_000_000_000_000
  const keys = openTokenKeys(path, () => now)
  const token = keys.sign('test', { sub: 'visitor' })
  keys.rotate()
  now += 15 * 60_000
  expect(keys.verify('test', keys.sign('test', {}))).toEqual({})
  expect(keys.verify('test', token)).toEqual({ sub: 'visitor' })
  now += 86_400_000 - 1
  expect(keys.publicKeys()).toHaveLength(2)
  now += 1
  expect(keys.verify('test', token)).toBeUndefined()
  expect(keys.publicKeys()).toHaveLength(1)
  expect(keys.verify('test', keys.sign('test', {}))).toEqual({})
})

it('does not change the password of a database by URL', async () => {
  const url = ['--database-url', 'postgres://a:b@db/c']
  await expect(rotate('rotate-database', makeDir(), ...url)).rejects.toThrow('at its server')
})
