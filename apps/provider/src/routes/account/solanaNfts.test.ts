import { getAddressDecoder } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { type AssetFact, answerDas } from '../../sources/indexes/das.fixture.js'
import type { KeyedIndex } from '../../sources/indexes/openIndexes.js'
import {
  type StandIn,
  type StandInResponse,
  startStandIn,
} from '../../sources/onramp/drivers/standIn.fixture.js'
import { createChainApi } from './chainApi.fixture.js'
import { mainnet, token2022Program, useSolanaNode } from './solanaNode.fixture.js'

const node = useSolanaNode()
const owner = 'HKKp49qGWXd639QsuH7JiLijfVW5UtCVY4s1n2HANwEA'
const stranger = 'FidaeBkZkvDqi1GXNEwB8uWmj9Ngx2HXSS5nyGRuVFcZ'
const key = 'the-secret-key-of-the-operator'
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const addressAt = (index: number) => {
  const bytes = new Uint8Array(32).fill(1)
  bytes[0] = index
  return String(getAddressDecoder().decode(bytes))
}

let standIn: StandIn
let facts: AssetFact[]
const log: LogLine[] = []
beforeAll(async () => {
  standIn = await startStandIn()
})
beforeEach(() => {
  facts = []
  standIn.requests.length = 0
  standIn.respond = (request) => answerDas(facts, request)
})
afterAll(() => standIn.stop())

const web: HttpClient = {
  async send(url) {
    const files: Readonly<Record<string, Uint8Array>> = {
      'https://meta.example/nft': new TextEncoder().encode(
        JSON.stringify({
          name: 'Signal #1',
          description: 'On chain.',
          image: 'https://pictures.example/1.png',
          collection: { name: 'Signals' },
        }),
      ),
      'https://pictures.example/1.png': pixel,
    }
    return { status: files[url] ? 200 : 404, headers: {}, bytes: files[url] ?? new Uint8Array() }
  },
}

const common = { chains: [mainnet] as [typeof mainnet], perSecond: 1_000, key }
const drivers: readonly ((url: string) => KeyedIndex)[] = [
  (url) => ({ ...common, driver: 'helius', keyFile: 'helius.key', url, historyUrl: url }),
  (url) => ({ ...common, driver: 'triton', url }),
]

function open(indexes: readonly KeyedIndex[]) {
  return createChainApi([node.settings], { web, indexes, log: (line) => log.push(line) })
}

async function pages(api = open([]), of = owner) {
  const data: Record<string, unknown>[] = []
  let cursor: string | undefined
  do {
    const answer = await api.get(`/v1/account/${of}/nfts`, {
      query: { chainId: mainnet, ...(cursor !== undefined && { cursor }) },
    })
    expect(answer.status, answer.text).toBe(200)
    data.push(...answer.json.data)
    cursor = answer.json.next ?? undefined
  } while (cursor !== undefined)
  return data
}

/** A Token-2022 mint that names itself. */
function give(mint: string, { amount = '1', decimals = 0, uri = 'https://meta.example/nft' } = {}) {
  const state = { mint, name: 'Signal', symbol: 'SIG', uri }
  const extensions = [
    { extension: 'metadataPointer', state: { metadataAddress: mint } },
    { extension: 'tokenMetadata', state },
  ]
  const parsed = { type: 'mint', info: { decimals, extensions } }
  node.accounts.set(mint, { owner: token2022Program, data: new Uint8Array(82), parsed })
  const held = node.held.get(owner) ?? []
  node.held.set(owner, [...held, { mint, amount, program: token2022Program }])
}

describe('the NFTs of a Solana account', () => {
  it('are tokens without decimals that have a document', async () => {
    give(addressAt(1))
    give(addressAt(2), { decimals: 6 })
    give(addressAt(3), { uri: '' })
    give(addressAt(4), { amount: '0' })
    expect(await pages()).toEqual([
      {
        chainId: mainnet,
        standard: 'SPL',
        collection: { address: addressAt(1), name: 'Signals' },
        tokenId: '0',
        quantity: '1',
        name: 'Signal #1',
        description: 'On chain.',
        image: expect.stringMatching(
          new RegExp(`/public/getMintImage/${mainnet}/${addressAt(1)}$`),
        ),
        isSpam: false,
      },
    ])
  })

  it('come in pages', async () => {
    for (let index = 0; index < 60; index += 1) give(addressAt(index))
    const found = await pages()
    expect(found).toHaveLength(60)
    expect(new Set(found.map(({ collection }) => JSON.stringify(collection))).size).toBe(60)
  })

  it.each(['c.1', 'm.0OIl', 'x.1', 'c.x'])('reject the cursor of %s', async (position) => {
    const cursor = Buffer.from(`${mainnet}=${position}`).toString('base64url')
    const query = { chainId: mainnet, cursor }
    const answer = await open([]).get(`/v1/account/${owner}/nfts`, { query })
    expect([400, 503]).toContain(answer.status)
  })
})

