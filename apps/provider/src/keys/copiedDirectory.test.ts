import { execFileSync } from 'node:child_process'
import { createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readServerShare } from '@latchkey/wire/login/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { combineShares, shareOut } from '../../../login/src/vault/shares.js'
import { systemClock } from '../clock.js'
import { digestContext } from '../keyHolder/auditLog.js'
import { createAccounts } from '../login/session/accounts.js'
import { createSessions } from '../login/session/sessions.js'
import { startLogin } from '../login/startLogin.js'
import { createWallets } from '../login/wallet/createWallets.js'
import type { Wallets } from '../login/wallet/Wallets.js'
import { type Database, openDatabase } from '../store/openDatabase.js'
import { type BuiltServer, buildServer, type ServerRun } from '../testing/builtServer.js'
import { createTestWallet, takeShares } from '../testing/testWallet.js'
import type { RecoveryKeySettings } from './recoveryKeySettings.js'
import { openLoginSecrets, openShareKeys } from './secrets.js'

const count = 25

type Owner = {
  readonly accountId: string
  readonly deviceId: string
  readonly seed: Buffer
  readonly serverShare: string
}

let root: string
let dataDir: string
let holderDir: string
let program: BuiltServer
let holder: ServerRun
let settings: RecoveryKeySettings
let database: Database
const owners: Owner[] = []
/** Ciphertexts from before the move, which database files keep for a while. */
let earlier: ShareRow[] = []

/** The provider's data directory, and a key holder in another process and directory. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-copied-'))
  dataDir = join(root, 'provider')
  holderDir = join(root, 'holder')
  program = await buildServer()
  const certificates = join(root, 'certificates')
  await run(['key-holder', 'certificates', '--names', '127.0.0.1', '--out', certificates])
  holder = startHolder(certificates, '0')
  const tlsFiles = join(certificates, 'provider')
  settings = {
    driver: 'remote',
    url: await holder.keyHolderReady,
    caFile: join(tlsFiles, 'ca.pem'),
    certificateFile: join(tlsFiles, 'certificate.pem'),
    keyFile: join(tlsFiles, 'key.pem'),
    timeoutMs: 10_000,
  }
  database = await openDatabase({ dataDir })
  const wallets = openWallets()
  for (let made = 0; made < count; made += 1) owners.push(await makeWallet(wallets))
})
afterAll(async () => {
  await database?.stop()
  holder?.child.kill('SIGKILL')
  await holder?.ended
  await program?.remove()
  rmSync(root, { recursive: true, force: true })
})

function startHolder(certificates: string, port: string): ServerRun {
  const files = join(certificates, 'key-holder')
  return program.run([
    ...['key-holder', 'serve', '--data-dir', holderDir, '--port', port],
    ...['--ca-file', join(files, 'ca.pem'), '--certificate-file', join(files, 'certificate.pem')],
    ...['--key-file', join(files, 'key.pem')],
  ])
}

async function run(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(args).ended
  const errors = stderr.replace(/^database +embedded, in .*\n/, '')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return stdout
}

function openWallets(recoveryKeys?: RecoveryKeySettings): Wallets {
  const keys = openShareKeys(dataDir, recoveryKeys)
  return createWallets({ ...keys, sql: database.sql, clock: systemClock })
}

async function makeWallet(wallets: Wallets): Promise<Owner> {
  const accounts = createAccounts({ sql: database.sql, clock: systemClock })
  const { id } = await accounts.getOrCreate({
    issuer: 'email',
    subject: `${randomUUID()}@a.example`,
  })
  const seed = randomBytes(32)
  const { server, recovery } = await shareOut(new Uint8Array(seed))
  const [serverShare, recoveryShare] = [server, recovery].map(toText) as [string, string]
  const deviceId = randomUUID()
  const sharing = {
    deviceId,
    serverShare,
    recovery: { kind: 'server', share: recoveryShare },
  } as const
  await wallets.create(await createTestWallet().shares(id, sharing))
  return { accountId: id, deviceId, seed, serverShare }
}

type ShareRow = {
  readonly accountId: string
  readonly deviceId: string
  readonly server: Buffer
  readonly recovery: Buffer
}

/** What an attacker can do with only a copy of the directory. */
async function steal() {
  await database.stop()
  const copy = join(root, randomUUID())
  execFileSync('cp', ['-a', dataDir, copy])
  const keys = readdirSync(copy, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => readFileSync(join(copy, name), 'utf8').match(/[0-9a-f]{64}/g) ?? [])
  const stolen = await openDatabase({ dataDir: copy })
  const rows = await stolen.sql<ShareRow[]>`
    select account_id as "accountId", device_id as "deviceId",
      server_share as server, recovery_share as recovery
    from login_shares`
  await stolen.stop()
  database = await openDatabase({ dataDir })
  const openAll = (kind: 'server' | 'recovery', from: readonly ShareRow[]) =>
    from.map((row) => {
      const context = `latchkey ${kind} share v1 ${row.accountId} ${row.deviceId}`
      return keys.flatMap((key) => tryOpen(row[kind], key, context))[0]
    })
  const [server, recovery] = [openAll('server', rows), openAll('recovery', rows)]
  const found = [...server, ...recovery, ...openAll('recovery', earlier)].filter(
    (share) => share !== undefined,
  )
  let seeds = 0
  for (const { accountId, seed } of owners) {
    const own = server[rows.findIndex((row) => row.accountId === accountId)]
    if (own && (await canRebuild(seed, own, found))) seeds += 1
  }
  const countOpened = (shares: readonly unknown[]) =>
    shares.filter((share) => share !== undefined).length
  return {
    rows,
    opened: {
      server: countOpened(server),
      recovery: countOpened(recovery),
      earlierRecovery: countOpened(openAll('recovery', earlier)),
      seeds,
    },
  }
}

