import { createDecipheriv, createECDH, hkdfSync, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShareKeys } from '../../keys/secrets.js'
import type { Database } from '../../store/openDatabase.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createTestWallet } from '../../testing/testWallet.js'
import { createAccounts } from '../session/accounts.js'
import { createWallets } from './createWallets.js'
import { rotateShareKeys } from './rotateShareKeys.js'
import type { DeviceShares, Wallets } from './Wallets.js'

const clock = createManualClock()
let dir: string
let database: Database
let wallets: Wallets

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-wallets-'))
  database = await openTemporaryDatabase()
  wallets = createWallets({ ...openShareKeys(dir), sql: database.sql, clock })
})
afterAll(async () => {
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const wallet = createTestWallet()
const { addresses } = wallet

async function person(): Promise<string> {
  const accounts = createAccounts({ sql: database.sql, clock })
  return (await accounts.getOrCreate({ issuer: 'email', subject: `${randomUUID()}@a.example` })).id
}

const sharesOf = (accountId: string): Promise<DeviceShares> => wallet.shares(accountId)

const rejection = (field: string) => ({ reasons: [expect.objectContaining({ field })] })

describe('a wallet', () => {
  it('is created once by concurrent calls, and accepts only shares of its own key', async () => {
    const accountId = await person()
    const tries = await Promise.all(Array.from({ length: 20 }, () => sharesOf(accountId)))
    const ended = await Promise.allSettled(tries.map((shares) => wallets.create(shares)))
    const index = ended.findIndex(({ status }) => status === 'fulfilled')
    const lost = ended.filter((_, at) => at !== index)
    expect(lost).toHaveLength(19)
    for (const one of lost) {
      expect(one).toMatchObject({ status: 'rejected', reason: rejection('share-exists') })
    }
    const { deviceId, serverShare, recovery } = tries[index] as DeviceShares
    expect(await wallets.readServerShare(accountId, deviceId)).toMatchObject({
      serverShare,
      addresses,
    })

    const second = await sharesOf(accountId)
    const other = await createTestWallet().shares(accountId)
    await expect(wallets.add(other)).rejects.toMatchObject(rejection('signature-wrong'))
    clock.advance(1)
    await wallets.add(second)
    // The older device is notified of the new one, not the other way round.
    expect(await wallets.readServerShare(accountId, second.deviceId)).toEqual({
      serverShare: second.serverShare,
      addresses,
      accountVersion: 2,
      hasPasskey: false,
    })
    expect(await wallets.readNewDeviceAt(second)).toBeUndefined()
    const first = { accountId, deviceId, frameKey: null }
    expect(await wallets.readNewDeviceAt(first)).toBe(clock.now())
    // Returns the set the wallet was created with, not one stored later.
    const set = await wallets.findRecoverySet(accountId)
    expect(set).toEqual({ deviceId, needsPasskey: false })
    expect(await wallets.readRecoveryShare(accountId, deviceId)).toEqual(recovery)
  })

  it('keeps the account version it was made with', async () => {
    for (const accountVersion of [1, 2] as const) {
      const accountId = await person()
      const first = { ...(await sharesOf(accountId)), accountVersion }
      await wallets.create(first)
      await wallets.add({ ...(await sharesOf(accountId)), accountVersion: 2 })
      await wallets.restore(await sharesOf(accountId))
      expect(await wallets.read(accountId)).toMatchObject({ addresses, accountVersion })
      expect(await wallets.readServerShare(accountId, first.deviceId)).toMatchObject({
        accountVersion,
      })
    }
  })

  it('rejects share sets that its own key did not sign', async () => {
    const accountId = await person()
    const first = await sharesOf(accountId)
    const foreign = createTestWallet()
    const forged = await foreign.shares(accountId)
    await expect(wallets.create({ ...forged, addresses })).rejects.toMatchObject(
      rejection('signature-wrong'),
    )
    await wallets.create(first)
    const recovery = { kind: 'passkey', sealed: 'AAAA', credentialId: 'garbage' } as const
    const garbage = { ...(await foreign.shares(accountId, { recovery })), recovery }
    const moved = { ...(await sharesOf(accountId)), deviceId: first.deviceId }
    const attacks = [
      () => wallets.sealRecovery(garbage),
      () => wallets.sealRecovery({ ...garbage, deviceId: first.deviceId }),
      () => wallets.add({ ...garbage, addresses }),
      () => wallets.add(moved),
      () => wallets.add({ ...first, serverShare: 'AAAA' }),
      () => wallets.add({ ...first, recovery: { kind: 'server', share: 'AAAA' } }),
      () => wallets.add({ ...first, signature: `0x${'0'.repeat(130)}` }),
    ]
    for (const attack of attacks) {
      await expect(attack()).rejects.toMatchObject(rejection('signature-wrong'))
    }
    // The recovery share of every device is unchanged.
    expect(await wallets.readRecoveryShare(accountId, first.deviceId)).toEqual(first.recovery)
    expect(await wallets.listReplaced(accountId)).toEqual([])
  })

  it('stores replaced sets for 30 days, for its own key only', async () => {
    const accountId = await person()
    const first = await sharesOf(accountId)
    await wallets.create(first)
    const { deviceId } = first
    const second = await wallet.shares(accountId, { deviceId })
    await wallets.add(second)
    const [stored] = await wallets.listReplaced(accountId)
    const sealed = Buffer.from(stored?.sealed ?? '', 'base64url')
    expect(JSON.parse(openWith(wallet.privateKey, sealed))).toEqual({
      deviceId,
      serverShare: first.serverShare,
      recovery: first.recovery,
    })
    expect(() => openWith(createTestWallet().privateKey, sealed)).toThrow()
    // Only the wallet's key restores it.
    const { signature: _, ...old } = { ...first, frameKey: null }
    const forged = { ...old, signature: await createTestWallet().signSet(old) }
    await expect(wallets.restore(forged)).rejects.toMatchObject(rejection('signature-wrong'))
    await wallets.restore({ ...old, signature: await wallet.signSet(old) })
    expect(await wallets.readRecoveryShare(accountId, deviceId)).toEqual(first.recovery)
    clock.advance(30 * 86_400_000)
    await wallets.sweep()
    expect(await wallets.listReplaced(accountId)).toEqual([])
  })

  it('with a passkey stores no share that the server can read, and accepts none', async () => {
    const accountId = await person()
    const [first, second] = [await sharesOf(accountId), await sharesOf(accountId)]
    await wallets.create(first)
    await wallets.add(second)
    const recovery = { kind: 'passkey', sealed: 'c2VhbGVk', credentialId: 'passkey' } as const
    const { deviceId } = second
    const sealed = await wallet.shares(accountId, { deviceId, recovery })
    await wallets.sealRecovery({ ...sealed, recovery })
    const rows = await database.sql`
      select recovery_kind from login_shares where account_id = ${accountId} order by 1`
    expect(rows.map(({ recovery_kind }) => recovery_kind)).toEqual(['passkey', null])
    expect(await wallets.findRecoverySet(accountId)).toEqual({ deviceId, needsPasskey: true })
    expect(await wallets.readRecoveryShare(accountId, deviceId)).toEqual(recovery)
    expect(await wallets.readServerShare(accountId, first.deviceId)).toMatchObject({
      hasPasskey: true,
    })
    await expect(wallets.add(await sharesOf(accountId))).rejects.toMatchObject(
      rejection('share-exists'),
    )
    // Only the wallet's key removes the passkey.
    await wallets.restore(await wallet.shares(accountId, { deviceId }))
    expect(await wallets.readServerShare(accountId, deviceId)).toMatchObject({ hasPasskey: false })
  })

  it('has shares that open in their own row only', async () => {
    const [mine, theirs] = [await sharesOf(await person()), await sharesOf(await person())]
    await wallets.create(mine)
    await wallets.create(theirs)
    await database.sql`
      update login_shares set (server_share, server_key) = (
        select server_share, server_key from login_shares where account_id = ${theirs.accountId})
      where account_id = ${mine.accountId}`
    await expect(wallets.readServerShare(mine.accountId, mine.deviceId)).rejects.toMatchObject({
      code: 'not-authentic',
    })
  })
})

describe('1,000 shares', () => {
  const stored: DeviceShares[] = []
  beforeAll(async () => {
    await database.sql`delete from login_accounts`
    const ids = Array.from({ length: 500 }, () => randomUUID())
    const rows = ids.map((id) => ({ id, created_at: 1 }))
    await database.sql`insert into login_accounts ${database.sql(rows)}`
    stored.push(...(await Promise.all(ids.map(sharesOf))))
    await Promise.all(stored.map((shares) => wallets.create(shares)))
  })

  it('are not in a copy of the database, and open with none of its bytes', async () => {
    const rows = await database.sql<Record<string, unknown>[]>`select * from login_shares`
    const boxes = rows.flatMap((row) => [row.server_share, row.recovery_share] as Buffer[])
    expect(boxes).toHaveLength(1_000)
    const dump = Buffer.concat(rows.flatMap((row) => Object.values(row).map(bytesOf)))
    const secret = stored.flatMap(({ serverShare, recovery }) => [
      serverShare,
      recovery.kind === 'server' ? recovery.share : '',
    ])
    for (const text of secret) {
      expect(dump.includes(text)).toBe(false)
      expect(dump.includes(Buffer.from(text, 'base64url'))).toBe(false)
    }
    // Keys an attacker could try from the dump.
    const keys = rows.map((row) => bytesOf(row.server_share).subarray(0, 32))
    const opened = boxes.filter((box, index) => opens(box, keys[index % keys.length] as Buffer))
    expect(opened).toHaveLength(0)
  })

  it('are re-encrypted under new keys while people read and write them', async () => {
    const before = await keysInUse()
    let isOver = false
    const readers = Array.from({ length: 4 }, async (_, reader) => {
      for (let at = reader; !isOver; at = (at + 4) % stored.length) {
        const { accountId, deviceId, serverShare } = stored[at] as DeviceShares
        expect((await wallets.readServerShare(accountId, deviceId)).serverShare).toBe(serverShare)
        if (at % 40 === 0) await wallets.add(stored[at] as DeviceShares)
      }
    })
    // Two concurrent rotations with their own keyrings; readers must notice the new keys.
    const rotations = Promise.all(
      [1, 2].map(() => rotateShareKeys({ dataDir: dir }, database.sql)),
    ).finally(() => {
      isOver = true
    })
    const [counts] = await Promise.all([rotations, ...readers])
    expect(Math.min(...counts)).toBeGreaterThan(400)
    expect(await wallets.countLost()).toBe(0)
    expect((await keysInUse()).filter((key) => before.includes(key))).toEqual([])
    for (const { accountId, deviceId, recovery } of stored.slice(0, 20)) {
      expect(await wallets.readRecoveryShare(accountId, deviceId)).toEqual(recovery)
    }
  })

  it('are counted as lost without their keys', async () => {
    expect(await wallets.countLost()).toBe(0)
    const elsewhere = openShareKeys(join(dir, 'elsewhere'))
    const blind = createWallets({ ...elsewhere, sql: database.sql, clock })
    expect(await blind.countLost()).toBe(500)
  })
})

async function keysInUse(): Promise<string[]> {
  const rows = await database.sql<{ key: string }[]>`
    select server_key as key from login_shares union select recovery_key from login_shares`
  return rows.map(({ key }) => key)
}

function bytesOf(value: unknown): Buffer {
  return value instanceof Buffer ? value : Buffer.from(String(value))
}

function opens(box: Buffer, key: Buffer): boolean {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
  decipher.setAuthTag(box.subarray(-16))
  try {
    decipher.update(box.subarray(12, -16))
    decipher.final()
    return true
  } catch {
    return false
  }
}

/** Opens a replaced set as the owner does; independent of the code under test. */
function openWith(privateKey: string, sealed: Buffer): string {
  const own = createECDH('secp256k1')
  own.setPrivateKey(privateKey.slice(2), 'hex')
  const ephemeral = sealed.subarray(0, 65)
  const secret = own.computeSecret(ephemeral)
  const key = hkdfSync('sha256', secret, ephemeral, 'latchkey replaced shares v1', 32)
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), sealed.subarray(65, 77))
  decipher.setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(77, -16)).toString() + decipher.final().toString()
}