describe.each(drivers)('compressed NFTs by %o', (settings) => {
  const indexed = () => open([settings(standIn.url)])
  const mine = (index: number, more: Partial<AssetFact> = {}): AssetFact => ({
    id: addressAt(index),
    owner,
    name: `Key ${index}`,
    ...more,
  })

  it('come after the others, in pages', async () => {
    give(addressAt(200))
    facts = Array.from({ length: 50 }, (_, index) => mine(index))
    facts.push({ ...mine(100), owner: stranger }, mine(101, { isBurnt: true }))
    const found = await pages(indexed())
    expect(found.map(({ name }) => name)).toEqual([
      'Signal #1',
      ...Array.from({ length: 50 }, (_, index) => `Key ${index}`),
    ])
    expect(found[1]).toMatchObject({
      standard: 'CNFT',
      collection: { address: addressAt(0), name: 'Mad Keys' },
      quantity: '1',
      image: null,
    })
  })

  it('have images that the provider serves', async () => {
    facts = [
      mine(1, { image: 'https://pictures.example/1.png' }),
      mine(2, { image: 'javascript:1' }),
    ]
    const [first, second] = await pages(indexed())
    expect(second).toMatchObject({ image: null })
    const path = new URL(String(first?.image)).pathname
    for (const api of [indexed(), open([settings(standIn.url)])]) {
      const picture = await api.get(path, { projectId: null })
      expect(picture.status, picture.text).toBe(200)
      expect(Buffer.from(picture.bytes).equals(pixel)).toBe(true)
    }
  })

  it('have cleaned names', async () => {
    facts = [mine(1, { name: 'Claim at evil.com \u202Exyz<script>' })]
    expect(await pages(indexed())).toMatchObject([
      { name: 'Claim at evil.com xyz<script>', isSpam: true },
    ])
  })

  const silence: Readonly<Record<string, () => StandInResponse>> = {
    'status 429': () => ({ status: 429, body: key }),
    'status 500': () => ({ status: 500, body: `<html>${key}</html>` }),
    'a rejected key': () => ({ status: 401, body: { error: `invalid api key ${key}` } }),
    HTML: () => ({ body: '<html></html>' }),
    'an error': () => ({ body: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: key } } }),
    'no items': () => ({ body: { jsonrpc: '2.0', id: 2, result: {} } }),
  }
  it.each(Object.entries(silence))('fail over when it answers with %s', async (_, respond) => {
    facts = [mine(1)]
    const good = await startStandIn()
    good.respond = (request) => answerDas(facts, request)
    standIn.respond = respond
    const both = open([settings(standIn.url), settings(good.url)])
    expect(await pages(both)).toHaveLength(1)
    await good.stop()
    const cursor = Buffer.from(`${mainnet}=c.1`).toString('base64url')
    const answer = await indexed().get(`/v1/account/${owner}/nfts`, {
      query: { chainId: mainnet, cursor },
    })
    expect(answer).toMatchObject({ status: 503, reasons: [{ field: 'chainId' }] })
    expect(answer.text).not.toContain(key)
    expect(JSON.stringify(log)).not.toContain(key)
  })

  it.each<[string, (asset: Record<string, unknown>) => Record<string, unknown>]>([
    ['another owner', (asset) => ({ ...asset, ownership: { owner: stranger } })],
    ['no owner', (asset) => ({ ...asset, ownership: null })],
    ['burnt assets', (asset) => ({ ...asset, burnt: true })],
    ['assets that are not compressed', (asset) => ({ ...asset, compression: {} })],
    ['ids that are no addresses', (asset) => ({ ...asset, id: '../../etc/passwd' })],
    ['other types', () => ({})],
  ])('are not shown if it answers with %s', async (_, change) => {
    facts = [mine(1)]
    standIn.respond = (request) => {
      const answer = answerDas(facts, request)
      const { result } = answer.body as { result: { items?: Record<string, unknown>[] } }
      if (result.items) result.items = result.items.map(change)
      return answer
    }
    const cursor = Buffer.from(`${mainnet}=c.1`).toString('base64url')
    const query = { chainId: mainnet, cursor }
    expect(await indexed().get(`/v1/account/${owner}/nfts`, { query })).toMatchObject({
      status: 503,
    })
  })

  it('are not shown twice', async () => {
    facts = [mine(1), mine(1)]
    expect(await pages(indexed())).toHaveLength(1)
  })

  it('are not shown from another chain', async () => {
    facts = [mine(1)]
    standIn.respond = (request) => {
      const answer = answerDas(facts, request)
      if (request.body.method !== 'getGenesisHash') return answer
      return {
        body: { jsonrpc: '2.0', id: request.body.id, result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
      }
    }
    const cursor = Buffer.from(`${mainnet}=c.1`).toString('base64url')
    const query = { chainId: mainnet, cursor }
    expect(await indexed().get(`/v1/account/${owner}/nfts`, { query })).toMatchObject({
      status: 503,
    })
  })

  it('are asked for with the key', async () => {
    facts = [mine(1)]
    await pages(indexed())
    const [request] = standIn.requests
    const isInQuery = request?.query.get('api-key') === key
    expect(isInQuery || request?.path === `/${key}`).toBe(true)
  })
})
