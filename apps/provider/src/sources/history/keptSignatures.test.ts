import { getAddressDecoder, getBase58Decoder } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  mainnet,
  type NodeTransaction,
  tokenProgram,
  useSolanaNode,
} from '../../routes/account/solanaNode.fixture.js'
import { createAccountSignatureStore } from '../../store/accountSignatures.js'
import type { Database } from '../../store/openDatabase.js'
import {
  createLongTimeoutNodes,
  createLongTimeoutOutbound,
  longTimeoutClock,
} from '../../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createChainSources } from '../createChainSources.js'
import type { HistoryItem } from './HistoryItem.js'

const node = useSolanaNode()
const stranger = addressAt(3, 0)
const mint = addressAt(7, 0)
const day = 86_400_000

let database: Database
let account: string
let accounts = 0
let slot: number
beforeAll(async () => {
  database = await openTemporaryDatabase()
})
beforeEach(() => {
  accounts += 1
  account = addressAt(1, accounts)
  slot = 1_000
  const parsed = { type: 'mint', info: { decimals: 6 } }
  node.accounts.set(mint, { owner: tokenProgram, data: new Uint8Array(82), parsed })
})
afterAll(() => database.stop())

function addressAt(kind: number, index: number) {
  const bytes = new Uint8Array(32).fill(kind)
  bytes[0] = index % 256
  bytes[1] = index >> 8
  return String(getAddressDecoder().decode(bytes))
}

let signatures = 0
function signature() {
  signatures += 1
  const bytes = new Uint8Array(64).fill(5)
  bytes[0] = signatures % 256
  bytes[1] = (signatures >> 8) % 256
  bytes[2] = signatures >> 16
  return getBase58Decoder().decode(bytes)
}

/** The account receives SOL. */
function pay(count = 1): readonly NodeTransaction[] {
  return Array.from({ length: count }, () => {
    slot += 1
    const keys = [stranger, account]
    const one = { signature: signature(), slot, keys, gains: [-slot, slot] }
    node.transactions.push(one)
    return one
  })
}

/** One of the account's token accounts receives tokens, which does not name the account. */
function payToken(of: string, count = 1): void {
  for (let index = 0; index < count; index += 1) {
    slot += 1
    const token = { owner: account, mint, gain: slot }
    node.transactions.push({ signature: signature(), slot, keys: [stranger, of], token })
  }
}

const hold = (...addresses: readonly string[]) =>
  node.held.set(
    account,
    addresses.map((address) => ({ address, mint, amount: '1', program: tokenProgram })),
  )

/** A provider process: nothing in memory, but the same database as the others. */
function startProvider({
  sql = database.sql,
  isKeeping = true,
  accountBytes = 1_048_576,
  later = 0,
}: {
  readonly sql?: Database['sql']
  readonly isKeeping?: boolean
  readonly accountBytes?: number
  readonly later?: number
} = {}) {
  const clock = { ...longTimeoutClock, now: () => longTimeoutClock.now() + later }
  const http = createLongTimeoutOutbound(node.settings.upstreams)
  const nodes = createLongTimeoutNodes([node.settings], { http, web: http, clock })
  const { history } = createChainSources({
    ...{ nodes, http, web: http, clock },
    signatureStore: isKeeping
      ? createAccountSignatureStore(sql, clock.now, { accountBytes })
      : undefined,
    localNames: { reverse: async () => [] },
  })
  const page = (cursor?: string) => history.readPage([mainnet], account, cursor)

  async function all(): Promise<readonly HistoryItem[]> {
    const items: HistoryItem[] = []
    let cursor: string | undefined
    do {
      const { items: more, next } = await page(cursor)
      items.push(...more)
      cursor = next ?? undefined
    } while (cursor !== undefined)
    return items
  }

  return { page, all }
}

/** What happened, newest first, as the chain has it now. */
const truth = () =>
  node.transactions
    .filter(({ keys, token }) => keys.includes(account) || token?.owner === account)
    .map((one) => [one.signature, BigInt(one.token?.gain ?? one.gains?.[1] ?? 0)])
    .reverse()

const seen = (items: readonly HistoryItem[]) =>
  items.map(({ hash, transfers: [first] }) => [hash, first?.amount])

function callsOf(method: string) {
  return node.standIn.requests.filter(({ body }) => body.method === method)
}

const forgetCalls = () => {
  node.standIn.requests.length = 0
}

