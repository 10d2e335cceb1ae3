import type { NetworkId } from '@latchkey/wire/caip'
import { type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../store/openDatabase.js'
import { inEveryProject } from '../store/projectScope.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import {
  type Budget,
  createSponsorStore,
  type PaidOperation,
  type Reservation,
  type SponsorStore,
} from './sponsorStore.js'

const chain: NetworkId = 'eip155:1'
const paymaster: Hex = `0x${'ee'.repeat(20)}`
const place = { chain, paymaster }
const dayMs = 86_400_000

let database: Database
let other: Database
let now = 1_800_000_000_000
let block = 0

beforeAll(async () => {
  database = await openTemporaryDatabase()
  // A second pool of connections, as another process has.
  other = await openDatabase({ url: database.url })
})
afterAll(() => Promise.all([database?.stop(), other?.stop()]))

beforeEach(async () => {
  block = 0
  await database.sql`delete from sponsor_deposits`
  await inEveryProject(database.sql, async (tx) => {
    await tx`delete from sponsored_operations`
    await tx`delete from sponsor_totals`
  })
})

const storeOn = (sql: Database['sql']) => createSponsorStore(sql, { now: () => now })
const address = (of: string): Hex => `0x${keccak256(toHex(of)).slice(-40)}`
const seconds = () => Math.floor(now / 1_000)

function reservation(name: string, changes: Partial<Reservation> = {}): Reservation {
  return {
    ...place,
    hash: keccak256(toHex(name)),
    projectId: 'shop',
    policy: 'mint',
    sender: address(name),
    owner: address(name),
    nonce: 0n,
    maxCost: 10n,
    validUntil: seconds() + 300,
    ...changes,
  }
}

const paid = (of: Reservation, cost: bigint): PaidOperation => ({
  hash: of.hash,
  sender: of.sender,
  nonce: of.nonce,
  cost,
  isReverted: false,
  transactionHash: keccak256(of.hash),
})

const budget = (changes: Partial<Budget> = {}): Budget => ({
  perAccountPerDay: 1_000n,
  perDay: 1_000n,
  total: 1_000n,
  ...changes,
})

/** Moves on to the next block at the current time. */
async function settle(
  store: SponsorStore,
  operations: readonly PaidOperation[],
  deposit = 10_000n,
) {
  const after = block === 0 ? undefined : block
  block += 1
  // On a chain where no nonce is used.
  const released = await store.readOverdue(place, seconds(), 100)
  return store.settle(place, after, { block, time: seconds(), deposit }, operations, released)
}

async function opened(): Promise<SponsorStore> {
  const store = storeOn(database.sql)
  await settle(store, [])
  return store
}

