import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { createWriter, type Writer } from '@latchkey/dev-stack/Writer'
import { erc20Abi, getContractAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeFaults, startScriptedNode } from '../../../reliability/scriptedNode.mjs'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { TestApi } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { createChainApi, createFailingApi } from '../account/chainApi.fixture.js'

const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const { usdc, link, wrappedNative, router } = localAddresses

let main: LocalEvm
let writer: Writer

beforeAll(async () => {
  main = await startLocalEvm({ chainId: 1 })
  writer = createWriter(main, 1, await compileContracts())
})

afterAll(() => main?.stop())

const ids = (...addresses: string[]) => addresses.map((address) => `eip155:1:${address}`)
const requestPrices = (api: TestApi, addresses: readonly unknown[], currency = 'usd') =>
  api.post('/v1/fungible/price', { currency, addresses })

describe('a price', () => {
  it('comes from the pools, in the requested order', async () => {
    const answer = await requestPrices(
      createChainApi([main.settings]),
      ids(link, nativeAddress, usdc.toLowerCase()),
    )
    expect(answer.status).toBe(200)
    const [first, second, third] = answer.json.fungibles
    expect(first).toMatchObject({ address: `eip155:1:${link}`, symbol: 'LINK', decimals: 18 })
    expect(first.price).toBeGreaterThan(14)
    expect(first.price).toBeLessThan(16)
    expect(second).toMatchObject({
      address: `eip155:1:${nativeAddress}`,
      symbol: 'ETH',
      name: 'Ether',
    })
    expect(second.price).toBeGreaterThan(2_900)
    expect(third).toMatchObject({ symbol: 'USDC', price: 1 })
    expect(third.iconUrl).toMatch(/\/public\/getTokenImage\/USDC$/)
  })

  it('ignores a shallow pool', async () => {
    const token = writer.contract('Token')
    const from = main.faucet
    const nonce = Number(await main.rpc('eth_getTransactionCount', from.address, 'latest'))
    await writer.deploy(from, token, ['Pump', 'PUMP', 18])
    const pump = getContractAddress({ from: from.address, nonce: BigInt(nonce) })
    const units = parseEther('1000000')
    await writer.call({ from, to: pump, abi: token.abi, name: 'mint', args: [from.address, units] })
    await writer.call({ from, to: pump, abi: erc20Abi, name: 'approve', args: [router, units] })
    const add = async (tokens: bigint, ether: string) =>
      writer.call({
        from,
        to: router,
        abi: writer.contract('Router').abi,
        name: 'addLiquidityETH',
        args: [pump, tokens, 0n, 0n, from.address, 2n ** 64n],
        value: parseEther(ether),
      })
    const price = async () =>
      (await requestPrices(createChainApi([main.settings]), ids(pump))).json.fungibles[0]
    await add(parseEther('1000'), '1')
    expect(await price()).toMatchObject({ symbol: 'PUMP', price: 0 })
    // With enough liquidity the same ratio counts: 10 ether are worth more than 10,000 dollars.
    await add(parseEther('9000'), '9')
    expect((await price()).price).toBeCloseTo(3, 0)
  })

  it('is cached for fifteen seconds', async () => {
    const clock = createManualClock()
    const api = createChainApi([main.settings], { clock })
    const price = async () => (await requestPrices(api, ids(nativeAddress))).json.fungibles[0].price
    const before = await price()
    await writer.call({
      from: main.faucet,
      to: router,
      abi: writer.contract('Router').abi,
      name: 'swapExactETHForTokens',
      args: [0n, [wrappedNative, usdc], main.faucet.address, 2n ** 64n],
      value: parseEther('5'),
    })
    expect(await price()).toBe(before)
    clock.advance(15_001)
    expect(await price()).toBeLessThan(before)
  })

  it('is missing for a contract that is not a token', async () => {
    const nobody = main.accounts[3]?.address ?? ''
    expect(
      (await requestPrices(createChainApi([main.settings]), ids(nobody, usdc))).json.fungibles,
    ).toHaveLength(1)
  })

  it.each<[string, readonly unknown[], string, string]>([
    ['nothing', [], 'usd', 'addresses'],
    ['too much', Array(101).fill(`eip155:1:${nativeAddress}`), 'usd', 'addresses'],
    ['no token id', ['usdc'], 'usd', 'addresses'],
    ['a bad address', ['eip155:1:0x12'], 'usd', 'addresses'],
    ['a number', [7], 'usd', 'addresses.0'],
    ['an unknown chain', [`eip155:7:${nativeAddress}`], 'usd', 'chainId'],
    ['another currency', [`eip155:1:${nativeAddress}`], 'eur', 'currency'],
  ])('is rejected for %s', async (_, addresses, currency, field) => {
    const answer = await requestPrices(createChainApi([main.settings]), addresses, currency)
    expect(answer).toMatchObject({ status: 400, reasons: [{ field }] })
  })

  it.concurrent.each(nodeFaults.filter((fault) => !fault.startsWith('stalled')))(
    'is right or absent when a node fails: %s',
    async (fault) => {
      const bad = await startScriptedNode({ fault, answers: { eth_chainId: '0x1' } })
      const both = createChainApi([{ ...main.settings, upstreams: [bad.url, main.url] }])
      const alone = createFailingApi(main.settings, bad.url)
      const expected = (await requestPrices(createChainApi([main.settings]), ids(link))).json
      expect((await requestPrices(both, ids(link))).json).toEqual(expected)
      expect(await requestPrices(alone, ids(link))).toMatchObject({
        status: 503,
        reasons: [{ field: 'chainId' }],
      })
      await bad.stop()
    },
  )
})

