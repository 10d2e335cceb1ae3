import { type CompiledContracts, compileContracts } from '@latchkey/dev-stack/compileContracts'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { createWriter, type Writer } from '@latchkey/dev-stack/Writer'
import type { NetworkId } from '@latchkey/wire/caip'
import { encodeFunctionData, erc20Abi, getContractAddress, type Hex, pad, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { accountAt, useLocalEvm } from '../../routes/account/chainApi.fixture.js'
import { createAccountDiscoveryStore } from '../../store/accountDiscoveries.js'
import { createAccountHistoryStore, type HistoryLimits } from '../../store/accountHistory.js'
import { type Database, openDatabase } from '../../store/openDatabase.js'
import {
  createLongTimeoutNodes,
  createLongTimeoutOutbound,
  longTimeoutClock,
} from '../../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createChainSources } from '../createChainSources.js'
import type { HistoryItem } from './HistoryItem.js'

const chain: NetworkId = 'eip155:1'
const main = useLocalEvm(1)
const sender = accountAt(4)

let database: Database
let compiled: CompiledContracts
let writer: Writer
beforeAll(async () => {
  database = await openTemporaryDatabase()
  compiled = await compileContracts()
  writer = createWriter(main, 1, compiled)
})
afterAll(() => database.stop())

type Call = { readonly method: string; readonly params: readonly unknown[] }

/** A provider process: nothing in memory, but the same database as the others. */
function startProvider({
  sql = database.sql,
  isKeeping = true,
  canSearch = true,
  lie = (_call: Call, result: unknown) => result,
  limits = {},
  now = Date.now,
}: {
  readonly sql?: Database['sql']
  readonly isKeeping?: boolean
  readonly canSearch?: boolean
  readonly lie?: (call: Call, result: unknown) => unknown
  readonly limits?: Partial<HistoryLimits>
  readonly now?: () => number
} = {}) {
  const calls: Call[] = []
  const outbound = createLongTimeoutOutbound(main.settings.upstreams)
  const http: HttpClient = {
    async send(url, request) {
      const { id, method, params } = JSON.parse(request.body ?? '{}')
      calls.push({ method, params })
      const answer =
        canSearch || !method.startsWith('ots_')
          ? JSON.parse(new TextDecoder().decode((await outbound.send(url, request)).bytes))
          : { id, jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } }
      if (answer.result !== undefined) answer.result = lie({ method, params }, answer.result)
      const bytes = new TextEncoder().encode(JSON.stringify(answer))
      return { status: 200, headers: {}, bytes }
    },
  }
  const nodes = createLongTimeoutNodes([main.settings], { http, web: http })
  const historyStore = isKeeping ? createAccountHistoryStore(sql, now, limits) : undefined
  const discoveryStore = isKeeping ? createAccountDiscoveryStore(sql, now) : undefined
  const sources = createChainSources({
    ...{ nodes, http, web: http, clock: longTimeoutClock, historyStore, discoveryStore },
    localNames: { reverse: async () => [] },
  })
  const page = (account: Hex, cursor?: string) =>
    sources.history.readPage([chain], account.toLowerCase(), cursor)

  async function all(account: Hex): Promise<readonly HistoryItem[]> {
    const items: HistoryItem[] = []
    let cursor: string | undefined
    do {
      const { items: more, next } = await page(account, cursor)
      items.push(...more)
      cursor = next ?? undefined
    } while (cursor !== undefined)
    return items
  }

  return { calls, nfts: sources.nfts, historyStore, discoveryStore, page, all }
}

/** The history as the chain has it now, read without a database. */
const truth = (account: Hex, canSearch = true) =>
  startProvider({ isKeeping: false, canSearch }).all(account)