async function canRebuild(seed: Buffer, own: string, found: readonly string[]): Promise<boolean> {
  for (const other of found) {
    const made = await combineShares(toBytes(own), toBytes(other)).catch(() => undefined)
    if (made && seed.equals(made)) return true
  }
  return false
}

function tryOpen(box: Buffer, key: string, context: string): string[] {
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), box.subarray(0, 12))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(box.subarray(-16))
    return [Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()]).toString()]
  } catch {
    return []
  }
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

describe('a copy of the data directory', () => {
  it('rebuilds every wallet while it contains the recovery keys', async () => {
    const { rows, opened } = await steal()
    expect(opened).toEqual({ server: count, recovery: count, earlierRecovery: 0, seeds: count })
    earlier = rows
  })

  it('rebuilds no wallet after the recovery keys moved to a key holder', async () => {
    const file = join(dataDir, 'provider.json')
    writeFileSync(file, JSON.stringify({ login: { recoveryKeys: settings } }))
    const logged = await run(['keys', 'move', '--data-dir', dataDir])
    expect(logged).toContain(`Moved ${count} recovery shares`)
    const { opened } = await steal()
    expect(opened).toEqual({ server: count, recovery: 0, earlierRecovery: 0, seeds: 0 })
    expect(existsSync(join(dataDir, 'recovery-keys.json'))).toBe(false)
  })

  it('is moved once; a second move fails', async () => {
    const { code, stderr } = await program.run(['keys', 'move', '--data-dir', dataDir]).ended
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing to move'),
    })
  })
})

