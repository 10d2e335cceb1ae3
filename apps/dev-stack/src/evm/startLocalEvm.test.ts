import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, createWalletClient, erc20Abi, erc721Abi, http, parseEther } from 'viem'
import {
  entryPoint07Address,
  entryPoint08Address,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faucet, type TestAccount, testAccounts } from '../testAccounts.js'
import { waitForReceipt } from '../testing/waitForReceipt.js'
import { startAnvil } from './startAnvil.js'
import { type LocalEvm, localAddresses, startLocalEvm } from './startLocalEvm.js'

const [alice, bob] = testAccounts as [TestAccount, TestAccount]
const { collectible, usdc, usdt } = localAddresses

let directory: string
let main: LocalEvm
let second: LocalEvm

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-local-evm-'))
  main = await startLocalEvm({ chainId: 1 })
  second = await startLocalEvm({ chainId: 8453, port: 0 })
})

afterAll(async () => {
  await Promise.all([main?.stop(), second?.stop()])
  await rm(directory, { recursive: true, force: true })
})

const connect = ({ url }: { url: string }) =>
  createPublicClient({ chain: mainnet, transport: http(url) })

test('gives every account the same round balance', async () => {
  for (const chain of [main, second]) {
    const client = connect(chain)
    const balances = await Promise.all(
      chain.accounts.map(({ address }) => client.getBalance({ address })),
    )
    expect(balances).toEqual(Array.from({ length: 10 }, () => parseEther('10000')))
  }
})

test('has the same addresses on both chains', async () => {
  expect(localAddresses).toMatchObject({
    wrappedNative: '0xfbfbfDdd6e35dA57b7B0F9a2C10E34Be70B3A4E9',
    usdc: '0x10Aeafac83d48E2f9ac4bAAf94311c45fACe1404',
    router: '0xcA88B57549db9f89C1f9D3603b4e04A15242e100',
  })
  const entryPoints = [entryPoint07Address, entryPoint08Address]
  for (const address of [...Object.values(localAddresses), ...entryPoints]) {
    const [code, other] = await Promise.all([
      connect(main).getCode({ address }),
      connect(second).getCode({ address }),
    ])
    expect(code, address).toBeDefined()
    expect(other, address).toHaveLength(code?.length ?? 0)
  }
  expect(main.settings).toMatchObject({ id: 'eip155:1', name: 'Ethereum', upstreams: [main.url] })
  expect(second.settings).toMatchObject({ id: 'eip155:8453', name: 'Base' })
  expect(second.settings.tokens).toEqual(main.settings.tokens)
  expect(second.settings.ens).toBeUndefined()
})

test('has settings that match the tokens on the chain, read in one multicall', async () => {
  const { tokens } = main.settings
  const functions = ['name', 'symbol', 'decimals'] as const
  const answers = await connect(main).multicall({
    allowFailure: false,
    contracts: tokens.flatMap(({ address }) =>
      functions.map((functionName) => ({
        address: address as `0x${string}`,
        abi: erc20Abi,
        functionName,
      })),
    ),
  })
  expect(answers).toEqual(tokens.flatMap(({ name, symbol, decimals }) => [name, symbol, decimals]))
})

test('isolates a failing call in a multicall', async () => {
  const balance = { address: usdc, abi: erc20Abi, functionName: 'balanceOf' } as const
  const answers = await connect(main).multicall({
    contracts: [
      { ...balance, args: [alice.address] },
      { address: collectible, abi: erc721Abi, functionName: 'ownerOf', args: [999n] },
      { ...balance, args: [faucet.address] },
    ],
  })
  expect(answers.map(({ status }) => status)).toEqual(['success', 'failure', 'success'])
  expect(answers[2]?.result).toBe(10_000_000_000_000n)
})

test('transfers a token without return values', async () => {
  const client = connect(main)
  const wallet = createWalletClient({ account: bob, chain: mainnet, transport: http(main.url) })
  const held = () =>
    client.readContract({
      address: usdt,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [bob.address],
    })
  const before = await held()
  const transfer = {
    address: usdt,
    functionName: 'transfer',
    args: [alice.address, 1_000_000n],
  } as const
  // Strict ERC-20 clients get no return value.
  await expect(
    client.simulateContract({ ...transfer, abi: erc20Abi, account: bob }),
  ).rejects.toThrow()
  const hash = await wallet.writeContract({ ...transfer, abi: erc20Abi })
  expect(await waitForReceipt(client, hash)).toMatchObject({ status: 'success' })
  expect(await held()).toBe(before - 1_000_000n)
})

