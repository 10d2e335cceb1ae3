import { getAddressDecoder, getBase58Decoder } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { answerDas, type TokenAccountFact } from '../../sources/indexes/das.fixture.js'
import { answerHeliusHistory } from '../../sources/indexes/heliusHistory.fixture.js'
import type { KeyedIndex } from '../../sources/indexes/openIndexes.js'
import {
  type StandIn,
  type StandInRequest,
  type StandInResponse,
  startStandIn,
} from '../../sources/onramp/drivers/standIn.fixture.js'
import type { TestApi } from '../../testing/apiFixture.js'
import { createChainApi } from './chainApi.fixture.js'
import { mainnet, token2022Program, tokenProgram, useSolanaNode } from './solanaNode.fixture.js'

const node = useSolanaNode()
const owner = '5aZZ4duJUKiMsJN9vRsoAn4SDX7agvKu7Q3QdFWRfWze'
const stranger = 'FidaeBkZkvDqi1GXNEwB8uWmj9Ngx2HXSS5nyGRuVFcZ'
const key = 'the-secret-key-of-the-operator'

/** Addresses that differ by kind and number. */
function addressAt(kind: number, index: number) {
  const bytes = new Uint8Array(32).fill(kind)
  bytes[0] = index % 256
  bytes[1] = index >> 8
  return String(getAddressDecoder().decode(bytes))
}
const mintAt = (index: number) => addressAt(7, index)
const accountAt = (index: number) => addressAt(9, index)
const signatureAt = (index: number) => {
  const bytes = new Uint8Array(64).fill(5)
  bytes[0] = index % 256
  bytes[1] = index >> 8
  return getBase58Decoder().decode(bytes)
}

let standIn: StandIn
let facts: TokenAccountFact[]
const log: LogLine[] = []
beforeAll(async () => {
  standIn = await startStandIn()
})
beforeEach(() => {
  facts = []
  standIn.requests.length = 0
  standIn.respond = answerTruly
})
afterAll(() => standIn.stop())

function answerTruly(request: StandInRequest): StandInResponse {
  if (request.method === 'POST') return answerDas([], request, facts)
  const rows = [...node.transactions]
    .reverse()
    .filter(({ keys, token }) => keys.includes(owner) || token?.owner === owner)
    .map(({ signature, slot, keys }) => ({ signature, slot, payer: String(keys[0]) }))
  return answerHeliusHistory(rows, request)
}

const common = { chains: [mainnet] as [typeof mainnet], perSecond: 1_000, key }
const helius = (url: string): KeyedIndex => ({
  ...{ ...common, driver: 'helius', keyFile: 'helius.key', url, historyUrl: url },
})
const triton = (url: string): KeyedIndex => ({ ...common, driver: 'triton', url })

const open = (indexes: readonly KeyedIndex[]) =>
  createChainApi([node.settings], { indexes, log: (line) => log.push(line) })

/** Gives the owner tokens, in the node and in the index. */
function give(
  index: number,
  amount: string,
  { mint = mintAt(index), address = accountAt(index), isNew = false } = {},
) {
  const parsed = { type: 'mint', info: { decimals: 6 } }
  node.accounts.set(mint, { owner: token2022Program, data: new Uint8Array(82), parsed })
  const held = node.held.get(owner) ?? []
  const program = isNew ? token2022Program : tokenProgram
  node.held.set(owner, [...held, { address, mint, amount, program }])
  // A service's own amount is older or rounded, and is not used.
  facts.push({ address, owner, mint, amount: 1 })
}

