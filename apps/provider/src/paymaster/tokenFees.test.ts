import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  encodeFunctionData,
  erc20Abi,
  formatEther,
  type Hex,
  hexToBigInt,
  parseEther,
  slice,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Account, accountAbi, encodeTransfer } from '../../reliability/smartAccountClient.mjs'
import { type Operation, toRpcFields } from '../bundler/operation.js'
import { grantPermission } from '../bundler/permission.fixture.js'
import type { TokenFeeSettings } from '../config/paymasterSettings.js'
import type { Database } from '../store/openDatabase.js'
import { testProject } from '../testing/apiFixture.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import type { ReadDollars } from './createTokenRates.js'
import {
  chain,
  createSponsorClient,
  paymasterAddress,
  recipient,
  type SponsorOptions,
  startSponsoredChain,
} from './sponsor.fixture.js'
import { createSponsorStore } from './sponsorStore.js'

type Call = { readonly to: Hex; readonly value: bigint; readonly data: Hex }
type Fields = {
  readonly paymaster: Hex
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit: Hex
  readonly paymasterPostOpGasLimit: Hex
}

const { usdc, usdt, link, tokenPaymaster } = localAddresses
const paymaster = tokenPaymaster.toLowerCase() as Hex

const settings: TokenFeeSettings = {
  contracts: { [chain]: tokenPaymaster },
  tokens: { [chain]: [usdc, usdt] },
  projects: [testProject.id],
  budget: { perAccountPerDay: '1', perDay: '1' },
}

const priced =
  (coin = 3_000, isStale = false): ReadDollars =>
  async (_, token) =>
    new Map([
      ['native', { dollars: coin, isStale }],
      [token, { dollars: 1, isStale: false }],
    ])

let database: Database
let parts: Awaited<ReturnType<typeof startSponsoredChain>>

beforeAll(async () => {
  database = await openTemporaryDatabase()
  parts = await startSponsoredChain(database)
})
afterAll(() => Promise.all([parts?.local.stop(), database?.stop()]))

function connect(changes: Partial<TokenFeeSettings> = {}, options: SponsorOptions = {}) {
  const provider = parts.start({
    policies: [],
    settings: { tokenFees: { ...settings, ...changes } },
    readDollars: priced(),
    ...options,
  })
  const client = createSponsorClient(parts.local, provider.api)
  const ask = async (method: string, operation: Operation, token: unknown = usdc) => {
    const { signature: _, ...unsigned } = operation
    const params = [toRpcFields(unsigned), entryPointAddress, toHex(1), { token }]
    return client.request(method, params)
  }

  /** An operation with the paymaster's placeholder and the bundler's estimate. */
  async function draft(account: Account, calls: readonly Call[], changes: Partial<Operation> = {}) {
    const callData = encodeBatch(calls)
    const stub = await ask(
      'pm_getPaymasterStubData',
      await client.draftOperation(account, { callData }),
    )
    if (stub.error) throw new Error(JSON.stringify(stub.error))
    const fields = stub.result as Fields
    return client.draftOperation(account, {
      callData,
      paymaster: fields.paymaster,
      paymasterData: fields.paymasterData,
      paymasterVerificationGasLimit: BigInt(fields.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: BigInt(fields.paymasterPostOpGasLimit),
      ...changes,
    })
  }

  const getData = (operation: Operation, token?: unknown) =>
    ask('pm_getPaymasterData', operation, token)

  /** Signed by the paymaster and by the owner. */
  async function prepare(account: Account, calls: readonly Call[], changes?: Partial<Operation>) {
    const drafted = await draft(account, calls, changes)
    const { result, error } = await getData(drafted)
    if (error) throw new Error(JSON.stringify(error))
    const { paymasterData } = result as Fields
    return client.signOperation(account, { ...drafted, paymasterData })
  }

  async function send(operation: Operation) {
    const { result, error } = await client.sendOperation(operation)
    if (error) throw new Error(JSON.stringify(error))
    return vi.waitFor(async () => {
      const found = await client.request('eth_getUserOperationReceipt', [result])
      expect(found.result).not.toBeNull()
      const { success, actualGasCost } = found.result as { success: boolean; actualGasCost: Hex }
      return { isSuccess: success, cost: BigInt(actualGasCost) }
    })
  }

  async function createHolder(amount = 100_000_000n): Promise<Account> {
    const account = await client.createAccount('0')
    if (amount > 0n) await give(account.address, amount)
    return account
  }

  return { ...provider, client, ask, draft, getData, prepare, send, createHolder }
}

const encodeBatch = (calls: readonly Call[]): Hex =>
  encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls] })

