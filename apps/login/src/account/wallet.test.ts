import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { developmentProjectId, startApi } from '@latchkey/provider/startApi'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  http,
  parseEther,
  toHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createChains } from '../api/chains.js'
import type { CallsAction, WalletAction } from './action.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import type { AccountType, EmbeddedWallet } from './embeddedWallet.js'
import { createTestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const chainId = 'eip155:1'
const never = new AbortController().signal
const friend: Address = '0x00000000000000000000000000000000000f71e4'

let chain: Awaited<ReturnType<typeof startLocalEvm>>
let stop: (() => Promise<void>)[] = []
let chains: ReturnType<typeof createChains>
const client = () => createPublicClient({ chain: mainnet, transport: http(chain.url) })

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  const [started, database] = await Promise.all([
    startLocalEvm({ chainId: 1 }),
    openDatabase({ dataDir }),
  ])
  chain = started
  const api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    bundler: { chains: [chainId], executorKey: chain.executor.privateKey },
  })
  stop = [api.stop, database.stop, chain.stop, () => rm(dataDir, { recursive: true, force: true })]
  chains = createChains({ fetch, apiUrl: api.url, projectId: developmentProjectId })
})

afterAll(async () => {
  for (const end of stop) await end()
})

type Wallet = EmbeddedWallet & { readonly eoa: Address; readonly smart: Address }

async function newWallet(preferred: AccountType, ether = '1'): Promise<Wallet> {
  const signer = createTestSigner()
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => preferred,
    chains: [
      { id: chainId, name: 'Ethereum', coin: { symbol: 'ETH', decimals: 18 }, hasBundler: true },
    ],
    ...chains,
  })
  const accounts = await wallet.accounts(chainId, never)
  expect(accounts.map(({ type }) => type)).toEqual(
    preferred === 'eoa' ? ['eoa', 'smartAccount'] : ['smartAccount', 'eoa'],
  )
  const find = (accountType: AccountType) =>
    accounts.find(({ type }) => type === accountType)?.address as Address
  for (const { address } of accounts) {
    await chain.rpc('anvil_setBalance', address, toHex(parseEther(ether)))
  }
  return { ...wallet, eoa: find('eoa'), smart: find('smartAccount') }
}

const call = (method: string, params: unknown) => ({ method, params, chainId: chainId })

async function run(wallet: EmbeddedWallet, method: string, params: unknown): Promise<unknown> {
  return (await wallet.prepare(call(method, params), never)).execute(never)
}

/** The chain responds before the transaction is mined. */
function settled(wallet: EmbeddedWallet, id: string): Promise<Readonly<Record<string, unknown>>> {
  return vi.waitFor(async () => {
    const result = await wallet.read(call('wallet_getCallsStatus', [id]), never)
    const status = result as Readonly<Record<string, unknown>>
    expect(status.status).not.toBe(100)
    return status
  })
}

const mined = (hash: unknown) =>
  vi.waitFor(() => client().getTransactionReceipt({ hash: hash as Hex }), {
    timeout: 120_000,
    interval: 20,
  })

const balanceOf = (address: Address) => client().getBalance({ address })
const tokens = (address: Address) =>
  client().readContract({
    address: localAddresses.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const send = (to: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })

async function giveTokens(to: Address, units: bigint): Promise<void> {
  const data = send(to, units)
  await chain.rpc('anvil_impersonateAccount', chain.faucet.address)
  const from = chain.faucet.address
  const hash = await chain.rpc<Hex>('eth_sendTransaction', { from, to: localAddresses.usdc, data })
  await mined(hash)
}

const typedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Note: [
      { name: 'to', type: 'address' },
      { name: 'lines', type: 'string[]' },
    ],
  },
  primaryType: 'Note',
  domain: { name: 'Notes', chainId: 1 },
  message: { to: friend, lines: ['a', 'b'] },
} as const

/** The simulation of an action. */
async function changesOf(action: WalletAction) {
  const simulation = await (action as CallsAction).simulation
  return simulation.status === 'succeeded' ? simulation.changes : simulation
}

