import { type LocalSolana, startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import type { Transaction } from '@latchkey/wire/http/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startScriptedNode } from '../../../reliability/scriptedNode.mjs'
import { createChainApi, createFailingApi, quickFaults } from './chainApi.fixture.js'

let solana: LocalSolana
let alice: string

beforeAll(async () => {
  solana = await startLocalSolana()
  alice = String(solana.accounts[0]?.address)
})

afterAll(() => solana?.stop())

const api = () => createChainApi([solana.settings])

// biome-ignore lint/suspicious/noExplicitAny: node responses have every shape.
async function rpc(method: string, ...params: unknown[]): Promise<any> {
  const answer = await fetch(solana.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { readonly result: unknown }).result
}

describe('a Solana account', () => {
  it('has exact balances', async () => {
    const answer = await api().get(`/v1/account/${alice}/balance`, {
      query: { chainId: solana.settings.id, currency: 'usd' },
    })
    expect(answer.status, answer.text).toBe(200)
    const [sol, ...tokens] = answer.json.balances
    const { value } = await rpc('getBalance', alice)
    expect(sol).toMatchObject({
      symbol: 'SOL',
      address: 'So11111111111111111111111111111111111111111',
      price: 150,
      quantity: { decimals: '9' },
    })
    expect(BigInt(Math.round(Number(sol.quantity.numeric) * 1e9))).toBe(BigInt(value))
    const usdc = tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDC')
    const held = await rpc(
      'getTokenAccountsByOwner',
      alice,
      { mint: usdc.address.split(':')[2] },
      { encoding: 'jsonParsed' },
    )
    expect(usdc).toMatchObject({
      address: `${solana.settings.id}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      price: 1,
      quantity: {
        decimals: '6',
        numeric: held.value[0].account.data.parsed.info.tokenAmount.uiAmountString,
      },
    })
  })

  it('has a history of SOL and tokens', async () => {
    const answer = await api().get(`/v1/account/${alice}/history`, {
      query: { chainId: solana.settings.id },
    })
    expect(answer.status, answer.text).toBe(200)
    const reported = answer.json.data.map(({ metadata, transfers }: Transaction) => [
      metadata.operationType,
      metadata.status,
      ...(transfers ?? []).map(
        (one) => `${one.direction} ${one.quantity.numeric} ${one.fungible_info?.symbol}`,
      ),
    ])
    expect(reported).toContainEqual(['receive', 'confirmed', 'in 5 SOL'])
    expect(reported).toContainEqual(['receive', 'confirmed', 'in 75 USDC'])
    expect(reported).toContainEqual(['send', 'confirmed', 'out 1.25 SOL'])
    const times = answer.json.data.map(({ metadata }: Transaction) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('has its history in pages', async () => {
    const to = String(solana.accounts[5]?.address)
    for (let count = 0; count < 60; count += 1) await rpc('requestAirdrop', to, 1_000_000 + count)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { json, status, text } = await api().get(`/v1/account/${to}/history`, {
        query: { chainId: solana.settings.id, cursor },
      })
      expect(status, text).toBe(200)
      seen.push(...json.data.map(({ id }: Transaction) => id))
      cursor = json.next ?? undefined
    } while (cursor !== undefined)
    expect(seen.length).toBeGreaterThanOrEqual(60)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('has no name and no picture', async () => {
    expect((await api().get(`/v1/identity/${alice}`)).json).toMatchObject({
      name: null,
      avatar: null,
    })
  })

  it('has prices', async () => {
    const addresses = [
      `${solana.settings.id}:So11111111111111111111111111111111111111111`,
      `${solana.settings.id}:${solana.settings.tokens[0]?.address}`,
    ]
    const { json } = await api().post('/v1/fungible/price', { currency: 'usd', addresses })
    expect(json.fungibles).toMatchObject([
      { address: addresses[0], symbol: 'SOL', price: 150, decimals: 9 },
      { address: addresses[1], price: 1, decimals: 6 },
    ])
  })

  it.each(['balance', 'history'])('rejects a %s of an EVM address', async (what) => {
    const answer = await api().get(`/v1/account/0x${'1'.repeat(40)}/${what}`, {
      query: { chainId: solana.settings.id },
    })
    expect(answer).toMatchObject({ status: 400, reasons: [{ field: 'address' }] })
  })

  it('has no NFTs among its tokens', async () => {
    const answer = await api().get(`/v1/account/${alice}/nfts`, {
      query: { chainId: solana.settings.id },
    })
    expect(answer).toMatchObject({ status: 200, json: { data: [], next: null } })
  })

  it.concurrent.each(quickFaults)(
    'has correct balance and history when a node fails: %s',
    async (fault) => {
      const bad = await startScriptedNode({
        fault,
        answers: { getGenesisHash: await rpc('getGenesisHash') },
      })
      const query = { chainId: solana.settings.id }
      const both = createChainApi([{ ...solana.settings, upstreams: [bad.url, solana.url] }])
      const alone = createFailingApi(solana.settings, bad.url)
      for (const what of ['balance', 'history']) {
        const path = `/v1/account/${alice}/${what}`
        expect((await both.get(path, { query })).json).toEqual(
          (await api().get(path, { query })).json,
        )
        expect(await alone.get(path, { query })).toMatchObject({
          status: 503,
          reasons: [{ field: 'chainId' }],
        })
      }
      await bad.stop()
    },
  )
})
