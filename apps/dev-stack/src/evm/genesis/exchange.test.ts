import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createWalletClient,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faucet } from '../../testAccounts.js'
import { waitForReceipt } from '../../testing/waitForReceipt.js'
import { type LocalEvm, startLocalEvm } from '../startLocalEvm.js'
import { localAddresses } from './addresses.js'
import { etherCents, localTokens } from './tokens.js'

const { dai, factory, link, router, usdc, usdt, wrappedNative } = localAddresses

const abi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function getAmountsIn(uint256, address[]) view returns (uint256[])',
  'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable returns (uint256, uint256, uint256)',
  'function removeLiquidityETH(address, uint256, uint256, uint256, address, uint256) returns (uint256, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
  'function swapETHForExactTokens(uint256, address[], address, uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapTokensForExactETH(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapTokensForExactTokens(uint256, uint256, address[], address, uint256) returns (uint256[])',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
  'error Error(string)',
])
const recipient = '0x00000000000000000000000000000000000c0ffe'

let chain: LocalEvm
let client: ReturnType<typeof connect>

beforeAll(async () => {
  chain = await startLocalEvm({ chainId: 1 })
  client = connect(chain.url)
  for (const { address } of localTokens) {
    await mined(
      client.writeContract({
        address,
        abi: erc20Abi,
        functionName: 'approve',
        args: [router, maxUint256],
      }),
    )
  }
})

afterAll(() => chain?.stop())

function connect(url: string) {
  const options = { account: faucet, chain: mainnet, transport: http(url), pollingInterval: 20 }
  return createWalletClient(options).extend(publicActions)
}

async function mined(hash: Promise<`0x${string}`>) {
  const receipt = await waitForReceipt(client, await hash)
  expect(receipt.status).toBe('success')
}

/**
 * Uses a fixed gas limit, not the node's estimate: a pool writes its price records unless it traded in
 * the same second, and that can differ between the estimate and the block.
 */
function trade<name extends ContractFunctionName<typeof abi, 'nonpayable' | 'payable'>>(call: {
  functionName: name
  args: ContractFunctionArgs<typeof abi, 'nonpayable' | 'payable', name>
  value?: bigint
}) {
  const data = encodeFunctionData({ abi, ...call } as EncodeFunctionDataParameters)
  const { value = 0n } = call
  return mined(client.sendTransaction({ to: router, data, value, gas: 1_000_000n }))
}

const held = (token: Address, address: Address = recipient) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

const amounts = (functionName: 'getAmountsOut' | 'getAmountsIn', amount: bigint, path: Address[]) =>
  client.readContract({ address: router, abi, functionName, args: [amount, path] })

const quoteOut = async (amount: bigint, path: Address[]) =>
  (await amounts('getAmountsOut', amount, path)).at(-1) as bigint

const quoteIn = async (amount: bigint, path: Address[]) =>
  (await amounts('getAmountsIn', amount, path))[0] as bigint

test('opens pools at the listed prices', async () => {
  const untouched = localTokens.filter(({ symbol }) => symbol !== 'USDC' && symbol !== 'LINK')
  for (const { address, cents, decimals } of untouched) {
    const args = [address, wrappedNative] as const
    const pair = await client.readContract({ address: factory, abi, functionName: 'getPair', args })
    const [reserve0, reserve1] = await client.readContract({
      address: pair,
      abi,
      functionName: 'getReserves',
    })
    const first = await client.readContract({ address: pair, abi, functionName: 'token0' })
    const [tokens, ether] = first === address ? [reserve0, reserve1] : [reserve1, reserve0]
    expect(ether).toBe(parseEther('1000'))
    expect((tokens * cents) / 10n ** BigInt(decimals)).toBeGreaterThanOrEqual(
      1_000n * etherCents - cents,
    )
  }
})

test('pays exactly the quoted amount for an exact input', async () => {
  const ether = parseEther('1')
  for (const token of [usdc, usdt, link]) {
    const path = [wrappedNative, token]
    const quote = await quoteOut(ether, path)
    const before = await held(token)
    await trade({
      functionName: 'swapExactETHForTokens',
      args: [quote, path, recipient, maxUint256],
      value: ether,
    })
    expect((await held(token)) - before).toBe(quote)
  }
})

test('swaps tokens for ether and, through ether, for each other', async () => {
  const amount = 1_000_000_000n
  const toEther = [usdt, wrappedNative]
  const etherQuote = await quoteOut(amount, toEther)
  const etherBefore = await client.getBalance({ address: recipient })
  await trade({
    functionName: 'swapExactTokensForETH',
    args: [amount, etherQuote, toEther, recipient, maxUint256],
  })
  expect((await client.getBalance({ address: recipient })) - etherBefore).toBe(etherQuote)

  const across = [usdt, wrappedNative, dai]
  const quote = await quoteOut(amount, across)
  const before = await held(dai)
  await trade({
    functionName: 'swapExactTokensForTokens',
    args: [amount, quote, across, recipient, maxUint256],
  })
  expect((await held(dai)) - before).toBe(quote)
})