describe('a price service', () => {
  let server: Server
  let url: string
  let reply: { status?: number; body: string }
  const requested: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(decodeURIComponent(request.url ?? ''))
      response.writeHead(reply.status ?? 200).end(reply.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices/current/`
  })

  afterAll(() => server.close())

  const settings = (): ChainSettings => ({
    ...main.settings,
    prices: { kind: 'http', url, chain: 'ethereum', native: 'coingecko:ethereum' },
  })
  const coins = (value: unknown) => JSON.stringify({ coins: value })
  const id = `ethereum:${usdc.toLowerCase()}`

  it('is called once for all tokens', async () => {
    reply = { body: coins({ 'coingecko:ethereum': { price: 2_345.5 }, [id]: { price: 0.999 } }) }
    const { json } = await requestPrices(createChainApi([settings()]), ids(nativeAddress, usdc))
    expect(json.fungibles).toMatchObject([{ price: 2_345.5 }, { price: 0.999 }])
    expect(requested).toEqual([`/prices/current/coingecko:ethereum,${id}`])
  })

  it.each([
    ['a negative price', { price: -1 }],
    ['zero', { price: 0 }],
    ['text', { price: '1' }],
    ['an absurd price', { price: 1e15 }],
    ['a low confidence', { price: 1, confidence: 0.4 }],
    ['null', null],
  ])('is ignored when it says %s', async (_, coin) => {
    reply = { body: coins({ [id]: coin }) }
    const { json } = await requestPrices(createChainApi([settings()]), ids(usdc))
    expect(json.fungibles).toMatchObject([{ symbol: 'USDC', price: 0 }])
  })

  it.each([
    ['an error', { status: 500, body: '' }],
    ['a limit', { status: 429, body: '' }],
    ['HTML', { body: '<html>' }],
    ['another type', { body: '[]' }],
    ['a truncated response', { body: '{"coins":{' }],
  ])('is unavailable when it responds with %s, without affecting balances', async (_, broken) => {
    reply = broken
    const api = createChainApi([settings()])
    expect(await requestPrices(api, ids(usdc))).toMatchObject({
      status: 503,
      reasons: [{ field: 'price' }],
    })
    const path = `/v1/account/${main.accounts[0]?.address}/balance`
    const { json } = await api.get(path, { query: { chainId: 'eip155:1' } })
    const held = json.balances.find(({ symbol }: { symbol: string }) => symbol === 'USDC')
    expect(held).toMatchObject({ price: 0 })
    expect(held).not.toHaveProperty('value')
  })

  it('is replaced by the next one while it does not respond', async () => {
    const fallback = createServer((request, response) => {
      requested.push(request.url ?? '')
      response.end(second)
    })
    await new Promise<void>((resolve) => fallback.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(fallback.address() as AddressInfo).port}/`
    const token_prices = {
      [usdc.toUpperCase().replace('0X', '0x')]: '0.998',
      [wrappedNative]: '2000.5',
      [link]: '1000000',
      x: null,
    }
    const total_reserve_in_usd = { [usdc]: '25000.5', [wrappedNative]: '1e7', [link]: '9999' }
    const second = JSON.stringify({
      data: { type: 'simple_token_price', attributes: { token_prices, total_reserve_in_usd } },
    })
    const gecko = {
      kind: 'geckoterminal',
      url: base,
      network: 'eth',
      native: wrappedNative,
    } as const
    const clock = createManualClock()
    const api = createChainApi([{ ...settings(), prices: [settings().prices as never, gecko] }], {
      clock,
    })
    const read = async () =>
      (await requestPrices(api, ids(nativeAddress, usdc, link))).json.fungibles

    reply = { status: 429, body: '' }
    requested.length = 0
    // The third has too little in its pools.
    expect(await read()).toMatchObject([{ price: 2_000.5 }, { price: 0.998 }, { price: 0 }])
    const lower = [wrappedNative, usdc, link].map((address) => address.toLowerCase()).join(',')
    expect(requested).toEqual([
      expect.stringContaining('/prices/current/'),
      `/simple/networks/eth/token_price/${lower}?include_total_reserve_in_usd=true`,
    ])
    // Once it responds again it is the first again, after its pause.
    reply = { body: coins({ [id]: { price: 0.999 }, 'coingecko:ethereum': { price: 2_001 } }) }
    clock.advance(60_001)
    expect(await read()).toMatchObject([{ price: 2_001 }, { price: 0.999 }, { price: 0 }])
    fallback.close()
  })

  it('marks earlier prices while none responds, for a day', async () => {
    const clock = createManualClock()
    const api = createChainApi([settings()], { clock })
    const read = () => requestPrices(api, ids(usdc))
    reply = { body: coins({ [id]: { price: 0.999 } }) }
    expect((await read()).json.fungibles[0]).not.toHaveProperty('isPriceStale')
    reply = { status: 500, body: '' }
    clock.advance(60_001)
    expect((await read()).json.fungibles).toMatchObject([{ price: 0.999, isPriceStale: true }])
    clock.advance(24 * 3_600_000)
    expect(await read()).toMatchObject({ status: 503, reasons: [{ field: 'price' }] })
  })

  it.each([
    ['marks', 2 * 3_600, { price: 0.999, isPriceStale: true }],
    ['drops', 25 * 3_600, { price: 0 }],
  ])('%s a price that it learned %i s ago', async (_, age, expected) => {
    const clock = createManualClock()
    const timestamp = Math.floor(clock.now() / 1_000) - age
    reply = { body: coins({ [id]: { price: 0.999, timestamp } }) }
    const { json } = await requestPrices(createChainApi([settings()], { clock }), ids(usdc))
    expect(json.fungibles).toMatchObject([expected])
  })
})
