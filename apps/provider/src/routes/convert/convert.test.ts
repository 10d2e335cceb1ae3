import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExchanges } from '../../sources/convert/createExchanges.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createUniswapV2Exchange } from '../../sources/convert/uniswapV2.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { createTestApi, type TestApi, testUrl } from '../../testing/apiFixture.js'
import { longTimeoutClock } from '../../testing/longTimeoutNodes.js'
import { convertRoutes } from './index.js'

const nativeAddress = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)',
])

let local: Awaited<ReturnType<typeof startLocalChain>>
let api: TestApi
let dead: TestApi

beforeAll(async () => {
  local = await startLocalChain()
  api = apiOver(local.nodes)
  dead = apiOver(local.deadNodes)
})

afterAll(() => local?.stop())

function apiOver(nodes: typeof local.nodes): TestApi {
  return createTestApi({
    routes: convertRoutes({
      nodes,
      exchanges: createExchanges({
        nodes,
        clock: longTimeoutClock,
        exchanges: [createUniswapV2Exchange({ nodes, clock: longTimeoutClock })],
      }),
      gasPrices: createGasPrices(nodes),
      clock: longTimeoutClock,
    }),
  })
}

function token(symbol: string): string {
  const found = local.chain.settings.tokens.find((one) => one.symbol === symbol)
  return `eip155:1:${found?.address}`
}

const plain = (id: string) => id.slice('eip155:1:'.length) as Hex
const user = (index = 0) => `eip155:1:${local.account(index).address}`