test('costs exactly the quoted amount for an exact output', async () => {
  const expected = parseEther('100')
  const path = [usdc, wrappedNative, dai]
  const cost = await quoteIn(expected, path)
  const before = await held(usdc, faucet.address)
  const got = await held(dai)
  await trade({
    functionName: 'swapTokensForExactTokens',
    args: [expected, cost, path, recipient, maxUint256],
  })
  expect(before - (await held(usdc, faucet.address))).toBe(cost)
  expect((await held(dai)) - got).toBe(expected)

  const toEther = [usdc, wrappedNative]
  const etherCost = await quoteIn(parseEther('1'), toEther)
  const etherBefore = await client.getBalance({ address: recipient })
  await trade({
    functionName: 'swapTokensForExactETH',
    args: [parseEther('1'), etherCost, toEther, recipient, maxUint256],
  })
  expect((await client.getBalance({ address: recipient })) - etherBefore).toBe(parseEther('1'))

  // Excess is returned.
  const fromEther = [wrappedNative, usdc]
  const price = await quoteIn(1_000_000n, fromEther)
  const { result } = await client.simulateContract({
    address: router,
    abi,
    functionName: 'swapETHForExactTokens',
    args: [1_000_000n, fromEther, recipient, maxUint256],
    value: price * 2n,
  })
  expect(result[0]).toBe(price)
})

test('pays the same through the fee-on-transfer functions', async () => {
  const amount = 50_000_000n
  const quote = await quoteOut(amount, [usdc, wrappedNative, link])
  const before = await held(link)
  await trade({
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, quote, [usdc, wrappedNative, link], recipient, maxUint256],
  })
  expect((await held(link)) - before).toBe(quote)

  const etherQuote = await quoteOut(amount, [usdc, wrappedNative])
  const etherBefore = await client.getBalance({ address: recipient })
  await trade({
    functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
    args: [amount, etherQuote, [usdc, wrappedNative], recipient, maxUint256],
  })
  expect((await client.getBalance({ address: recipient })) - etherBefore).toBe(etherQuote)

  const tokenQuote = await quoteOut(parseEther('0.1'), [wrappedNative, dai])
  const daiBefore = await held(dai)
  await trade({
    functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
    args: [tokenQuote, [wrappedNative, dai], recipient, maxUint256],
    value: parseEther('0.1'),
  })
  expect((await held(dai)) - daiBefore).toBe(tokenQuote)
})

test('rejects a swap outside its limits', async () => {
  const path = [usdc, wrappedNative]
  const quote = await quoteOut(1_000_000n, path)
  const trade = { address: router, abi, functionName: 'swapExactTokensForETH' } as const
  await expect(
    client.simulateContract({
      ...trade,
      args: [1_000_000n, quote + 1n, path, recipient, maxUint256],
    }),
  ).rejects.toThrow('INSUFFICIENT_OUTPUT_AMOUNT')
  await expect(
    client.simulateContract({ ...trade, args: [1_000_000n, quote, path, recipient, 1n] }),
  ).rejects.toThrow('EXPIRED')
  await expect(
    client.simulateContract({
      ...trade,
      args: [1_000_000n, 0n, [usdc, dai, wrappedNative], recipient, maxUint256],
    }),
  ).rejects.toThrow('NO_POOL')
})

test('returns added liquidity', async () => {
  const pair = await client.readContract({
    address: factory,
    abi,
    functionName: 'getPair',
    args: [dai, wrappedNative],
  })
  const before = await held(dai, faucet.address)
  await trade({
    functionName: 'addLiquidityETH',
    args: [dai, parseEther('30000'), 0n, 0n, faucet.address, maxUint256],
    value: parseEther('20'),
  })
  const shares = await held(pair, faucet.address)
  expect(shares).toBeGreaterThan(0n)
  await mined(
    client.writeContract({
      address: pair,
      abi: erc20Abi,
      functionName: 'approve',
      args: [router, shares],
    }),
  )
  await trade({
    functionName: 'removeLiquidityETH',
    args: [dai, shares, 0n, 0n, faucet.address, maxUint256],
  })
  expect(await held(pair, faucet.address)).toBe(0n)
  const lost = before - (await held(dai, faucet.address))
  // Rounding favours the pool by a few units.
  expect(lost).toBeGreaterThanOrEqual(0n)
  expect(lost).toBeLessThan(1_000_000n)
})