describe('a reservation', () => {
  it.each([
    ['account-budget', { perAccountPerDay: 25n }],
    ['day-budget', { perDay: 25n }],
    ['total-budget', { total: 25n }],
  ] as const)('is refused above the %s', async (reason, limits) => {
    const store = await opened()
    const owner = address('owner')
    const results: string[] = []
    for (const name of ['a', 'b', 'c']) {
      results.push(await store.reserve(reservation(name, { owner }), budget(limits)))
    }
    expect(results).toEqual(['reserved', 'reserved', reason])
  })

  it('is refused above the deposit, over all projects', async () => {
    const store = storeOn(database.sql)
    // Nothing is known about the deposit yet.
    expect(await store.reserve(reservation('a'), budget())).toBe('deposit')
    await settle(store, [], 25n)
    expect(await store.reserve(reservation('a'), budget())).toBe('reserved')
    expect(await store.reserve(reservation('b', { projectId: 'game' }), budget())).toBe('reserved')
    expect(await store.reserve(reservation('c'), budget())).toBe('deposit')
    // The deposit of a block and what is settled by then belong together.
    await settle(store, [paid(reservation('a'), 10n)], 15n)
    expect(await store.reserve(reservation('c'), budget())).toBe('deposit')
    await settle(store, [], 20n)
    expect(await store.reserve(reservation('c'), budget())).toBe('reserved')
  })

  it('of the same nonce is counted once, at its highest cost', async () => {
    const store = await opened()
    const same = { sender: address('a'), owner: address('a') }
    const limits = budget({ perDay: 30n })
    expect(await store.reserve(reservation('a', same), limits)).toBe('reserved')
    expect(await store.reserve(reservation('a', same), limits)).toBe('reserved')
    expect(await store.reserve(reservation('a2', { ...same, maxCost: 20n }), limits)).toBe(
      'reserved',
    )
    expect(await store.reserve(reservation('a3', { ...same, maxCost: 5n }), limits)).toBe(
      'reserved',
    )
    expect(await store.reserve(reservation('b'), limits)).toBe('reserved')
    expect(await store.reserve(reservation('c', { maxCost: 1n }), limits)).toBe('day-budget')
    // One of them is included; the others no longer can be.
    await settle(store, [paid(reservation('a2', same), 12n)])
    expect(await store.readSpending('shop')).toMatchObject([
      { spent: 12n, reserved: 10n, today: 22n },
    ])
    expect(await store.reserve(reservation('a4', same), limits)).toBe('nonce-used')
    expect(await store.reserve(reservation('c', { maxCost: 8n }), limits)).toBe('reserved')
  })

  it('is refused after many signatures for one nonce', async () => {
    const store = await opened()
    const results: string[] = []
    for (let index = 0; index < 17; index += 1) {
      const same = { sender: address('a'), owner: address('a') }
      results.push(await store.reserve(reservation(`a${index}`, same), budget()))
    }
    expect(results.slice(0, 16).every((result) => result === 'reserved')).toBe(true)
    expect(results[16]).toBe('too-many')
  })

  it('is released when a settled block is later than its end, and not before', async () => {
    const store = await opened()
    const limits = budget({ perDay: 10n })
    expect(await store.reserve(reservation('a'), limits)).toBe('reserved')
    now += 300_000
    await settle(store, [])
    // The block may still have been the last one that could include it.
    expect(await store.reserve(reservation('b'), limits)).toBe('day-budget')
    now += 1_000
    await settle(store, [])
    expect(await store.reserve(reservation('b'), limits)).toBe('reserved')
    expect(await store.readSpending('shop')).toMatchObject([{ spent: 0n, reserved: 10n }])
  })

  it('counts for any 24 hours, and in total for ever', async () => {
    const store = await opened()
    const limits = budget({ perDay: 10n, perAccountPerDay: 10n, total: 25n })
    for (const name of ['a', 'b']) {
      const [one, rest] = [
        reservation(`${name}0`, { maxCost: 1n }),
        reservation(name, { maxCost: 9n }),
      ]
      expect(await store.reserve(one, limits)).toBe('reserved')
      expect(await store.reserve(rest, limits)).toBe('reserved')
      expect(await store.reserve(reservation(`${name}1`), limits)).toBe('day-budget')
      await settle(store, [paid(rest, 9n), paid(one, 1n)])
      now += dayMs - 1
      const early = reservation(`${name}2`, { maxCost: 1n })
      expect(await store.reserve(early, limits)).toBe('day-budget')
      now += 1
    }
    expect(await store.reserve(reservation('c', { maxCost: 6n }), limits)).toBe('total-budget')
    expect(await store.reserve(reservation('c', { maxCost: 5n }), limits)).toBe('reserved')
  })

  it('reports operations that no reservation was made for', async () => {
    const store = await opened()
    expect(await settle(store, [paid(reservation('stranger'), 7n)])).toBe(1)
    expect(await store.readState(chain, paymaster)).toMatchObject({
      unknownOperations: 1n,
      unknownSpent: 7n,
    })
  })

  it('is settled once by several processes', async () => {
    const store = await opened()
    const second = storeOn(other.sql)
    await store.reserve(reservation('a'), budget())
    const checkpoint = { block: 2, time: seconds(), deposit: 9_000n }
    const results = await Promise.all(
      [store, second, store, second].map((one) =>
        one.settle(place, 1, checkpoint, [paid(reservation('a'), 4n)], []),
      ),
    )
    expect(results.filter((result) => result === 0)).toHaveLength(1)
    expect(results.filter((result) => result === undefined)).toHaveLength(3)
    expect(await store.readSpending()).toMatchObject([{ spent: 4n, operations: 1n }])
  })
})