describe('externally owned account', () => {
  it('sends, also two at once, and never costs more than shown', async () => {
    const wallet = await newWallet('eoa')
    const before = await balanceOf(wallet.eoa)
    const prepareTransfer = (value: Hex) =>
      wallet.prepare(
        call('eth_sendTransaction', [{ from: wallet.eoa, to: friend, value, chainId: '0x1' }]),
        never,
      )
    const prepared = await Promise.all([
      prepareTransfer('0x1'),
      prepareTransfer('0x2'),
      prepareTransfer('0x3'),
    ])
    const fees = await Promise.all(prepared.map(({ action }) => (action as CallsAction).fee))
    const hashes = (await Promise.all(prepared.map(({ execute }) => execute(never)))) as Hex[]
    expect(new Set(hashes).size).toBe(3)
    for (const hash of hashes) {
      expect(await mined(hash)).toMatchObject({ status: 'success', from: wallet.eoa.toLowerCase() })
    }
    const spent = before - (await balanceOf(wallet.eoa)) - 6n
    expect(spent).toBeGreaterThan(0n)
    expect(spent).toBeLessThanOrEqual(fees.reduce((sum, fee) => sum + fee))
    // One confirmation sends one transaction.
    await expect(prepared[0]?.execute(never)).rejects.toMatchObject({ name: 'LoginError' })
  })

  it('simulates the changes, and reports when a call would fail', async () => {
    const wallet = await newWallet('eoa')
    await giveTokens(wallet.eoa, 5_000_000n)
    const transfer = { from: wallet.eoa, to: localAddresses.usdc, data: send(friend, 2_000_000n) }
    const { action } = await wallet.prepare(call('eth_sendTransaction', [transfer]), never)
    expect(await changesOf(action)).toEqual([
      {
        token: localAddresses.usdc.toLowerCase(),
        symbol: 'USDC',
        decimals: 6,
        units: -2_000_000n,
      },
    ])
    const coin = { from: wallet.eoa, to: friend, value: '0x7' }
    const coins = await wallet.prepare(call('eth_sendTransaction', [coin]), never)
    expect(await changesOf(coins.action)).toEqual([
      { token: undefined, symbol: 'ETH', decimals: 18, units: -7n },
    ])
    const tooMuch = { ...transfer, data: send(friend, 9_000_000n) }
    const failing = await wallet.prepare(call('eth_sendTransaction', [tooMuch]), never)
    await expect((failing.action as CallsAction).fee).rejects.toMatchObject({
      failure: { code: 'chain-fault' },
    })
    expect(await (failing.action as CallsAction).simulation).toEqual({ status: 'failed' })
    await expect(failing.execute(never)).rejects.toMatchObject({ failure: { code: 'chain-fault' } })
  })

  it('accepts a batch of one call and rejects more', async () => {
    const wallet = await newWallet('eoa')
    const one = { to: friend, value: '0x1' }
    const batch = { version: '2.0.0', chainId: '0x1', from: wallet.eoa, atomicRequired: true }
    const { id } = (await run(wallet, 'wallet_sendCalls', [{ ...batch, calls: [one] }])) as {
      id: Hex
    }
    expect(await settled(wallet, id)).toMatchObject({
      id,
      chainId: '0x1',
      status: 200,
      receipts: [{ status: '0x1', transactionHash: id }],
    })
    await expect(
      wallet.prepare(call('wallet_sendCalls', [{ ...batch, calls: [one, one] }]), never),
    ).rejects.toMatchObject({ failure: { rpcCode: 5760 } })
  })
})