async function balances(api: TestApi, query: Record<string, unknown> = {}) {
  const answer = await api.get(`/v1/account/${owner}/balance`, {
    query: { chainId: mainnet, ...query },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).not.toContain(key)
  type Balance = { readonly name: string; readonly quantity: { readonly numeric: string } }
  return (answer.json.balances as Balance[]).sort((a, b) => a.name.localeCompare(b.name))
}

/** Nodes that do not list the token accounts of an owner, as some public ones. */
const stopListing = () => node.refused.add('getTokenAccountsByOwner')

const amounts = async (api: TestApi) =>
  (await balances(api)).map(({ quantity }) => quantity.numeric).sort()

const faults: Readonly<Record<string, () => StandInResponse>> = {
  'status 429': () => ({ status: 429, headers: { 'retry-after': '30' }, body: key }),
  'status 500 with HTML': () => ({ status: 500, body: `<html>${key}</html>` }),
  'status 401': () => ({ status: 401, body: { error: `invalid api key ${key}` } }),
  'status 404': () => ({ status: 404, body: key }),
  'a redirect': () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }),
  HTML: () => ({ body: `<html>${key}</html>` }),
  'half an answer': () => ({ body: '{"jsonrpc":"2.0","id":1,"result":{"token_accounts":[{"addr' }),
  nothing: () => ({ body: '' }),
  null: () => ({ body: 'null' }),
  'a huge answer': () => ({ body: `"${'x'.repeat(5 * 1_048_576)}"` }),
  'an error': () => ({ body: { jsonrpc: '2.0', id: 2, error: { code: -32603, message: key } } }),
  'a rate limit in an error': () => ({
    body: { jsonrpc: '2.0', id: 2, error: { code: -32429, message: 'max usage reached' } },
  }),
  'another type': () => ({ body: { jsonrpc: '2.0', id: 2, result: 'ok' } }),
  'an empty object': () => ({ body: {} }),
}

/** Answers with a fault to everything but the question for the chain. */
function fail(respond: () => StandInResponse) {
  standIn.respond = (request) =>
    request.body?.method === 'getGenesisHash' ? answerTruly(request) : respond()
}

/** Changes the rows of token accounts or transactions. */
function lie(change: (row: Record<string, unknown>) => Record<string, unknown>) {
  standIn.respond = (request) => {
    const answer = answerTruly(request)
    if (Array.isArray(answer.body)) return { body: answer.body.map(change) }
    const body = structuredClone(answer.body) as {
      result: { token_accounts?: Record<string, unknown>[] }
    }
    const { token_accounts: rows } = body.result
    if (rows) body.result.token_accounts = rows.map(change)
    return { body }
  }
}