async function balance(id: string, index = 0): Promise<bigint> {
  const client = local.nodes.evm('eip155:1')
  const { address } = local.account(index)
  if (id === nativeAddress) return client.getBalance({ address })
  return client.readContract({
    address: plain(id),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
}

async function quote(from: string, to: string, amount: string, fee?: string): Promise<bigint> {
  const answer = await api.get('/v1/convert/quotes', { query: { from, to, amount } })
  expect(answer.status).toBe(200)
  if (fee !== undefined) expect(answer.json.quotes[0].fee).toBe(fee)
  return BigInt(answer.json.quotes[0].toAmount)
}

async function approve(from: string, to: string, amount?: string): Promise<void> {
  const answer = await api.get('/v1/convert/build-approve', {
    query: { from, to, userAddress: user(), amount },
  })
  expect(answer.status).toBe(200)
  const { tx } = answer.json
  expect([tx.from, tx.to]).toEqual([from, from])
  const receipt = await local.send(local.account(0), { to: plain(tx.from), data: tx.data })
  expect(receipt.status).toBe('success')
}

function build(from: string, to: string, amount: string, more: Record<string, unknown> = {}) {
  return api.post('/v1/convert/build-transaction', {
    from,
    to,
    amount,
    userAddress: user(),
    eip155: { slippage: 1 },
    ...more,
  })
}

/** Sends the built swap as the widget does and returns the received amount. */
async function swap(from: string, to: string, amount: string): Promise<bigint> {
  const { status, json } = await build(from, to, amount)
  expect(status).toBe(200)
  expect(json.tx.from).toBe(user())
  const before = await balance(to)
  const receipt = await local.send(local.account(0), {
    to: plain(json.tx.to),
    data: json.tx.data,
    value: from === nativeAddress ? BigInt(amount) : 0n,
    gas: BigInt(json.tx.eip155.gas),
  })
  expect(receipt.status).toBe('success')
  const fee = to === nativeAddress ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  const arrived = (await balance(to)) - before + fee
  expect(arrived).toBe(BigInt(json.tx.amount))
  return arrived
}

describe('conversions on a real exchange', () => {
  it('lists the native coin and the tokens', async () => {
    const { json } = await api.get('/v1/convert/tokens', { query: { chainId: 'eip155:1' } })
    expect(json.tokens[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      address: nativeAddress,
      decimals: 18,
      logoUri: `${testUrl}/public/getTokenImage/ETH`,
    })
    expect(json.tokens.map((one: { symbol: string }) => one.symbol)).toContain('USDC')
    const one = await api.get('/v1/convert/tokens', {
      query: { chainId: 'eip155:1', address: token('USDC').toLowerCase() },
    })
    expect(one.json.tokens.map((found: { symbol: string }) => found.symbol)).toEqual(['USDC'])
  })

  it.each([
    ['the coin for a token', 'ETH', 'USDC', '1000000000000000000', '3000000000000000'],
    ['a token for the coin', 'USDC', 'ETH', '500000001', '1500001'],
    // Two fees of 0.3 %, the second on the remainder.
    ['a token for a token, through the coin', 'USDC', 'DAI', '123456789', '739630'],
    ['a token that returns nothing', 'USDT', 'USDC', '77000001', '461308'],
  ])('gives exactly what was quoted: %s', async (_, source, target, amount, fee) => {
    const [from, to] = [source, target].map((one) =>
      one === 'ETH' ? nativeAddress : token(one),
    ) as [string, string]
    if (from !== nativeAddress) await approve(from, to, amount)
    const quoted = await quote(from, to, amount, fee)
    expect(await swap(from, to, amount)).toBe(quoted)
  })

  it('builds a swap for the user with the exact minimum', async () => {
    const { json } = await build(nativeAddress, token('USDC'), '3000000000000000001', {
      eip155: { slippage: 0.5 },
    })
    const expected = BigInt(json.tx.amount)
    expect(plain(json.tx.to)).toBe(getAddress(local.chain.settings.exchange?.router ?? ''))
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data: json.tx.data })
    expect(functionName).toBe('swapExactETHForTokens')
    const [min, path, to, deadline] = args as readonly [bigint, readonly Hex[], Hex, bigint]
    expect(to).toBe(local.account(0).address)
    expect(path.at(-1)).toBe(getAddress(plain(token('USDC'))))
    expect(min * 1_000n).toBeGreaterThanOrEqual(expected * 995n)
    expect((min - 1n) * 1_000n).toBeLessThan(expected * 995n)
    expect(Number(deadline)).toBeGreaterThan(Date.now() / 1_000)
  })

  it('uses the better path', async () => {
    const [usdc, dai, link] = [token('USDC'), token('DAI'), token('LINK')]
    const addLiquidity = async (other: string, amounts: readonly [bigint, bigint]) => {
      await approve(usdc, other)
      await approve(other, usdc)
      const data = encodeFunctionData({
        abi: parseAbi([
          'function addLiquidity(address a, address b, uint256 x, uint256 y, uint256 minX, uint256 minY, address to, uint256 deadline)',
        ]),
        functionName: 'addLiquidity',
        args: [plain(usdc), plain(other), ...amounts, 0n, 0n, local.account(0).address, maxUint256],
      })
      const to = local.chain.settings.exchange?.router as Hex
      expect((await local.send(local.account(0), { to, data })).status).toBe('success')
    }
    const [daiBefore, linkBefore] = [
      await quote(usdc, dai, '1000000'),
      await quote(usdc, link, '1000000'),
    ]
    // A direct pool that pays twice as much, and one that pays far less than the path through the coin.
    await addLiquidity(dai, [100n * 10n ** 6n, 200n * 10n ** 18n])
    await addLiquidity(link, [100n * 10n ** 6n, 10n ** 15n])
    // In the same second, an estimate lacks the gas for the pool's first price record.
    await local.chain.rpc('evm_increaseTime', 1)
    await local.chain.rpc('evm_mine')
    expect(await quote(usdc, dai, '1000000')).toBeGreaterThan((daiBefore * 3n) / 2n)
    expect(await quote(usdc, link, '1000000')).toBe(linkBefore)
    expect(await swap(usdc, dai, '1000000')).toBeGreaterThan((daiBefore * 3n) / 2n)
  })

  it('reverts below the minimum', async () => {
    const { json } = await build(nativeAddress, token('WBTC'), '1000000000000000000')
    // Another trade moves the price by much more than one percent.
    const other = await build(nativeAddress, token('WBTC'), '100000000000000000000', {
      userAddress: user(1),
    })
    const send = { to: plain(other.json.tx.to), data: other.json.tx.data as Hex }
    await local.send(local.account(1), { ...send, value: 10n ** 20n })
    const late = await local.send(local.account(0), {
      to: plain(json.tx.to),
      data: json.tx.data,
      value: 10n ** 18n,
      gas: 300_000n,
    })
    expect(late.status).toBe('reverted')
  })

  it('reads the allowance of the exchange', async () => {
    const allowance = async (tokenAddress: string, index = 0) =>
      (
        await api.get('/v1/convert/allowance', {
          query: { tokenAddress, userAddress: user(index) },
        })
      ).json.allowance
    expect(await allowance(nativeAddress)).toBe(maxUint256.toString())
    expect(await allowance(token('WBTC'))).toBe('0')
    await approve(token('WBTC'), nativeAddress, '5')
    expect(await allowance(token('WBTC'))).toBe('5')
    await approve(token('WBTC'), nativeAddress)
    expect(await allowance(token('WBTC'))).toBe(maxUint256.toString())
    expect(await allowance(token('WBTC'), 3)).toBe('0')
  })

  it('estimates gas unless disabled, and reports a failing swap', async () => {
    const poor = { userAddress: user(5) }
    const rejected = await build(token('DAI'), nativeAddress, '1000000000000000000', poor)
    expect(rejected.status).toBe(400)
    expect(rejected.reasons[0]?.field).toBe('amount')
    const untried = await build(token('DAI'), nativeAddress, '1000000000000000000', {
      ...poor,
      disableEstimate: true,
    })
    expect(untried.status).toBe(200)
    expect(BigInt(untried.json.tx.eip155.gas)).toBeGreaterThan(100_000n)
  })

  it('returns three gas prices in order', async () => {
    const { json } = await api.get('/v1/convert/gas-price', { query: { chainId: 'eip155:1' } })
    const [standard, fast, instant] = [json.standard, json.fast, json.instant].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ]
    expect(standard).toBeGreaterThan(0n)
    expect(fast).toBeGreaterThanOrEqual(standard)
    expect(instant).toBeGreaterThanOrEqual(fast)
  })
})