describe('many reservations at once', () => {
  const limits = budget({ perDay: 505n, total: 505n })
  const attempt = (stores: readonly Pick<SponsorStore, 'reserve'>[]) =>
    Promise.all(
      [...Array(200)].map((_, index) =>
        stores[index % stores.length]?.reserve(reservation(`n${index}`), limits),
      ),
    )

  it('never exceed a budget, over several processes', async () => {
    const store = await opened()
    const results = await attempt([store, storeOn(other.sql)])
    expect(results.filter((result) => result === 'reserved')).toHaveLength(50)
    expect(await store.readSpending('shop')).toMatchObject([{ reserved: 500n }])
  })

  it('would exceed it if they did not wait for each other', async () => {
    const store = await opened()
    const unlocked = (sql: Database['sql']): Pick<SponsorStore, 'reserve'> => ({
      async reserve(one, { total }) {
        const spent = (await store.readSpending('shop'))[0]?.reserved ?? 0n
        if (spent + one.maxCost > total) return 'total-budget'
        return storeOn(sql).reserve(one, budget({ total: 1_000_000n, perDay: 1_000_000n }))
      },
    })
    const results = await attempt([unlocked(database.sql), unlocked(other.sql)])
    expect(results.filter((result) => result === 'reserved').length).toBeGreaterThan(50)
  })

  it('and settlements in any order never exceed a budget', async () => {
    const store = await opened()
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const open = new Map<string, Reservation>()
    let spent = 0n
    for (let step = 0; step < 400; step += 1) {
      const name = `s${step}`
      const sender = address(`sender${random(8)}`)
      const one = reservation(name, {
        sender,
        owner: sender,
        nonce: BigInt(random(40)),
        maxCost: BigInt(1 + random(30)),
      })
      const limit = budget({ perDay: 400n, perAccountPerDay: 120n, total: 900n })
      if ((await store.reserve(one, limit)) === 'reserved') open.set(name, one)
      if (random(4) === 0) {
        const [key, chosen] = [...open][random(Math.max(1, open.size))] ?? []
        if (key !== undefined && chosen && chosen.validUntil >= seconds()) {
          const cost = BigInt(1 + random(Number(chosen.maxCost)))
          expect(await settle(store, [paid(chosen, cost)])).toBe(0)
          spent += cost
          for (const [sibling, { sender: by, nonce }] of open) {
            if (by === chosen.sender && nonce === chosen.nonce) open.delete(sibling)
          }
        }
      }
      if (random(20) === 0) {
        now += 100_000
        await settle(store, [])
        for (const [key, { validUntil }] of open) if (validUntil < seconds()) open.delete(key)
      }
      const worst = new Map<string, bigint>()
      for (const { sender: by, nonce, maxCost } of open.values()) {
        const key = `${by} ${nonce}`
        worst.set(key, maxCost > (worst.get(key) ?? 0n) ? maxCost : (worst.get(key) ?? 0n))
      }
      const atMost = spent + [...worst.values()].reduce((sum, cost) => sum + cost, 0n)
      expect(atMost).toBeLessThanOrEqual(900n)
    }
    expect(spent).toBeGreaterThan(300n)
    expect((await store.readSpending('shop'))[0]?.spent).toBe(spent)
  })
})