describe.each([
  ['helius', helius],
  ['triton', triton],
])('balances by %s', (_, settings) => {
  const indexed = () => open([settings(standIn.url)])

  it('are found on nodes that do not list them, with exact amounts', async () => {
    give(1, '18446744073709551615')
    give(2, '9007199254740993', { isNew: true })
    give(3, '5')
    give(4, '7', { mint: mintAt(3) })
    const truth = await balances(open([]))
    stopListing()
    expect(await balances(open([]))).toHaveLength(1)
    expect(await balances(indexed())).toEqual(truth)
    expect(await amounts(indexed())).toEqual([
      '0.000012',
      '1',
      '18446744073709.551615',
      '9007199254.740993',
    ])
  })

  it('come from all pages', async () => {
    for (let index = 0; index < 1_005; index += 1) give(index, '1')
    stopListing()
    expect(await balances(indexed())).toHaveLength(1_006)
    const pages = standIn.requests.flatMap(({ body }) => body.params.page ?? [])
    expect(pages).toEqual([1, 2])
  })

  /** https://www.helius.dev/docs/das/fungible-token-extension names this owner, mint and token account. */
  it('have a token that was just received and is named', async () => {
    const mint = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'
    give(1, '5')
    give(2, '8', { mint, address: 'H7iLu4DPFpzEx1AGN8BCN7Qg966YFndt781p6ukhgki9' })
    facts.pop()
    stopListing()
    expect(await amounts(indexed())).toEqual(['0.000005', '1'])
    const found = await balances(indexed(), { forceUpdate: `${mainnet}:${mint}` })
    expect(found.map(({ quantity }) => quantity.numeric).sort()).toEqual([
      '0.000005',
      '0.000008',
      '1',
    ])
  })

  it('are those of the nodes where they list them', async () => {
    give(1, '1500000')
    facts.pop()
    expect(await amounts(indexed())).toEqual(['1', '1.5'])
    expect(standIn.requests).toHaveLength(0)
  })

  it.each(Object.entries(faults))('are not wrong when it answers with %s', async (_, fault) => {
    give(1, '1500000')
    give(2, '2500000', { isNew: true })
    stopListing()
    fail(fault)
    const api = indexed()
    expect(await amounts(api)).toEqual(['1'])
    standIn.requests.length = 0
    await api.get(`/v1/account/${stranger}/balance`, { query: { chainId: mainnet } })
    // It is left alone for a while.
    expect(standIn.requests).toHaveLength(0)
  })

  it('come from the next one', async () => {
    give(1, '1500000')
    const truth = await balances(open([]))
    stopListing()
    fail(() => ({ status: 500, body: '' }))
    const good = await startStandIn()
    good.respond = answerTruly
    expect(await balances(open([settings(standIn.url), settings(good.url)]))).toEqual(truth)
    await good.stop()
  })

  it.each<[string, (row: Record<string, unknown>) => Record<string, unknown>]>([
    ['other owners', (row) => ({ ...row, owner: stranger })],
    ['no owners', ({ owner: _, ...row }) => row],
    ['addresses of nothing', (row) => ({ ...row, address: addressAt(3, 3) })],
    ['mints instead of accounts', (row) => ({ ...row, address: row.mint })],
    ['token accounts of others', (row) => ({ ...row, address: accountAt(90) })],
    ['invalid addresses', (row) => ({ ...row, address: '../../etc/passwd' })],
    ['numbers as addresses', (row) => ({ ...row, address: 5 })],
    ['other amounts', (row) => ({ ...row, amount: '99999999999999999999' })],
    ['negative amounts', (row) => ({ ...row, amount: -1 })],
    ['other mints', (row) => ({ ...row, mint: mintAt(90) })],
    ['other types', () => ({})],
  ])('are never wrong: %s', async (_, change) => {
    give(1, '1500000')
    give(2, '2500000', { isNew: true })
    const others = { address: accountAt(90), mint: mintAt(1), amount: '7', program: tokenProgram }
    node.held.set(stranger, [others])
    const truth = await balances(open([]))
    stopListing()
    lie(change)
    const found = await balances(indexed())
    for (const one of found) expect(truth).toContainEqual(one)
  })

  it('are not counted twice', async () => {
    give(1, '1500000')
    const truth = await balances(open([]))
    stopListing()
    facts.push(...facts)
    expect(await balances(indexed())).toEqual(truth)
  })

  it('are not looked for on another chain', async () => {
    give(1, '1500000')
    stopListing()
    standIn.respond = (request) =>
      request.body.method === 'getGenesisHash'
        ? { body: { jsonrpc: '2.0', id: request.body.id, result: 'EtWTRABZaYq6iMfeYKouRu166VU2' } }
        : answerTruly(request)
    expect(await amounts(indexed())).toEqual(['1'])
    expect(standIn.requests.map(({ body }) => body.method)).toEqual(['getGenesisHash'])
  })
})

/** The owner's transactions: every third only changes a token account. */
function happen(count: number) {
  give(1, '1')
  for (let index = 0; index < count; index += 1) {
    const common = { signature: signatureAt(index), slot: 100 + index }
    const isToken = index % 3 === 0
    node.transactions.push(
      isToken
        ? {
            ...common,
            keys: [stranger, accountAt(1)],
            token: { owner, mint: mintAt(1), gain: 5 },
          }
        : { ...common, keys: [stranger, owner], gains: [-7, 7] },
    )
  }
}