describe('smart account', () => {
  const isValid = (wallet: Wallet, signature: unknown, message = 'hello') =>
    client().verifyMessage({ address: wallet.smart, message, signature: signature as Hex })

  it('signs before and after deployment, valid for this account only', async () => {
    const wallet = await newWallet('smartAccount')
    const personal = () => run(wallet, 'personal_sign', [toHex('hello'), wallet.smart])
    const typed = () =>
      run(wallet, 'eth_signTypedData_v4', [wallet.smart, JSON.stringify(typedData)])
    const verifyTyped = (address: Address, signature: unknown) =>
      client().verifyTypedData({ ...typedData, address, signature: signature as Hex })

    expect(await wallet.isDeployed(chainId, never)).toBe(false)
    const early = await personal()
    expect(String(early)).toMatch(/6492(?:6492){15}$/)
    expect(await isValid(wallet, early)).toBe(true)
    expect(await isValid(wallet, await wallet.signMessage('hello', chainId, never))).toBe(true)
    expect(await verifyTyped(wallet.smart, await typed())).toBe(true)
    expect(await isValid(wallet, early, 'other')).toBe(false)

    const order = { from: wallet.smart, to: friend, value: '0x1' }
    await mined(await run(wallet, 'eth_sendTransaction', [order]))
    expect(await wallet.isDeployed(chainId, never)).toBe(true)
    const late = await personal()
    expect(String(late)).toHaveLength(132)
    expect(await isValid(wallet, late)).toBe(true)
    // A signature from before deployment stays valid.
    expect(await isValid(wallet, early)).toBe(true)
    expect(await verifyTyped(wallet.smart, await typed())).toBe(true)
    // It is not a plain signature of the key.
    const signature = late as Hex
    expect(await client().verifyMessage({ address: wallet.eoa, message: 'hello', signature })).toBe(
      false,
    )
    expect(
      await client().verifyHash({ address: wallet.eoa, hash: hashMessage('hello'), signature }),
    ).toBe(false)
  })

  it('is deployed with its first batch, which is atomic', async () => {
    const wallet = await newWallet('smartAccount')
    await giveTokens(wallet.smart, 5_000_000n)
    const before = await tokens(friend)
    const batch = (units: bigint) => ({
      version: '2.0.0',
      chainId: '0x1',
      atomicRequired: true,
      calls: [
        { to: friend, value: '0x5' },
        { to: localAddresses.usdc, data: send(friend, units) },
        { to: localAddresses.usdc, data: send(friend, 1n) },
      ],
    })
    const { action, execute } = await wallet.prepare(
      call('wallet_sendCalls', [{ ...batch(1_000_000n), id: 'mine' }]),
      never,
    )
    expect(action).toMatchObject({ kind: 'calls', account: wallet.smart })
    expect(await changesOf(action)).toEqual([
      { token: undefined, symbol: 'ETH', decimals: 18, units: -5n },
      {
        token: localAddresses.usdc.toLowerCase(),
        symbol: 'USDC',
        decimals: 6,
        units: -1_000_001n,
      },
    ])
    const coins = await balanceOf(wallet.smart)
    expect(await execute(never)).toEqual({ id: 'mine' })
    expect(await settled(wallet, 'mine')).toMatchObject({
      version: '2.0.0',
      id: 'mine',
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', logs: [{ address: localAddresses.usdc.toLowerCase() }, {}] }],
    })
    expect(await tokens(friend)).toBe(before + 1_000_001n)
    const spent = coins - (await balanceOf(wallet.smart)) - 5n
    expect(spent).toBeLessThanOrEqual(await (action as CallsAction).fee)
    await expect(
      wallet.prepare(call('wallet_sendCalls', [{ ...batch(1n), id: 'mine' }]), never),
    ).rejects.toMatchObject({ failure: { rpcCode: 5720 } })

    const failing = await wallet.prepare(call('wallet_sendCalls', [batch(9_000_000n)]), never)
    await expect(failing.execute(never)).rejects.toMatchObject({ failure: { rpcCode: -32521 } })
    expect(await tokens(friend)).toBe(before + 1_000_001n)
  })

  it('sends operations in sequence, and finds a batch by its hash after a restart', async () => {
    const wallet = await newWallet('smartAccount')
    const prepared = await Promise.all(
      ['0x1', '0x2', '0x3'].map((value) =>
        wallet.prepare(call('wallet_sendCalls', [{ calls: [{ to: friend, value }] }]), never),
      ),
    )
    const before = await balanceOf(friend)
    const sent = (await Promise.all(prepared.map(({ execute }) => execute(never)))) as { id: Hex }[]
    const other = await newWallet('smartAccount')
    for (const { id } of sent) {
      expect(await settled(other, id)).toMatchObject({ status: 200 })
    }
    expect(await balanceOf(friend)).toBe(before + 6n)
  })

  it('accepts its own user operations and shows their calls', async () => {
    const wallet = await newWallet('smartAccount')
    const other = await newWallet('smartAccount')
    const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
    const executeAbi = [
      {
        type: 'function',
        name: 'execute',
        stateMutability: 'nonpayable',
        inputs: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
        outputs: [],
      },
    ] as const
    const callData = encodeFunctionData({ abi: executeAbi, args: [friend, 4n, '0x'] })
    const prepared = await wallet.prepare(
      call('eth_sendUserOperation', [{ sender: wallet.smart, callData }, entryPoint]),
      never,
    )
    expect(prepared.action).toMatchObject({ kind: 'calls', calls: [{ value: 4n, data: '0x' }] })
    const hash = await prepared.execute(never)
    expect(await settled(wallet, hash as Hex)).toMatchObject({ status: 200 })
    for (const [operation, to] of [
      [{ sender: other.smart, callData }, entryPoint],
      [{ sender: wallet.eoa, callData }, entryPoint],
      [{ sender: wallet.smart, callData: '0x1234' }, entryPoint],
      [{ sender: wallet.smart, callData: `${callData}00` }, entryPoint],
      [{ sender: wallet.smart, callData, paymaster: friend }, entryPoint],
      [{ sender: wallet.smart, callData }, friend],
    ]) {
      await expect(
        wallet.prepare(call('eth_sendUserOperation', [operation, to]), never),
      ).rejects.toMatchObject({ failure: { code: 'invalid-request' } })
    }
  })

  it('is not controlled by signatures that the key makes elsewhere', async () => {
    const wallet = await newWallet('eoa')
    for (const verifyingContract of ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', wallet.smart]) {
      const data = { ...typedData, domain: { ...typedData.domain, verifyingContract } }
      const types = {
        ...typedData.types,
        EIP712Domain: [
          ...typedData.types.EIP712Domain,
          { name: 'verifyingContract', type: 'address' },
        ],
      }
      await expect(
        wallet.prepare(call('eth_signTypedData_v4', [wallet.eoa, { ...data, types }]), never),
      ).rejects.toMatchObject({ failure: { code: 'invalid-request' } })
    }
  })
})