const fresh = () => privateKeyToAddress(generatePrivateKey())
const send = (to: Hex, value = 1n) => writer.send(sender, { to, value })
const sendToken = (to: Hex, amount = 1n) =>
  writer.send(main.faucet, {
    to: localAddresses.usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
const mine = (blocks: number) => main.rpc('anvil_mine', toHex(blocks))
const head = async () => Number(await main.rpc('eth_blockNumber'))
const snapshot = () => main.rpc('evm_snapshot')

async function revert(to: unknown): Promise<void> {
  await main.rpc('evm_revert', to)
  // It counts nonces itself.
  writer = createWriter(main, 1, compiled)
}

async function storedRows(account: Hex) {
  return database.sql<{ block: string; index: number; entry: string }[]>`
    select block, index, entry from account_transactions
    join account_histories on id = history_id where account = ${account.toLowerCase()}
    order by block desc, index desc`
}

describe('a second visit', () => {
  it('reads only new blocks, also in another process', async () => {
    const account = fresh()
    for (let count = 0; count < 3; count += 1) {
      await send(account)
      await sendToken(account)
    }
    await mine(40)
    expect((await startProvider().page(account)).items.length).toBe(6)
    const known = await head()
    await sendToken(account)
    await send(account)
    const second = startProvider()
    expect(await second.all(account)).toEqual(await truth(account))
    const logs = second.calls.filter(({ method }) => method === 'eth_getLogs')
    expect(logs.length).toBeGreaterThan(0)
    for (const { params } of logs) {
      const [{ fromBlock }] = params as [{ fromBlock: Hex }]
      expect(Number(fromBlock)).toBeGreaterThan(known - 17)
    }
    const methods = second.calls.map(({ method }) => method)
    expect(methods).not.toContain('ots_searchTransactionsBefore')
  })

  it('reads no logs while no block is new', async () => {
    const account = fresh()
    await send(account)
    await sendToken(account)
    const first = await startProvider().page(account)
    const second = startProvider()
    expect(await second.page(account)).toEqual(first)
    const methods = new Set(second.calls.map(({ method }) => method))
    expect([...methods].sort()).toEqual(['eth_chainId', 'eth_getBlockByNumber'])
  })

  it.each([true, false])(
    'continues where paging ended (nodes that search: %s)',
    async (canSearch) => {
      const account = fresh()
      for (let count = 0; count < 120; count += 1) await sendToken(account, BigInt(count + 1))
      const first = await startProvider({ canSearch }).page(account)
      for (let count = 0; count < 20; count += 1) await sendToken(account)
      const expected = await truth(account, canSearch)
      expect(expected.length).toBe(140)
      expect(await startProvider({ canSearch }).all(account)).toEqual(expected)
      expect(await startProvider({ canSearch }).all(account)).toEqual(expected)
      const rest = await startProvider({ canSearch }).page(account, first.next ?? undefined)
      expect(rest.items).toEqual(expected.slice(70, 120))
    },
  )
})

describe('a reorganisation', () => {
  it.each([
    ['of a few blocks', 2, 3],
    ['of more blocks than are read again', 30, 40],
    ['of more blocks than have a checkpoint', 600, 700],
  ])('%s is healed', async (_, dropped, added) => {
    const account = fresh()
    await sendToken(account, 7n)
    const before = await snapshot()
    await sendToken(account, 8n)
    await send(account, 8n)
    await mine(dropped)
    const seen = await startProvider().all(account)
    expect(seen.length).toBe(3)
    await revert(before)
    await send(account, 9n)
    await mine(added)
    const expected = await truth(account)
    expect(expected.length).toBe(2)
    expect(await startProvider().all(account)).toEqual(expected)
    expect((await storedRows(account)).length).toBe(2)
  })

  it('that ends at the same height is healed in the same process', async () => {
    const account = fresh()
    await sendToken(account, 7n)
    const provider = startProvider()
    const before = await snapshot()
    await send(account, 8n)
    expect((await provider.all(account)).length).toBe(2)
    const height = await head()
    await revert(before)
    await send(fresh(), 9n)
    expect(await head()).toBe(height)
    expect((await provider.all(account)).map(({ hash }) => hash)).toEqual(
      (await truth(account)).map(({ hash }) => hash),
    )
    expect((await storedRows(account)).length).toBe(1)
  })
})

describe('assets found in logs', () => {
  const nftsOf = async (account: Hex, provider = startProvider()) =>
    (await provider.nfts.readPage(chain, account.toLowerCase() as Hex, undefined)).items.map(
      ({ nft }) => nft.tokenId,
    )

  it('are not looked for again in another process, and healed after a reorganisation', async () => {
    const account = fresh()
    const contract = writer.contract('Collectible')
    const nonce = BigInt(
      await main.rpc<string>('eth_getTransactionCount', sender.address, 'latest'),
    )
    await writer.deploy(sender, contract, ['Wanderers', 'WND'])
    const to = getContractAddress({ from: sender.address, nonce })
    const mint = () =>
      writer.call({ from: sender, to, abi: contract.abi, name: 'mint', args: [account] })
    await mint()
    const [first] = await nftsOf(account)
    expect(first).toBeDefined()
    await mine(20)
    const known = await head()
    const before = await snapshot()
    await mint()
    const second = startProvider()
    expect((await nftsOf(account, second)).length).toBe(2)
    const logs = second.calls.filter(({ method }) => method === 'eth_getLogs')
    for (const { params } of logs) {
      const [{ fromBlock }] = params as [{ fromBlock: Hex }]
      expect(Number(fromBlock)).toBeGreaterThan(known - 40)
    }
    await revert(before)
    await mine(3)
    expect(await nftsOf(account)).toEqual([first])
  })
})

describe('two processes on one database', () => {
  it('keep one correct history', async () => {
    const account = fresh()
    for (let count = 0; count < 60; count += 1) await sendToken(account)
    const both = [startProvider(), startProvider()]
    for (let round = 0; round < 3; round += 1) {
      await send(account)
      const pages = await Promise.all([...both, ...both].map(({ all }) => all(account)))
      const expected = await truth(account)
      for (const page of pages) expect(page).toEqual(expected)
    }
    expect((await storedRows(account)).length).toBe(63)
  })
})

describe('a node that lies about logs', () => {
  const address = (account: Hex) => pad(account.toLowerCase() as Hex, { size: 32 })

  it('never adds a wrong row', async () => {
    const [account, other] = [fresh(), fresh()]
    await sendToken(account, 5n)
    await sendToken(account, 6n)
    await sendToken(other, 9n)
    await mine(3)
    const expected = await truth(account, false)
    const lie = ({ method, params }: Call, result: unknown) => {
      if (method !== 'eth_getLogs') return result
      const logs = result as Record<string, unknown>[]
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
      return logs.flatMap((log) => {
        const topics = log.topics as Hex[]
        const toOther = topics.map((topic) => (topic === address(account) ? address(other) : topic))
        return [
          log,
          { ...log },
          { ...log, topics: toOther, logIndex: '0x7' },
          { ...log, logIndex: '0x8', removed: true },
          { ...log, logIndex: '0x9', blockNumber: toHex(Number(toBlock) + 1) },
          ...(Number(fromBlock) > 0
            ? [{ ...log, logIndex: '0xa', blockNumber: toHex(Number(fromBlock) - 1) }]
            : []),
        ]
      })
    }
    const liar = () => startProvider({ canSearch: false, lie })
    expect(await liar().all(account)).toEqual(expected)
    expect(await startProvider({ canSearch: false }).all(account)).toEqual(expected)
    expect((await storedRows(account)).length).toBe(2)
  })

  it('is not stored when it names another block for a transaction', async () => {
    const account = fresh()
    await sendToken(account, 5n)
    await mine(3)
    const expected = await truth(account, false)
    const lie = ({ method }: Call, result: unknown) =>
      method === 'eth_getLogs'
        ? (result as { blockNumber: Hex }[]).map((log) => ({
            ...log,
            blockNumber: toHex(Number(log.blockNumber) + 1),
          }))
        : result
    expect(await startProvider({ canSearch: false, lie }).all(account)).toEqual([])
    expect(await storedRows(account)).toEqual([])
    expect(await startProvider({ canSearch: false }).all(account)).toEqual(expected)
  })

  it('is not stored when it does not know a transaction', async () => {
    const account = fresh()
    await sendToken(account, 5n)
    const expected = await truth(account, false)
    const lie = ({ method }: Call, result: unknown) =>
      method === 'eth_getTransactionByHash' ? null : result
    expect(await startProvider({ canSearch: false, lie }).all(account)).toEqual([])
    expect(await startProvider({ canSearch: false }).all(account)).toEqual(expected)
  })
})

describe('the stored size', () => {
  it('is limited per account, and the rest is read from the nodes', async () => {
    const account = fresh()
    for (let count = 0; count < 130; count += 1) await sendToken(account)
    const limits = { accountBytes: 30_000 }
    const expected = await truth(account)
    expect(expected.length).toBe(130)
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await startProvider({ limits }).all(account)).toEqual(expected)
    }
    await sendToken(account)
    expect(await startProvider({ limits }).all(account)).toEqual(await truth(account))
    const rows = await storedRows(account)
    const size = rows.reduce((sum, { entry }) => sum + entry.length, 0)
    expect(size).toBeLessThanOrEqual(limits.accountBytes)
    expect(rows.length).toBeGreaterThan(50)
    const [{ bytes }] = await database.sql<[{ bytes: string }]>`
      select bytes from account_histories where account = ${account.toLowerCase()}`
    expect(Number(bytes)).toBe(size)
  })

  it('shrinks by the accounts that nobody asks for any more', async () => {
    const [idle, busy] = [fresh(), fresh()]
    await send(idle)
    await send(busy)
    const start = Date.now()
    const day = 86_400_000
    await startProvider({ now: () => start }).page(idle)
    await startProvider({ now: () => start + 20 * day }).page(busy)
    const later = startProvider({ now: () => start + 31 * day })
    await later.historyStore?.sweep()
    await later.discoveryStore?.sweep()
    expect(await storedRows(idle)).toEqual([])
    expect((await storedRows(busy)).length).toBe(1)
  })

  it('is limited for all accounts together', async () => {
    const own = await openTemporaryDatabase()
    try {
      const accounts = [fresh(), fresh(), fresh()]
      const start = Date.now()
      for (const [index, account] of accounts.entries()) {
        await send(account)
        await startProvider({ sql: own.sql, now: () => start + index }).page(account)
      }
      const [{ bytes }] = await own.sql<[{ bytes: string }]>`
        select max(bytes) as bytes from account_histories`
      const limits = { totalBytes: (Number(bytes) + 500) * 2.5 }
      await startProvider({ sql: own.sql, limits }).historyStore?.sweep()
      const left = await own.sql<{ account: string }[]>`
        select account from account_histories order by asked_at`
      expect(left.map(({ account }) => account)).toEqual(
        accounts.slice(1).map((account) => account.toLowerCase()),
      )
    } finally {
      await own.stop()
    }
  })
})

it('reads the nodes while the database is down', async () => {
  const account = fresh()
  await sendToken(account)
  const gone = await openDatabase({ url: database.url })
  await gone.stop()
  expect(await startProvider({ sql: gone.sql }).all(account)).toEqual(await truth(account))
})
