import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StoredGrant, saltOf } from '@latchkey/wire/login/grants'
import {
  encodeContext,
  hashPermission,
  type Permission,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import type { Hex } from 'viem'
import { generatePrivateKey, sign } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShareKeys } from '../../keys/secrets.js'
import type { Database } from '../../store/openDatabase.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createTestWallet } from '../../testing/testWallet.js'
import { createAccounts } from '../session/accounts.js'
import { createWallets } from './createWallets.js'
import { createGrants, grantRoutes } from './grants.js'

const clock = createManualClock()
const origin = 'https://shop.example'
const account: Hex = '0x00000000000000000000000000000000000acc07'
let dir: string
let database: Database
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-grants-'))
  database = await openTemporaryDatabase()
})
afterAll(async () => {
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A person with a wallet, and the calls of their frame. */
async function openPerson() {
  const { sql } = database
  const wallets = createWallets({ ...openShareKeys(dir), sql, clock })
  const subject = `${crypto.randomUUID()}@a.example`
  const { id } = await createAccounts({ sql, clock }).getOrCreate({ issuer: 'email', subject })
  const wallet = createTestWallet()
  await wallets.create(await wallet.shares(id))
  const grants = createGrants({ sql, clock })
  const [store, list] = grantRoutes({ wallets, grants })
  if (!store || !list) throw new Error('There are two routes')
  const caller = { session: { accountId: id }, origin } as never
  return {
    privateKey: wallet.privateKey,
    grants,
    store: (grant: object, from = caller) => store.handle(grant as never, from),
    list: async () => ((await list.handle({}, caller)) as { grants: StoredGrant[] }).grants,
    at: (site: string) => ({ session: { accountId: id }, origin: site }) as never,
  }
}

let count = 0
async function signGrant(
  privateKey: Hex,
  { lifetime = 86_400, site = origin, targets = 0, names = [] as string[] } = {},
) {
  count += 1
  const nonce = count.toString(16).padStart(32, '0')
  const target = { to: account, selector: '0x12345678', valueLimit: 0n, rules: [] } as const
  const permission: Permission = {
    key: account,
    validAfter: 0,
    validUntil: Math.floor(clock.now() / 1_000) + lifetime,
    epoch: 0n,
    salt: saltOf(site, { nonce, names }),
    paymaster: zeroAddress,
    feeLimit: 0n,
    maxCalls: 1,
    rateCalls: 0,
    ratePeriod: 0,
    allowances: [],
    targets: Array.from({ length: targets }, () => target),
  }
  const hash = hashPermission(permission, account, 1)
  const signature = await sign({ hash, privateKey, to: 'hex' })
  const shared = { account, chainId: 1, permission, factory: account, factoryData: '0x' } as const
  return { context: encodeContext({ ...shared, signature }), nonce, names }
}

const rejection = (field: string) => ({ reasons: [expect.objectContaining({ field })] })

it('stores what the wallet signed for the site, for all devices, until it expires', async () => {
  const ann = await openPerson()
  const bob = await openPerson()
  const first = await signGrant(ann.privateKey, { targets: 1, names: ['play()'] })
  await ann.store(first)
  await ann.store(first)
  clock.advance(1)
  const second = await signGrant(ann.privateKey, { lifetime: 60 })
  await ann.store(second)
  expect(await ann.list()).toEqual([
    { ...second, origin, createdAt: clock.now() },
    { ...first, origin, createdAt: clock.now() - 1 },
  ])
  expect(await bob.list()).toEqual([])
  clock.advance(61_000)
  expect(await ann.list()).toMatchObject([{ nonce: first.nonce }])
  await ann.grants.sweep()
  const [row] = await database.sql`select count(*)::int as count from login_grants`
  expect(row).toEqual({ count: 1 })
})

it('rejects what another key signed, and what was signed for another site', async () => {
  const ann = await openPerson()
  const good = await signGrant(ann.privateKey)
  const attacks: readonly (() => Promise<unknown> | undefined)[] = [
    async () => ann.store(await signGrant(generatePrivateKey())),
    async () => ann.store(await signGrant(ann.privateKey, { site: 'https://market.example' })),
    () => ann.store(good, ann.at('https://market.example')),
    () => ann.store({ ...good, nonce: '0'.repeat(32) }),
    () => ann.store({ ...good, names: ['harmless()'] }),
    () => ann.store({ ...good, context: '0x01' }),
    () => ann.store({ ...good, context: `${good.context}00` }),
  ]
  for (const attack of attacks) {
    await expect(attack()).rejects.toMatchObject(rejection('signature-wrong'))
  }
  expect(await ann.list()).toEqual([])
  await ann.store(good)
  expect(await ann.list()).toHaveLength(1)
})

it('has room for 50 at once, also when they arrive together', async () => {
  const ann = await openPerson()
  const many = await Promise.all(Array.from({ length: 60 }, () => signGrant(ann.privateKey)))
  const results = await Promise.allSettled(many.map((one) => ann.store(one)))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(10)
  for (const one of refused) expect(one).toMatchObject({ reason: rejection('too-many') })
  expect(await ann.list()).toHaveLength(50)
  // Large ones have room for fewer, because all come in one response.
  const bob = await openPerson()
  const large = { targets: 20, names: Array.from({ length: 20 }, () => 'play()') }
  let stored = 0
  for (; stored < 50; stored += 1) {
    const done = await Promise.resolve(bob.store(await signGrant(bob.privateKey, large))).then(
      () => true,
      () => false,
    )
    if (!done) break
  }
  expect(stored).toBeGreaterThan(5)
  expect(JSON.stringify(await bob.list()).length).toBeLessThan(256 * 1024)
})
