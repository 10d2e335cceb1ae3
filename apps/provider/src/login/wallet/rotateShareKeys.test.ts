import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import type { RecoveryKeySettings } from '../../keys/recoveryKeySettings.js'
import { openShareKeys } from '../../keys/secrets.js'
import type { Database } from '../../store/openDatabase.js'
import { type FakeKms, kmsAccount, startFakeKms } from '../../testing/fakeKms.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createTestWallet, takeShares } from '../../testing/testWallet.js'
import { createWallets } from './createWallets.js'
import { moveRecoveryKeys, rotateShareKeys } from './rotateShareKeys.js'
import type { DeviceShares, Wallets } from './Wallets.js'

const count = 60
const first = '11111111-1111-1111-1111-111111111111'
const second = '22222222-2222-2222-2222-222222222222'
let root: string
let dataDir: string
let database: Database
let kms: FakeKms
let stored: DeviceShares[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-rotate-'))
  database = await openTemporaryDatabase()
  kms = await startFakeKms([first, second])
})
afterAll(async () => {
  await database?.stop()
  await kms?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Wallets whose keys are in the data directory, as after an earlier start. */
beforeEach(async () => {
  dataDir = join(root, randomUUID())
  await database.sql`delete from login_accounts`
  const wallet = createTestWallet()
  stored = await Promise.all(Array.from({ length: count }, () => wallet.shares(randomUUID())))
  const rows = stored.map(({ accountId }) => ({ id: accountId, created_at: 1 }))
  await database.sql`insert into login_accounts ${database.sql(rows)}`
  const wallets = openWallets()
  await Promise.all(stored.map((shares) => wallets.create(shares)))
})

function openWallets(recoveryKeys?: RecoveryKeySettings): Wallets {
  const keys = openShareKeys(dataDir, recoveryKeys)
  return createWallets({ ...keys, sql: database.sql, clock: systemClock })
}

function kmsSettings(keyId: string, previousKeyIds: string[] = []): RecoveryKeySettings {
  const credentialsFile = join(root, 'aws.json')
  const { region, ...credentials } = kmsAccount
  writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  return { driver: 'kms', region, keyId, previousKeyIds, endpoint: kms.url, credentialsFile }
}

const oldFile = () => join(dataDir, 'recovery-keys.json')
const keysInUse = async () =>
  (await database.sql`select distinct recovery_key as id from login_shares`).map(({ id }) => id)

async function expectRecovered(wallets: Wallets): Promise<void> {
  for (const { accountId, serverShare, recovery, addresses } of stored) {
    expect(await takeShares(wallets, accountId)).toEqual({ serverShare, recovery, addresses })
  }
}

describe('moving recovery keys', () => {
  it('to a KMS leaves nothing under the old keys, while people recover and store shares', async () => {
    const settings = kmsSettings(first)
    // A login site restarted with the new settings.
    const site = openWallets(settings)
    let isOver = false
    const visitors = Array.from({ length: 3 }, async (_, visitor) => {
      for (let at = visitor; !isOver; at = (at + 3) % count) {
        const { accountId, recovery } = stored[at] as DeviceShares
        expect((await takeShares(site, accountId)).recovery).toEqual(recovery)
        if (at % 10 === 0) await site.add(stored[at] as DeviceShares)
      }
    })
    const move = moveRecoveryKeys({ dataDir, recoveryKeys: settings }, database.sql).finally(() => {
      isOver = true
    })
    // Awaited together, so that a failing visitor is no unhandled rejection.
    const [moved] = await Promise.all([move, ...visitors])
    expect(moved).toBeGreaterThan(count / 2)
    expect(await keysInUse()).toEqual([`kms:${first}`])
    expect(existsSync(oldFile())).toBe(false)
    await expectRecovered(openWallets(settings))
  })

  it('works with a file on another disk', async () => {
    const settings = { driver: 'file', path: join(root, randomUUID(), 'keys.json') } as const
    expect(await moveRecoveryKeys({ dataDir, recoveryKeys: settings }, database.sql)).toBe(count)
    expect(existsSync(oldFile())).toBe(false)
    await expectRecovered(openWallets(settings))
  })

  it('keeps the old keys when the new ones fail, and continues later', async () => {
    const settings = kmsSettings(first)
    kms.fail(400, JSON.stringify({ __type: 'ThrottlingException' }), { after: count / 2 })
    await expect(
      moveRecoveryKeys({ dataDir, recoveryKeys: settings }, database.sql),
    ).rejects.toMatchObject({ code: 'limited' })
    expect(existsSync(oldFile())).toBe(true)
    await expectRecovered(openWallets(settings))
    await moveRecoveryKeys({ dataDir, recoveryKeys: settings }, database.sql)
    expect(await keysInUse()).toEqual([`kms:${first}`])
  })

  it('continues after a kill while the old keys were being destroyed', async () => {
    const settings = kmsSettings(first)
    // The state between the last two steps of the command.
    renameSync(oldFile(), `${oldFile()}.retired`)
    expect(await openWallets(settings).countLost()).toBe(count)
    await moveRecoveryKeys({ dataDir, recoveryKeys: settings }, database.sql)
    expect(readdirSync(dataDir)).toEqual(['share-keys.json'])
    await expectRecovered(openWallets(settings))
  })

  it('rejects the same file under another path and destroys nothing', async () => {
    const path = join(root, `${randomUUID()}.json`)
    symlinkSync(oldFile(), path)
    for (const same of [path, oldFile(), join(dataDir, '.', 'recovery-keys.json')]) {
      const recoveryKeys = { driver: 'file', path: same } as const
      await expect(moveRecoveryKeys({ dataDir, recoveryKeys }, database.sql)).rejects.toMatchObject(
        { code: 'bad-config' },
      )
    }
    await expectRecovered(openWallets())
  })
})

describe('rotating keys', () => {
  it('re-encrypts inside the KMS when another of its keys is configured', async () => {
    const recoveryKeys = kmsSettings(first)
    await moveRecoveryKeys({ dataDir, recoveryKeys }, database.sql)
    const next = kmsSettings(second, [first])
    const before = kms.calls.length
    expect(await rotateShareKeys({ dataDir, recoveryKeys: next }, database.sql)).toBe(count)
    expect(new Set(kms.calls.slice(before))).toEqual(new Set(['ReEncrypt']))
    expect(await keysInUse()).toEqual([`kms:${second}`])
    await expectRecovered(openWallets(kmsSettings(second)))
  })
})
