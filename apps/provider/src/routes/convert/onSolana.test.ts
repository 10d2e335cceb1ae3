import { type LocalSolana, startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { type SolanaExchange, startSolanaExchange } from '@latchkey/dev-stack/startSolanaExchange'
import {
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { createExchanges } from '../../sources/convert/createExchanges.js'
import { openAggregators } from '../../sources/convert/openAggregators.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { createTestApi, type TestApi, testUrl } from '../../testing/apiFixture.js'
import {
  createLongTimeoutNodes,
  createLongTimeoutOutbound,
  longTimeoutClock,
} from '../../testing/longTimeoutNodes.js'
import { convertRoutes } from './index.js'

let chain: LocalSolana
let exchange: SolanaExchange
let api: TestApi
let sol: string
let usdc: string

beforeAll(async () => {
  chain = await startLocalSolana()
  exchange = await startSolanaExchange({ chain })
  api = apiOver(chain.settings)
  sol = `${chain.settings.id}:So11111111111111111111111111111111111111111`
  usdc = `${chain.settings.id}:${chain.settings.tokens[0]?.address}`
})
afterAll(() => Promise.all([exchange?.stop(), chain?.stop()]))

function apiOver(settings: ChainSettings, url = exchange.url): TestApi {
  const nodes = createLongTimeoutNodes([settings])
  const clock = longTimeoutClock
  const http = createLongTimeoutOutbound([url])
  const opened = openAggregators([{ driver: 'jupiter', url }], { http, clock, nodes })
  return createTestApi({
    routes: convertRoutes({
      ...{ nodes, clock },
      gasPrices: createGasPrices(nodes),
      exchanges: createExchanges({ nodes, clock, ...opened }),
    }),
  })
}

const user = (index = 0) => chain.accounts[index]?.address ?? ''

const quote = (query: Record<string, string> = {}, at = api) =>
  at.get('/v1/convert/quotes', {
    query: { from: sol, to: usdc, amount: '1000000000', userAddress: user(), ...query },
  })

const build = (more: object = {}, at = api) =>
  at.post('/v1/convert/build-transaction', {
    ...{ from: sol, to: usdc, amount: '1000000000' },
    ...{ userAddress: `${chain.settings.id}:${user()}`, solana: { slippage: 1 } },
    ...more,
  })

async function balance(id: string, index = 0): Promise<bigint> {
  const rpc = createSolanaRpc(chain.url)
  const owner = chain.accounts[index]?.address
  if (!owner) throw new Error(`There is no account ${index}`)
  if (id === sol) return (await rpc.getBalance(owner).send()).value
  const mint = chain.settings.tokens[0]?.address as typeof owner
  const { value } = await rpc
    .getTokenAccountsByOwner(owner, { mint }, { encoding: 'jsonParsed' })
    .send()
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

/** Signs the built transaction as a wallet does, and sends it. Resolves with its fee. */
async function send(data: string, index = 0): Promise<bigint> {
  const account = chain.accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  const built = getTransactionDecoder().decode(Buffer.from(data.slice(2), 'hex'))
  const signed = await partiallySignTransaction([account.keyPair], built)
  const rpc = createSolanaRpc(chain.url)
  const text = getBase64EncodedWireTransaction(signed)
  const id = await rpc.sendTransaction(text, { encoding: 'base64' }).send()
  const options = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found = await rpc.getTransaction(id, options).send()
  expect(found?.meta?.err).toBeNull()
  return found?.meta?.fee ?? 0n
}

describe('swaps on Solana', () => {
  it('offer the coin and the listed tokens', async () => {
    const { json } = await api.get('/v1/convert/tokens', {
      query: { chainId: chain.settings.id },
    })
    expect(json.tokens[0]).toEqual({
      ...{ name: 'Solana', symbol: 'SOL', address: sol, decimals: 9 },
      logoUri: `${testUrl}/public/getTokenImage/SOL`,
    })
    expect(json.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      ...['SOL', 'USDC', 'USDT'],
    ])
  })

  it('give what was quoted: the coin for a token', async () => {
    const [quoted] = (await quote()).json.quotes
    expect(quoted).toMatchObject({
      ...{ id: null, fromAccount: sol, toAccount: usdc, fromAmount: '1000000000' },
      ...{ source: 'jupiter', route: ['Local market maker'], fee: '3000000' },
      networkFee: '510000',
    })
    expect(quoted).not.toHaveProperty('spender')
    const least = BigInt(quoted.minimumReturn)
    expect(least * 100n).toBeGreaterThanOrEqual(BigInt(quoted.toAmount) * 99n)

    const { json } = await build({ source: quoted.source, minimumReturn: quoted.minimumReturn })
    expect(json.tx.from).toBe(`${chain.settings.id}:${user()}`)
    expect(BigInt(json.minimumReturn)).toBeGreaterThanOrEqual(least)
    expect(BigInt(json.tx.solana.lastValidBlockHeight)).toBeGreaterThan(0n)
    const [coins, tokens] = [await balance(sol), await balance(usdc)]
    const fee = await send(json.tx.data)
    expect((await balance(usdc)) - tokens).toBe(BigInt(quoted.toAmount))
    expect(coins - (await balance(sol))).toBe(1_000_000_000n + fee)
  })

  it('give what was quoted: a token for the coin', async () => {
    const order = { from: usdc, to: sol, amount: '30000000' }
    const [quoted] = (await quote(order)).json.quotes
    const { json } = await build({ ...order, minimumReturn: quoted.minimumReturn })
    const [coins, tokens] = [await balance(sol), await balance(usdc)]
    const fee = await send(json.tx.data)
    expect(tokens - (await balance(usdc))).toBe(30_000_000n)
    expect((await balance(sol)) - coins).toBe(BigInt(quoted.toAmount) - fee)
  })

  it('count the deposit for an account of the token', async () => {
    const [quoted] = (await quote({ userAddress: user(5) })).json.quotes
    expect(BigInt(quoted.networkFee)).toBeGreaterThan(2_000_000n)
  })

  it('are rejected below the minimum that was shown', async () => {
    const [{ toAmount }] = (await quote()).json.quotes
    const { status, reasons } = await build({ minimumReturn: `${BigInt(toAmount) + 1n}` })
    expect({ status, field: reasons[0]?.field }).toEqual({ status: 409, field: 'minimumReturn' })
  })

  it.each<[Record<string, string>, string]>([
    [{ userAddress: '0x0000000000000000000000000000000000000001' }, 'userAddress'],
    [{ amount: '0' }, 'amount'],
    [{ amount: `${2n ** 64n}` }, 'amount'],
    [{ slippage: '50.1' }, 'slippage'],
    [{ source: '1inch' }, 'source'],
    [{ to: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' }, 'to'],
    [{ from: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:x' }, 'from'],
  ])('are not quoted with %j', async (query, field) => {
    const { status, reasons } = await quote(query)
    expect({ status, field: reasons[0]?.field }).toEqual({ status: 400, field })
  })

  it('are not quoted between one token and itself', async () => {
    expect((await quote({ to: sol })).reasons[0]?.field).toBe('to')
  })

  it.each<[object, string]>([
    [{ solana: undefined, eip155: { slippage: 1 } }, 'solana.slippage'],
    [{ userAddress: 'eip155:1:0x0000000000000000000000000000000000000001' }, 'userAddress'],
    [
      {
        userAddress:
          'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      },
      'userAddress',
    ],
  ])('are not built with %j', async (more, field) => {
    const { status, reasons } = await build(more)
    expect({ status, field: reasons[0]?.field }).toEqual({ status: 400, field })
  })

  it('are off where the settings leave them out', async () => {
    const off = apiOver({ ...chain.settings, swapSources: [] })
    expect((await quote({}, off)).reasons[0]?.field).toBe('chainId')
    expect((await build({}, off)).reasons[0]?.field).toBe('chainId')
    const tokens = await off.get('/v1/convert/tokens', { query: { chainId: chain.settings.id } })
    expect(tokens.reasons[0]?.field).toBe('chainId')
  })

  it('say when the exchange does not answer', async () => {
    const { status } = await quote({}, apiOver(chain.settings, 'http://127.0.0.1:9'))
    expect(status).toBe(503)
  })
})