const callToken = (functionName: 'transfer' | 'approve', to: Hex, amount: bigint): Call => ({
  to: usdc,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})
const approve = (amount = 60_000_000n) => callToken('approve', tokenPaymaster, amount)
const pay = (amount: bigint) => callToken('transfer', recipient, amount)

async function give(to: Hex, amount: bigint): Promise<void> {
  const { faucet, rpc } = parts.local
  const signed = await faucet.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: Number(await rpc('eth_getTransactionCount', faucet.address, 'latest')),
    to: usdc,
    data: callToken('transfer', to, amount).data,
    gas: 200_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  await rpc('eth_sendRawTransactionSync', signed)
}

async function balanceOf(holder: Hex): Promise<bigint> {
  const args = [holder] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
  return hexToBigInt(await parts.local.rpc<Hex>('eth_call', { to: usdc, data }, 'latest'))
}

const readSpending = async () =>
  (await createSponsorStore(database.sql, { now: Date.now }).readSpending(testProject.id)).find(
    ({ policy }) => policy === 'token fees',
  )

const maxAmountOf = (data: Hex) => hexToBigInt(slice(data, 32, 48))
const rateOf = (data: Hex) => hexToBigInt(slice(data, 48, 64))
const worth = (cost: bigint) => (cost * 3_300_000_000n) / parseEther('1')

describe('an account with tokens and no coin', () => {
  it('is created, makes its calls and pays what they cost', async () => {
    const { createHolder, prepare, send, settle } = connect()
    const account = await createHolder()
    const earned = await balanceOf(paymaster)
    const operation = await prepare(account, [approve(), pay(5_000_000n)])
    const max = maxAmountOf(operation.paymasterData ?? '0x')
    expect(rateOf(operation.paymasterData ?? '0x')).toBe(3_300_000_000n)
    const before = (await readSpending())?.spent ?? 0n
    const { isSuccess, cost } = await send(operation)
    expect(isSuccess).toBe(true)
    const fee = 95_000_000n - (await balanceOf(account.address))
    expect(fee).toBeLessThanOrEqual(max)
    expect(fee).toBeGreaterThanOrEqual(worth(cost))
    expect((await balanceOf(paymaster)) - earned).toBe(fee)
    expect(await parts.balance(account.address)).toBe(0n)
    await settle()
    expect(await readSpending()).toMatchObject({ spent: before + cost, reserved: 0n })
  })

  it('pays also for calls that fail in the block, with an earlier approval', async () => {
    const { client, createHolder, prepare, send } = connect()
    const account = await createHolder()
    await client.deployAccount(account)
    const { to, data } = approve()
    await client.sendAsOwner(account, { to: account.address, data: encodeTransfer(to, 0n, data) })
    await parts.local.rpc('evm_mine')
    const operation = await prepare(account, [pay(50_000_000n)])
    // The owner spends the tokens first, but leaves enough for the fee.
    const spent = pay(45_000_000n)
    await client.sendAsOwner(account, {
      to: account.address,
      data: encodeTransfer(spent.to, 0n, spent.data),
    })
    await parts.local.rpc('evm_mine')
    const before = await balanceOf(account.address)
    const { isSuccess, cost } = await send(operation)
    expect(isSuccess).toBe(false)
    expect(before - (await balanceOf(account.address))).toBeGreaterThanOrEqual(worth(cost))
  })
})