describe('a second visit', () => {
  it('reads only new transactions, also in another process', async () => {
    hold(addressAt(9, 1))
    pay(40)
    payToken(addressAt(9, 1), 3)
    const [last] = pay(2).slice(-1)
    expect(seen(await startProvider().all())).toEqual(truth())
    forgetCalls()
    pay(2)
    payToken(addressAt(9, 1))
    expect(seen(await startProvider().all())).toEqual(truth())
    expect(callsOf('getTransaction')).toHaveLength(3)
    const lists = callsOf('getSignaturesForAddress').map(({ body }) => body.params)
    expect(lists).toHaveLength(2)
    const [, options] = lists.find(([address]) => address === account)
    expect(options).toMatchObject({ until: last?.signature, commitment: 'finalized' })
  })

  it('reads no transactions while nothing is new', async () => {
    pay(60)
    const first = await startProvider().all()
    forgetCalls()
    expect(await startProvider().all()).toEqual(first)
    expect(callsOf('getTransaction')).toHaveLength(0)
    expect(callsOf('getSignaturesForAddress')).toHaveLength(1)
  })

  it('continues where the last one stopped', async () => {
    pay(350)
    await startProvider().page()
    forgetCalls()
    expect(seen(await startProvider().all())).toEqual(truth())
    expect(callsOf('getTransaction')).toHaveLength(300)
  })

  it('knows token accounts that were closed', async () => {
    hold(addressAt(9, 1), addressAt(9, 2))
    payToken(addressAt(9, 1), 120)
    pay(3)
    await startProvider().page()
    payToken(addressAt(9, 1))
    hold(addressAt(9, 2))
    payToken(addressAt(9, 2))
    expect(seen(await startProvider().all())).toEqual(truth())
    forgetCalls()
    expect(seen(await startProvider().all())).toEqual(truth())
    const read = callsOf('getSignaturesForAddress').map(({ body }) => body.params[0])
    expect(read).not.toContain(addressAt(9, 1))
  })

  it('finds token accounts that were opened since', async () => {
    hold(addressAt(9, 1))
    payToken(addressAt(9, 1), 2)
    pay(3)
    await startProvider().all()
    hold(addressAt(9, 1), addressAt(9, 3))
    payToken(addressAt(9, 3), 2)
    expect(seen(await startProvider().all())).toEqual(truth())
  })

  it('reads a gap again that is too long for one call', async () => {
    pay(5)
    await startProvider().page()
    pay(1_050)
    expect(seen((await startProvider().page()).items)).toEqual(truth().slice(0, 50))
    expect(seen(await startProvider().all())).toEqual(truth())
  })

  it('finds a page whose account was dropped in between', async () => {
    pay(180)
    const { next } = await startProvider().page()
    await database.sql`delete from account_histories`
    const { items } = await startProvider().page(next ?? undefined)
    expect(seen(items)).toEqual(truth().slice(50, 100))
  })
})

describe('the kept history of a Solana account', () => {
  it('is read again when its newest transaction is not part of the chain any more', async () => {
    pay(5)
    const [gone, more] = pay(2)
    await startProvider().all()
    const isGone = (one: NodeTransaction) => one === gone || one === more
    const kept = node.transactions.filter((one) => !isGone(one))
    node.transactions.splice(0, Number.POSITIVE_INFINITY, ...kept)
    pay(2)
    expect(seen(await startProvider().all())).toEqual(truth())
    expect(await startProvider().all()).toHaveLength(7)
  })

  it('stays when a node lags behind', async () => {
    pay(7)
    const all = await startProvider().all()
    const newest = node.transactions.splice(5)
    forgetCalls()
    expect(await startProvider().all()).toEqual(all)
    expect(callsOf('getTransaction')).toHaveLength(0)
    node.transactions.push(...newest)
    pay(1)
    expect(seen(await startProvider().all())).toEqual(truth())
  })

  it('gets older transactions from a node that has them', async () => {
    pay(30)
    const old = node.transactions.splice(0, 20)
    expect(await startProvider().all()).toHaveLength(10)
    node.transactions.unshift(...old)
    expect(await startProvider().all()).toHaveLength(10)
    expect(seen(await startProvider({ later: day + 1 }).all())).toEqual(truth())
  })

  it('starts again when it is too large', async () => {
    pay(150)
    await startProvider({ accountBytes: 5_000 }).all()
    pay(1)
    expect(seen(await startProvider({ accountBytes: 5_000 }).all())).toEqual(truth())
    const [{ bytes } = { bytes: '' }] = await database.sql<{ bytes: string }[]>`
      select bytes from account_histories where account = ${account}`
    expect(Number(bytes)).toBeLessThan(200_000)
  })

  it('is right when several processes read it at once', async () => {
    hold(addressAt(9, 1))
    pay(130)
    payToken(addressAt(9, 1), 70)
    const found = await Promise.all([1, 2, 3, 4].map(() => startProvider().all()))
    for (const items of found) expect(seen(items)).toEqual(truth())
    expect(seen(await startProvider().all())).toEqual(truth())
  })

  it('is not needed: without a database the nodes are read', async () => {
    pay(60)
    expect(seen(await startProvider({ isKeeping: false }).all())).toEqual(truth())
    const down = await openTemporaryDatabase()
    await down.stop()
    expect(seen(await startProvider({ sql: down.sql }).all())).toEqual(truth())
  })

  it('has every amount exactly', async () => {
    const keys = [stranger, account]
    const token = { owner: account, mint, gain: Number.MAX_SAFE_INTEGER }
    node.transactions.push({ signature: signature(), slot: 2_000, keys, token })
    await startProvider().all()
    const [item] = await startProvider().all()
    expect(item?.transfers[0]).toMatchObject({ amount: 9_007_199_254_740_991n, decimals: 6 })
  })
})