async function history(api: TestApi) {
  const data: { readonly id: string }[] = []
  let cursor: string | undefined
  do {
    const answer = await api.get(`/v1/account/${owner}/history`, {
      query: { chainId: mainnet, ...(cursor !== undefined && { cursor }) },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(key)
    data.push(...answer.json.data)
    cursor = answer.json.next ?? undefined
  } while (cursor !== undefined)
  return data
}

describe('the history by helius', () => {
  const indexed = () => open([helius(standIn.url)])
  const asked = () => node.standIn.requests.map(({ body }) => body.method)

  it('is complete, in pages, also of token accounts that the node does not list', async () => {
    happen(120)
    const truth = await history(open([]))
    expect(truth).toHaveLength(120)
    stopListing()
    node.refused.add('getSignaturesForAddress')
    expect(await history(indexed())).toEqual(truth)
    const [first, second] = standIn.requests.filter(({ method }) => method === 'GET')
    expect(first?.path).toBe(`/v0/addresses/${owner}/transactions`)
    expect(Object.fromEntries(first?.query ?? [])).toEqual({
      'api-key': key,
      limit: '50',
      commitment: 'finalized',
      'token-accounts': 'balanceChanged',
    })
    expect(second?.query.get('before-signature')).toBe(signatureAt(70))
  })

  it('is asked for once by several visitors', async () => {
    happen(5)
    const api = indexed()
    const [first, second] = await Promise.all([history(api), history(api)])
    expect(second).toEqual(first)
    expect(await history(api)).toEqual(first)
    expect(standIn.requests).toHaveLength(1)
  })

  it.each(Object.entries(faults))(
    'comes from the nodes when it answers with %s',
    async (_, fault) => {
      happen(60)
      const truth = await history(open([]))
      fail(fault)
      expect(await history(indexed())).toEqual(truth)
    },
  )

  it('goes on with the nodes when it fails on the second page', async () => {
    happen(120)
    const truth = await history(open([]))
    standIn.respond = (request) =>
      request.query.has('before-signature') ? { status: 500, body: '' } : answerTruly(request)
    const found = await history(indexed())
    expect(found.map(({ id }) => id)).toEqual(truth.map(({ id }) => id))
  })

  it('does not stop the other uses of a key whose plan lacks it', async () => {
    happen(3)
    standIn.respond = (request) =>
      request.method === 'GET' ? { status: 403, body: key } : answerTruly(request)
    const api = indexed()
    await history(api)
    standIn.requests.length = 0
    stopListing()
    await balances(api)
    expect(standIn.requests.map(({ body }) => body.method)).toContain('getTokenAccounts')
  })

  it.each<[string, (row: Record<string, unknown>) => Record<string, unknown>]>([
    ['transactions that do not exist', (row) => ({ ...row, signature: signatureAt(999) })],
    ['transactions of others', (row) => ({ ...row, signature: signatureAt(500) })],
    ['other slots', (row) => ({ ...row, slot: 7 })],
    ['slots that are no numbers', (row) => ({ ...row, slot: '100' })],
    ['negative slots', (row) => ({ ...row, slot: -1 })],
    ['invalid signatures', (row) => ({ ...row, signature: '../../etc/passwd' })],
    ['other times', (row) => ({ ...row, timestamp: 1 })],
    ['other types', () => ({})],
  ])('is never wrong: %s', async (_, change) => {
    happen(30)
    const common = { signature: signatureAt(500), slot: 500 }
    node.transactions.push({ ...common, keys: [stranger, mintAt(1)], gains: [-1, 1] })
    const truth = await history(open([]))
    lie(change)
    const found = await history(indexed())
    expect(found.length).toBeGreaterThan(0)
    for (const one of found) expect(truth).toContainEqual(one)
  })

  it('is never out of order', async () => {
    happen(30)
    const truth = await history(open([]))
    standIn.respond = (request) => {
      const { body } = answerTruly(request)
      return { body: Array.isArray(body) ? [...body].reverse() : body }
    }
    expect(await history(indexed())).toEqual(truth)
  })

  it('is not asked for from triton', async () => {
    happen(5)
    const truth = await history(open([]))
    expect(await history(open([triton(standIn.url)]))).toEqual(truth)
    expect(standIn.requests).toHaveLength(0)
    expect(asked()).toContain('getSignaturesForAddress')
  })
})

it('never writes the key or texts of a service to the log', () => {
  const failures = log.filter(({ event }) => event === 'index-failed')
  expect(failures.length).toBeGreaterThan(20)
  for (const line of failures) {
    expect(Object.keys(line).sort()).toEqual(['event', 'level', 'reason'])
    expect(line.reason).toMatch(/^IndexError [a-z-]+$/)
  }
  expect(JSON.stringify(log)).not.toContain(key)
})