test('has collectibles with on-chain metadata', async () => {
  const uri = await connect(main).readContract({
    address: collectible,
    abi: erc721Abi,
    functionName: 'tokenURI',
    args: [3n],
  })
  const { name, image } = (await (await fetch(uri)).json()) as { name: string; image: string }
  expect(name).toBe('Latchkey Keys #3')
  const picture = await fetch(image)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/)
})

test('gives the first account transfers, an approval, swaps and a failure', async () => {
  const client = connect(main)
  const last = await client.getBlockNumber()
  const now = Math.floor(Date.now() / 1000)
  const kinds = new Set<string>()
  let failed = 0
  for (let number = 1n; number <= last; number += 1n) {
    const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
    expect(Number(block.timestamp)).toBeLessThanOrEqual(now + 60)
    for (const { from, hash, input } of block.transactions) {
      if (from !== alice.address.toLowerCase()) continue
      kinds.add(input.slice(0, 10))
      const { status } = await client.getTransactionReceipt({ hash })
      if (status === 'reverted') failed += 1
    }
  }
  expect(failed).toBe(1)
  const sent = ['0x', '0xa9059cbb', '0x095ea7b3', '0x18cbafe5', '0x7ff36ab5', '0x23b872dd']
  for (const selector of sent) expect(kinds, selector).toContain(selector)
})

test('lets an account become a standard smart account', async () => {
  const client = createPublicClient({ chain: base, transport: http(second.url) })
  const owner = testAccounts[5] as TestAccount
  const account = await toSimple7702SmartAccount({ client, owner })
  expect(await client.getCode({ address: account.authorization.address })).toBeDefined()
  expect(account.entryPoint.address.toLowerCase()).toBe(entryPoint08Address.toLowerCase())
  // The upper 192 bits are a key the client chooses; the lower 64 count operations.
  expect(BigInt.asUintN(64, await account.getNonce())).toBe(0n)
})

test('continues a stopped chain', async () => {
  const stateFile = join(directory, 'chain.json')
  const first = await startLocalEvm({ chainId: 1, stateFile })
  const wallet = createWalletClient({ account: alice, chain: mainnet, transport: http(first.url) })
  const hash = await wallet.sendTransaction({ to: bob.address, value: parseEther('1') })
  const { blockNumber } = await waitForReceipt(connect(first), hash)
  await first.stop()

  const again = await startLocalEvm({ chainId: 1, stateFile })
  try {
    const client = connect(again)
    expect(await client.getBlockNumber()).toBe(blockNumber)
    expect(await client.getBalance({ address: bob.address })).toBe(parseEther('10001'))
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    expect(
      await client.readContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [faucet.address],
      }),
    ).toBe(10_000_000_000_000n)
    // Its clock follows the system's, not the first block's.
    await again.rpc('evm_mine')
    const { timestamp } = await client.getBlock()
    expect(Number(timestamp)).toBeGreaterThan(Date.now() / 1000 - 3600)
  } finally {
    await again.stop()
  }
})

test('sets aside a chain from another genesis', async () => {
  const stateFile = join(directory, 'foreign.json')
  const foreign = await startAnvil({ chainId: 1, stateFile })
  await foreign.rpc('evm_mine')
  await foreign.stop()
  const chain = await startLocalEvm({ chainId: 1, stateFile })
  try {
    expect(existsSync(`${stateFile}.old`)).toBe(true)
    expect(await connect(chain).getCode({ address: usdc })).toBeDefined()
  } finally {
    await chain.stop()
  }
})

test('names a port in use and leaves its process alone', async () => {
  const port = Number(new URL(main.url).port)
  await expect(startLocalEvm({ chainId: 1, port })).rejects.toMatchObject({
    name: 'LocalChainError',
    code: 'start-failed',
    message: expect.stringContaining(String(port)),
  })
  expect(await connect(main).getChainId()).toBe(1)
})