describe('requests without consent', () => {
  it('are answered by the wallet or the chain', async () => {
    const wallet = await newWallet('smartAccount')
    const read = (method: string, params?: unknown) => wallet.read(call(method, params), never)
    expect(await read('eth_accounts')).toEqual([wallet.smart, wallet.eoa])
    expect(await read('eth_chainId')).toBe('0x1')
    expect(await read('eth_getBalance', [wallet.eoa, 'latest'])).toBe(toHex(parseEther('1')))
    expect(await read('eth_supportedEntryPoints', [])).toHaveLength(1)
    expect(await read('wallet_getCapabilities', [wallet.smart])).toEqual({
      '0x1': {
        atomic: { status: 'supported' },
        assetDiscovery: { supported: true },
        permissions: {
          supported: true,
          signerTypes: ['keys', 'key', 'account'],
          keyTypes: ['secp256k1'],
          permissionTypes: expect.arrayContaining(['contract-call', 'erc20-token-allowance']),
          policyTypes: expect.arrayContaining(['call-limit', 'gas-limit', 'rate-limit']),
        },
        paymasterService: { supported: false },
        tokenFees: { supported: false, tokens: [] },
      },
    })
    expect(await read('wallet_getCapabilities', [wallet.eoa, ['0x1', '0x2105']])).toMatchObject({
      '0x1': { atomic: { status: 'unsupported' }, permissions: { supported: false } },
    })
    await giveTokens(wallet.smart, 1_500_000n)
    const assets = await read('wallet_getAssets', [{ account: wallet.smart }])
    expect(assets).toMatchObject({
      '0x1': [
        { address: 'native', type: 'NATIVE', balance: toHex(parseEther('1')) },
        {
          address: localAddresses.usdc,
          type: 'ERC20',
          balance: toHex(1_500_000),
          metadata: { symbol: 'USDC', decimals: 6, iconUrl: expect.any(String) },
        },
      ],
    })
    const native = await read('wallet_getAssets', [
      { account: wallet.smart, assetTypeFilter: ['native'] },
    ])
    expect(native).toMatchObject({ '0x1': [{ type: 'native' }] })
    await expect(read('wallet_getCapabilities', [friend])).rejects.toMatchObject({
      failure: { rpcCode: 4100 },
    })
    await expect(read('wallet_getAssets', [{ account: friend }])).rejects.toMatchObject({
      failure: { rpcCode: 4100 },
    })
    await expect(read('wallet_getCallsStatus', ['nothing'])).rejects.toMatchObject({
      failure: { rpcCode: 5730 },
    })
    await expect(read('personal_sign', [])).rejects.toMatchObject({ failure: { rpcCode: 4200 } })
  })
})