describe('a provider with a key holder in another process', () => {
  it('stores and recovers wallets through it, and each recovery is in its audit log', async () => {
    const wallets = openWallets(settings)
    const made = await makeWallet(wallets)
    for (const { accountId, seed } of [...owners.slice(0, 3), made]) {
      const { serverShare, recovery } = await takeShares(wallets, accountId)
      if (recovery.kind !== 'server') throw new TypeError('No passkey was used')
      const rebuilt = await combineShares(toBytes(serverShare), toBytes(recovery.share))
      expect(seed.equals(rebuilt)).toBe(true)
    }
    const audit = readFileSync(join(holderDir, 'audit.log'), 'utf8')
    const { accountId, deviceId } = made
    expect(audit).toContain(digestContext(`latchkey recovery share v1 ${accountId} ${deviceId}`))
    // One more for the check before the move; the move itself opens nothing.
    expect(audit.trim().split('\n')).toHaveLength(4 + 1)
  })

  it('re-encrypts all shares at the key holder without opening any, while people sign', async () => {
    const wallets = openWallets(settings)
    let isOver = false
    const visitors = Array.from({ length: 3 }, async (_, visitor) => {
      for (let at = visitor; !isOver; at = (at + 3) % count) {
        const { accountId, deviceId, serverShare } = owners[at] as Owner
        expect((await wallets.readServerShare(accountId, deviceId)).serverShare).toBe(serverShare)
      }
    })
    const keysInUse = async () =>
      (await database.sql`select distinct recovery_key as id from login_shares`).map(({ id }) => id)
    const before = await keysInUse()
    const rotate = async () => {
      await run(['key-holder', 'rotate', '--data-dir', holderDir])
      return run(['keys', 'rotate', '--data-dir', dataDir])
    }
    const rotation = rotate().finally(() => {
      isOver = true
    })
    const [logged] = await Promise.all([rotation, ...visitors])
    expect(logged).toBe(`Created new keys and re-encrypted ${count + 1} shares.\n`)
    const after = await keysInUse()
    expect(after).toHaveLength(1)
    expect(before).not.toContain(after[0])
    expect(readFileSync(join(holderDir, 'audit.log'), 'utf8').trim().split('\n')).toHaveLength(5)
    const [{ accountId, seed }] = owners as [Owner]
    const { serverShare, recovery } = await takeShares(wallets, accountId)
    const share = recovery.kind === 'server' ? recovery.share : ''
    expect(seed.equals(await combineShares(toBytes(serverShare), toBytes(share)))).toBe(true)
  })

  it('starts and serves log-ins while the key holder is down', async () => {
    holder.child.kill('SIGTERM')
    expect(await holder.ended).toMatchObject({ code: 0 })
    const log: string[] = []
    const login = await startLogin({
      port: 0,
      database,
      apiUrl: 'http://127.0.0.1:1',
      chains: [],
      secrets: openLoginSecrets(dataDir, settings),
      mail: { url: 'smtp://127.0.0.1:1', from: 'login@example.org' },
      siteDir: join(root, 'site'),
      log: ({ event, reason }) => log.push(`${event} ${reason}`),
    })
    try {
      expect(log).toEqual(['recovery-keys-failed unavailable'])
      const [{ accountId, deviceId, serverShare }] = owners as [Owner]
      const accounts = createAccounts({ sql: database.sql, clock: systemClock })
      const sessions = createSessions({ sql: database.sql, clock: systemClock, accounts })
      const site = { projectId: 'latchkey-development', origin: 'http://localhost:5173' }
      const { token } = await sessions.create({
        accountId,
        issuer: 'email',
        frameKey: undefined,
        allowsRecovery: false,
        isByNumber: false,
        ...site,
      })
      const answer = await fetch(`${login.url}${readServerShare.path}`, {
        method: 'POST',
        headers: {
          origin: login.url,
          'content-type': 'application/json',
          'x-project-id': site.projectId,
          'x-site-origin': site.origin,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ deviceId }),
      })
      expect({ status: answer.status, content: await answer.json() }).toMatchObject({
        status: 200,
        content: { serverShare },
      })
    } finally {
      await login.stop()
    }
    const [{ accountId }] = owners as [Owner]
    await expect(takeShares(openWallets(settings), accountId)).rejects.toMatchObject({
      name: 'KeyringError',
      code: 'unavailable',
    })
  })
})