describe('a bad conversion', () => {
  const usdc = () => token('USDC')
  const collection = '0x000000000000000000000000000000000000dEaD'

  it.each<[string, () => Record<string, string>, string]>([
    [
      'two chains',
      () => ({ from: usdc(), to: 'eip155:8453:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' }),
      'to',
    ],
    ['a token for itself', () => ({ from: usdc(), to: usdc().toLowerCase() }), 'to'],
    ['the coin for its wrapped token', () => ({ from: nativeAddress, to: token('WETH') }), 'to'],
    ['a zero amount', () => ({ from: usdc(), to: nativeAddress, amount: '0' }), 'amount'],
    [
      'an amount above the maximum',
      () => ({ from: usdc(), to: nativeAddress, amount: '9'.repeat(78) }),
      'amount',
    ],
    ['a part of a unit', () => ({ from: usdc(), to: nativeAddress, amount: '1.5' }), 'amount'],
    [
      'an unknown chain',
      () => ({
        from: usdc().replace('155:1', '155:5'),
        to: nativeAddress.replace('155:1', '155:5'),
      }),
      'chainId',
    ],
    [
      'another family',
      () => ({
        from: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111',
        to: nativeAddress,
      }),
      'to',
    ],
    ['an invalid address', () => ({ from: 'eip155:1:0x12', to: nativeAddress }), 'from'],
  ])('rejects %s', async (_, query, field) => {
    const answer = await api.get('/v1/convert/quotes', {
      query: { amount: '1000', ...query() },
    })
    expect(answer.status).toBe(400)
    expect(answer.reasons[0]?.field).toBe(field)
  })

  it('reports a pair without a pool', async () => {
    const { status, reasons } = await api.get('/v1/convert/quotes', {
      query: { amount: '1000', from: usdc(), to: `eip155:1:${collection}` },
    })
    expect(status).toBe(400)
    expect(reasons[0]?.description).toContain('insufficient liquidity')
  })

  it('rejects an approval of the native coin, of another chain, and of too much', async () => {
    const getQuotes = (query: Record<string, string>) =>
      api.get('/v1/convert/build-approve', { query: { userAddress: user(), ...query } })
    expect((await getQuotes({ from: nativeAddress, to: usdc() })).status).toBe(400)
    expect(
      (await getQuotes({ from: usdc(), to: nativeAddress.replace('155:1', '155:8453') })).status,
    ).toBe(400)
    expect(
      (await getQuotes({ from: usdc(), to: nativeAddress, amount: '9'.repeat(78) })).status,
    ).toBe(400)
    const foreign = { userAddress: user().replace('155:1', '155:8453') }
    expect((await getQuotes({ from: usdc(), to: nativeAddress, ...foreign })).status).toBe(400)
  })

  it.each([-1, 51, 0.123456, '1'])('rejects a slippage of %s', async (slippage) => {
    const answer = await build(nativeAddress, usdc(), '1000', { eip155: { slippage } })
    expect(answer.status).toBe(400)
  })

  it('rejects the allowance of a contract that is not a token', async () => {
    const query = { tokenAddress: `eip155:1:${collection}`, userAddress: user() }
    expect((await api.get('/v1/convert/allowance', { query })).status).toBe(400)
  })
})

describe('without a node', () => {
  it('responds 503 to every call', async () => {
    const [from, to, amount, userAddress] = [token('USDC'), nativeAddress, '1000', user()]
    const answers = await Promise.all([
      dead.get('/v1/convert/quotes', { query: { from, to, amount } }),
      dead.get('/v1/convert/allowance', { query: { tokenAddress: from, userAddress } }),
      dead.get('/v1/convert/gas-price', { query: { chainId: 'eip155:1' } }),
      dead.get('/v1/convert/build-approve', { query: { from, to, userAddress } }),
      dead.post('/v1/convert/build-transaction', {
        ...{ from, to, amount, userAddress, eip155: { slippage: 1 } },
      }),
    ])
    for (const { status, reasons } of answers) {
      expect(status).toBe(503)
      expect(reasons[0]?.field).toBe('chainId')
    }
  })
})