describe('no signature is given', () => {
  it('for a token or a project that the operator does not accept', async () => {
    const good = connect()
    const account = await good.createHolder()
    const drafted = await good.draft(account, [approve()])
    for (const [provider, token, reason] of [
      [good, link, 'token'],
      [connect({ projects: ['other'] }), usdc, 'token'],
      [connect({}, { settings: {} }), usdc, 'token'],
      [good, 'USDC', undefined],
    ] as const) {
      for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
        const { error } = await provider.ask(method, drafted, token)
        expect(error?.data).toEqual(reason && { reason })
        expect(error?.code).toBe(reason ? -32501 : -32602)
      }
    }
    expect((await good.getData(drafted)).error).toBeUndefined()
  })

  it('without a current price', async () => {
    const good = connect()
    const account = await good.createHolder()
    const drafted = await good.draft(account, [approve()])
    const sources: ReadDollars[] = [
      async () => new Map(),
      priced(3_000, true),
      priced(Number.POSITIVE_INFINITY),
      priced(0),
      () => Promise.reject(new Error('no source')),
    ]
    for (const readDollars of sources) {
      const { error } = await connect({}, { readDollars }).getData(drafted)
      expect(error).toMatchObject({ code: -32501, data: { reason: 'price' } })
    }
    expect((await good.getData(drafted)).error).toBeUndefined()
  })

  it('unless the account can pay the most it costs, besides its calls', async () => {
    const { createHolder, draft, getData } = connect()
    const account = await createHolder()
    const reasonOf = async (...calls: Call[]) => {
      const { error } = await getData(await draft(account, calls))
      return Object(error?.data).reason
    }
    expect(await reasonOf(pay(1n))).toBe('allowance')
    expect(await reasonOf(approve(1n), pay(1n))).toBe('allowance')
    expect(await reasonOf(approve(), pay(1n), approve(0n))).toBe('allowance')
    expect(await reasonOf(approve(), pay(99_999_999n))).toBe('balance')
    expect(await reasonOf(approve(), pay(1n))).toBeUndefined()
    const poor = await createHolder(0n)
    const { error } = await getData(await draft(poor, [approve()]))
    expect(error).toMatchObject({ data: { reason: 'balance' } })
  })

  it('for operations of keys, whose owner approves no fee', async () => {
    const { createHolder, draft, getData } = connect()
    const account = await createHolder()
    const grant = await grantPermission(account)
    const { callData, nonce, signature } = grant.draftCalls([
      { to: recipient, value: 0n, data: '0x' },
    ])
    const owned = await draft(account, [approve()])
    const { error } = await getData({ ...owned, callData, nonce, signature })
    expect(error).toMatchObject({ code: -32501, data: { reason: 'policy' } })
    expect((await getData(owned)).error).toBeUndefined()
  })

  it('beyond the budget, however many are asked for at once', async () => {
    const generous = connect()
    const accounts = await Promise.all([1, 2, 3, 4].map(() => generous.client.createAccount('0')))
    for (const { address } of accounts) await give(address, 100_000_000n)
    const drafts = await Promise.all(
      accounts.map((account) => generous.draft(account, [approve()])),
    )
    const spent = (await readSpending())?.today ?? 0n
    const [first] = drafts as [Operation]
    const one =
      first.maxFeePerGas *
      (first.callGasLimit +
        first.verificationGasLimit +
        first.preVerificationGas +
        (first.paymasterVerificationGasLimit ?? 0n) +
        (first.paymasterPostOpGasLimit ?? 0n))
    const perDay = formatEther(spent + 2n * one + one / 2n)
    const tight = connect({ budget: { perAccountPerDay: perDay, perDay } })
    const answers = await Promise.all(drafts.map((drafted) => tight.getData(drafted)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(2)
    for (const { error } of answers) {
      if (error) expect(error).toMatchObject({ code: -32005, data: { reason: 'day-budget' } })
    }
  })
})

describe('the bundler', () => {
  it('takes signed terms as they are, and only with the token paymaster', async () => {
    const { client, createHolder, draft, prepare } = connect()
    const account = await createHolder()
    const good = await prepare(account, [approve(), pay(1n)])
    const data = good.paymasterData ?? '0x'
    const changes: Partial<Operation>[] = [
      { paymaster: paymasterAddress },
      { paymaster: usdc },
      { paymasterData: `0x${'ff'.repeat(77)}` },
      { paymasterPostOpGasLimit: 0n },
      { paymasterVerificationGasLimit: 40_000n },
      { paymasterData: `${data.slice(0, 66)}${'f'.repeat(64)}${data.slice(130)}` as Hex },
    ]
    for (const [index, change] of changes.entries()) {
      const signed = await client.signOperation(account, { ...good, ...change })
      const { error } = await client.sendOperation(signed)
      expect([-32501, -32507], `${index}`).toContain(error?.code)
    }
    const other = await draft(account, [approve(), pay(2n)])
    const moved = await client.signOperation(account, { ...other, paymasterData: data })
    expect((await client.sendOperation(moved)).error?.code).toBe(-32507)
    expect((await client.sendOperation(good)).error).toBeUndefined()
  })
})

describe('metrics', () => {
  it('tell both paymasters apart', async () => {
    const { settle, readMetrics } = connect()
    await settle()
    const lines = await readMetrics()
    for (const payer of ['sponsor', 'token']) {
      const start = `latchkey_paymaster_deposit_wei{chain="${chain}",payer="${payer}"} `
      expect(lines.some((line) => line.startsWith(start))).toBe(true)
    }
    expect(lines.some((line) => line.includes('policy="token fees"'))).toBe(true)
  })
})
