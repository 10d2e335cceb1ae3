import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import { createWriter, type Writer } from '@latchkey/dev-stack/Writer'
import type { NetworkId } from '@latchkey/wire/caip'
import { accountContracts, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accountAbi,
  createSmartAccountClient,
  creationOf,
  encodeTransfer,
} from '../../reliability/smartAccountClient.mjs'
import { systemClock } from '../clock.js'
import type { ServedNodes } from '../nodes/createNodes.js'
import type { Database } from '../store/openDatabase.js'
import { createTestApi, type TestApi } from '../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { bundlerRoutes } from './bundlerRoutes.js'
import { composeBundler } from './composeBundler.js'
import type { Executor } from './createExecutor.js'
import { dataFeeOracle } from './dataFees.js'
import { getOperationHash, type Operation, toRpcFields } from './operation.js'

const testChain: NetworkId = 'eip155:1'
let local: LocalEvm
let database: Database
let nodes: ServedNodes
let writer: Writer
let now = Date.now()

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  writer = createWriter(local, 1, await compileContracts())
  nodes = createLongTimeoutNodes([local.settings])
})

afterAll(async () => {
  await Promise.all([local?.stop(), database?.stop()])
})

/** Starts a provider on the same database, also to simulate a restart. */
function start(executorKey: Hex = local.executor.privateKey): {
  api: TestApi
  executor: Executor
} {
  const clock = { ...systemClock, now: () => now }
  const config = { chains: [testChain], executorKey }
  const { sql } = database
  const { executor, bundler } = composeBundler(config, { sql, nodes, clock, log: () => {} })
  return { api: createTestApi({ rawRoutes: bundlerRoutes({ bundler }) }), executor }
}

async function request(method: string, params: unknown, api = start().api) {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { json } = await api.post('/v1/bundler', body, { query: { chainId: testChain } })
  return json as { result?: unknown; error?: { code: number; message: string } }
}

const { createAccount, draftOperation, signOperation } = createSmartAccountClient<[]>({
  rpc: (method, ...params) => local.rpc(method, ...params),
  request,
  chainId: 1,
  recipient: deployer.address,
})

const send = (operation: Operation, api?: TestApi, entryPoint: string = entryPointAddress) =>
  request('eth_sendUserOperation', [toRpcFields(operation), entryPoint], api)

/** Contract code that returns one number for every call. */
const returning = (value: bigint): Hex =>
  `0x7f${numberToHex(value, { size: 32 }).slice(2)}60005260206000f3`

type Receipt = {
  success: boolean
  reason?: string
  actualGasUsed: Hex
  actualGasCost: Hex
  logs: unknown[]
  receipt: { gasUsed: Hex; effectiveGasPrice: Hex; transactionHash: Hex }
}

/** Waits, because the chain responds before it mines. */
function receiptOf(hash: unknown, api?: TestApi): Promise<Receipt> {
  return vi.waitFor(async () => {
    const { result } = await request('eth_getUserOperationReceipt', [hash], api)
    expect(result).toBeTypeOf('object')
    expect(result).not.toBeNull()
    return result as Receipt
  })
}

/** Waits until no operation is in flight, because they are limited per network. */
function settleAll(): Promise<void> {
  return vi.waitFor(async () => {
    await start().executor.resume()
    expect(await database.sql`select 1 from user_operations where state = 'sent'`).toHaveLength(0)
  })
}

describe('the account', () => {
  it('obeys only its owner and the entry point', async () => {
    const account = await createAccount()
    const mine = await createAccount()
    await writer.send(deployer, {
      to: accountContracts[1].factory,
      data: creationOf(account).factoryData,
    })
    const call = (from: Address, data: Hex) =>
      local.rpc('eth_call', { from, to: account.address, data }, 'latest')
    for (const data of [
      encodeTransfer(deployer.address),
      encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [[]] }),
    ]) {
      await expect(call(deployer.address, data)).rejects.toMatchObject({ code: 3 })
      await expect(call(mine.address, data)).rejects.toMatchObject({ code: 3 })
      await expect(call(account.owner.address, data)).resolves.toBe('0x')
      await expect(call(entryPointAddress, data)).resolves.toBe('0x')
    }
    // It accepts coins with little more gas than an event needs.
    const gas = toHex(23_300)
    const paid = { from: deployer.address, to: account.address, value: '0x1', gas }
    await expect(local.rpc('eth_call', paid, 'latest')).resolves.toBe('0x')
  })
})

describe('an operation', () => {
  it('creates its account, makes its transfer and pays its costs', async () => {
    const account = await createAccount()
    const { api, executor } = start()
    const balance = async (address: Address) =>
      BigInt(await local.rpc<Hex>('eth_getBalance', address, 'latest'))
    const to = privateKeyToAccount(generatePrivateKey()).address
    const before = await balance(executor.address)
    const large = `0x${'ab'.repeat(6_000)}` as const
    const calls = [
      { callData: encodeTransfer(to, 5n) },
      { callData: encodeTransfer(to, 7n), nonce: 1n },
      // Unused gas is paid for too, and bytes cost more than computation.
      { callData: encodeTransfer(to, 9n), nonce: 2n, callGasLimit: 2_000_000n },
      { callData: encodeTransfer(to, 0n, large), nonce: 3n },
      {
        callData: encodeFunctionData({
          abi: accountAbi,
          functionName: 'executeBatch',
          args: [[...Array(5)].map(() => ({ to, value: 1n, data: '0x' as const }))],
        }),
        nonce: 4n,
      },
    ]
    for (const changes of calls) {
      const operation = await signOperation(account, await draftOperation(account, changes))
      const { result: hash } = await send(operation, api)
      expect(hash).toBe(getOperationHash(operation, 1))
      const receipt = await receiptOf(hash, api)
      expect(receipt.success).toBe(true)
      const paid = BigInt(receipt.receipt.gasUsed) * BigInt(receipt.receipt.effectiveGasPrice)
      expect(BigInt(receipt.actualGasCost)).toBeGreaterThanOrEqual(paid)
    }
    expect(await balance(to)).toBe(26n)
    expect(await balance(executor.address)).toBeGreaterThanOrEqual(before)
  })
})

describe('the bundler', () => {
  beforeEach(async () => {
    await local.rpc('evm_setAutomine', true)
    await local.rpc('evm_mine')
    await settleAll()
  })

  it('rejects other entry points, factories and accounts', async () => {
    const account = await createAccount()
    const good = await signOperation(account, await draftOperation(account))
    const other = await createAccount()
    const simpleFactory = '0x13E9ed32155810FDbd067D4522C492D6f68E5944'
    await writer.send(deployer, {
      to: accountContracts[1].factory,
      data: creationOf(other).factoryData,
    })
    const { factory: _, factoryData: __, ...undeployed } = good
    const sponsored = {
      paymasterData: `0x${'ff'.repeat(77)}`,
      paymasterVerificationGasLimit: 40_000n,
      paymasterPostOpGasLimit: 0n,
    }
    const cases: [object, string, number, RegExp][] = [
      [good, entryPoint07Address, -32602, /entry point/],
      [{ ...good, factory: simpleFactory }, entryPointAddress, -32602, /factory/],
      [{ ...good, factoryData: creationOf(other).factoryData }, entryPointAddress, -32500, /AA14/],
      [undeployed, entryPointAddress, -32500, /AA20/],
      [{ ...undeployed, sender: localAddresses.multicall }, entryPointAddress, -32602, /account/],
      [{ ...good, sender: other.address, ...creationOf(other) }, entryPointAddress, -32500, /AA10/],
      [
        { ...good, paymaster: deployer.address, ...sponsored },
        entryPointAddress,
        -32501,
        /paymasters of this provider/,
      ],
      [{ ...good, eip7702Auth: '0x01' }, entryPointAddress, -32602, /eip7702Auth/],
      [{ ...good, callGasLimit: 20_000_000n }, entryPointAddress, -32602, /callGasLimit/],
      [{ ...good, verificationGasLimit: 2_000_000n }, entryPointAddress, -32602, /verification/],
      [{ ...good, preVerificationGas: 21_000n }, entryPointAddress, -32602, /preVerificationGas/],
      [{ ...good, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, entryPointAddress, -32602, /Fee/],
      [{ ...good, maxPriorityFeePerGas: 0n }, entryPointAddress, -32602, /Priority/],
      [{ ...good, maxPriorityFeePerGas: 30_000_000_000n }, entryPointAddress, -32602, /Priority/],
      [
        { ...good, signature: (await signOperation(other, good)).signature },
        entryPointAddress,
        -32507,
        /AA24/,
      ],
      [{ ...good, signature: '0x' }, entryPointAddress, -32507, /AA24/],
      [{ ...good, nonce: 1n }, entryPointAddress, -32500, /AA25/],
      [{ ...good, callData: 'all' }, entryPointAddress, -32602, /callData/],
    ]
    for (const [operation, entryPoint, code, message] of cases) {
      const { error } = await send(operation as Operation, undefined, entryPoint)
      expect(error, String(message)).toMatchObject({
        code,
        message: expect.stringMatching(message),
      })
    }
    const rows = await database.sql`
      select 1 from user_operations where sender = ${account.address.toLowerCase()}`
    expect(rows).toHaveLength(0)
  })

  it('rejects an account that cannot pay', async () => {
    const account = await createAccount('0')
    const operation = await draftOperation(account, {
      callData: encodeTransfer(deployer.address, 0n),
    })
    const { error } = await send(await signOperation(account, operation))
    expect(error).toMatchObject({ code: -32500, message: expect.stringMatching(/^AA21/) })
  })

  it('is paid for data where a chain charges for it', async () => {
    const account = await createAccount()
    const cheap = await signOperation(account, await draftOperation(account))
    const fee = 30_000_000_000_000n
    await local.rpc('anvil_setCode', dataFeeOracle, returning(fee))
    const dear = await signOperation(account, await draftOperation(account))
    const { error } = await send(cheap)
    const { result } = await send(dear)
    await local.rpc('anvil_setCode', dataFeeOracle, '0x')
    expect(error).toMatchObject({ message: expect.stringMatching(/^preVerificationGas/) })
    const { actualGasCost, receipt } = await receiptOf(result)
    const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + fee
    expect(BigInt(actualGasCost)).toBeGreaterThanOrEqual(paid)
  })

  it('says why a call would revert', async () => {
    const account = await createAccount()
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address to, uint256 amount)']),
      args: [deployer.address, 1n],
    })
    const operation = await draftOperation(account, { preVerificationGas: 100_000n })
    const callData = encodeTransfer(localAddresses.usdc, 0n, data)
    const { error } = await request('eth_estimateUserOperationGas', [
      toRpcFields({ ...operation, callData }),
      entryPointAddress,
    ])
    expect(error).toMatchObject({ code: -32521, data: expect.stringMatching(/^0x08c379a0/) })
    // If sent anyway, it is paid for and reported as failed.
    const { result } = await send(await signOperation(account, { ...operation, callData }))
    const receipt = await receiptOf(result)
    expect(receipt).toMatchObject({ success: false, reason: expect.stringMatching(/\w/) })
  })

  it('submits an operation once, however often it is requested', async () => {
    const account = await createAccount()
    await writer.send(deployer, {
      to: accountContracts[1].factory,
      data: creationOf(account).factoryData,
    })
    const { api } = start()
    const operation = await signOperation(account, await draftOperation(account))
    await local.rpc('evm_setAutomine', false)
    const answers = await Promise.all([...Array(5)].map(() => send(operation, api)))
    const again = await send(operation, api)
    const pending = await request('eth_getUserOperationReceipt', [again.result], api)
    const byHash = await request('eth_getUserOperationByHash', [again.result], api)
    await local.rpc('evm_setAutomine', true)
    await local.rpc('evm_mine')
    expect(again.result).toBe(getOperationHash(operation, 1))
    expect(pending.result).toBeNull()
    expect(byHash.result).toMatchObject({ blockNumber: null })
    expect(answers.filter(({ result }) => result === again.result)).not.toHaveLength(0)
    const rows = await database.sql`
      select 1 from user_operations where sender = ${account.address.toLowerCase()}`
    expect(rows).toHaveLength(1)
    await settleAll()
    // After it is mined, its nonce is used.
    const { error } = await send(operation, api)
    expect(error).toMatchObject({ code: -32500, message: expect.stringMatching(/^AA25/) })
  })

  it('gives every operation of many accounts its own nonce', async () => {
    const accounts = await Promise.all([...Array(6)].map(() => createAccount()))
    const operations: Operation[] = []
    for (const account of accounts)
      operations.push(await signOperation(account, await draftOperation(account)))
    const [one, other] = [start().api, start().api]
    const sent = await Promise.all(
      operations.map((operation, index) => send(operation, index % 2 ? one : other)),
    )
    expect(sent.map(({ error }) => error)).toEqual(operations.map(() => undefined))
    for (const { result } of sent) expect((await receiptOf(result)).success).toBe(true)
  })

  it('remembers submitted operations after a restart, and sends unsent ones', async () => {
    const account = await createAccount()
    const operation = await signOperation(account, await draftOperation(account))
    await local.rpc('evm_setAutomine', false)
    const { result: hash, error } = await send(operation)
    expect(error).toBeUndefined()
    const { transactionHash } = Object((await request('eth_getUserOperationByHash', [hash])).result)
    // Drops it, as a restarted node does.
    await local.rpc('anvil_dropTransaction', transactionHash)
    await local.rpc('evm_setAutomine', true)
    const { api, executor } = start()
    await executor.resume()
    expect(await receiptOf(hash, api)).toMatchObject({
      success: true,
      receipt: { transactionHash },
    })
    await settleAll()
    const [row] = await database.sql`select state from user_operations where hash = ${String(hash)}`
    expect(row?.state).toBe('done')
  })

  it('finishes what the account of an earlier executor key has sent', async () => {
    const nextKey = generatePrivateKey()
    const next = privateKeyToAccount(nextKey).address
    await local.rpc('anvil_setBalance', next, toHex(parseEther('10')))
    // The nonces of the two accounts have nothing to do with each other.
    await local.rpc('anvil_setNonce', next, toHex(10_000))
    const account = await createAccount()
    const operation = await signOperation(account, await draftOperation(account))
    await local.rpc('evm_setAutomine', false)
    const { result: hash } = await send(operation)
    const { transactionHash } = Object((await request('eth_getUserOperationByHash', [hash])).result)
    await local.rpc('anvil_dropTransaction', transactionHash)
    await local.rpc('evm_setAutomine', true)
    const { api, executor } = start(nextKey)
    await executor.resume()
    expect(await receiptOf(hash, api)).toMatchObject({
      success: true,
      receipt: { transactionHash, from: local.executor.address.toLowerCase() },
    })
    await settleAll()
    const [row] = await database.sql`select state from user_operations where hash = ${String(hash)}`
    expect(row?.state).toBe('done')
  })

  it('gives up what an earlier executor key has sent and would fail now', async () => {
    const nextKey = generatePrivateKey()
    const next = privateKeyToAccount(nextKey).address
    await local.rpc('anvil_setBalance', next, toHex(parseEther('10')))
    const account = await createAccount()
    const operation = await signOperation(account, await draftOperation(account))
    await local.rpc('evm_setAutomine', false)
    const { result: hash } = await send(operation)
    const { transactionHash } = Object((await request('eth_getUserOperationByHash', [hash])).result)
    await local.rpc('anvil_dropTransaction', transactionHash)
    await local.rpc('evm_setAutomine', true)
    await local.rpc('anvil_setBalance', account.address, '0x0')
    await start(nextKey).executor.resume()
    const [row] = await database.sql`select state from user_operations where hash = ${String(hash)}`
    expect(row?.state).toBe('lost')
    expect(await local.rpc('eth_getTransactionCount', next, 'pending')).toBe('0x0')
    // Its owner is not blocked.
    await local.rpc('anvil_setBalance', account.address, toHex(parseEther('1')))
    const { api } = start(nextKey)
    const again = await send(await signOperation(account, await draftOperation(account)), api)
    expect((await receiptOf(again.result, api)).success).toBe(true)
    await settleAll()
  })

  it('suspends an account that made it pay', async () => {
    const account = await createAccount()
    const first = await signOperation(account, await draftOperation(account))
    const { api } = start()
    await local.rpc('evm_setAutomine', false)
    const { result: hash } = await send(first, api)
    // Empties the account after the operation is accepted and before it is mined.
    await local.rpc('anvil_setBalance', account.address, '0x0')
    await local.rpc('evm_setAutomine', true)
    await local.rpc('evm_mine')
    await settleAll()
    expect((await request('eth_getUserOperationByHash', [hash], api)).result).toBeNull()
    await local.rpc('anvil_setBalance', account.address, toHex(parseEther('1')))
    const rejected = await send(first, api)
    expect(rejected.error).toMatchObject({ code: -32504 })
    now += 3_600_001
    expect((await send(first, api)).result).toBe(hash)
    expect((await receiptOf(hash, api)).success).toBe(true)
  })

  it('serves JSON-RPC for its own chains only', async () => {
    expect(await request('eth_chainId', [])).toMatchObject({ result: '0x1' })
    expect(await request('eth_supportedEntryPoints', [])).toMatchObject({
      result: [entryPointAddress],
    })
    expect(await request('pm_getPaymasterData', [])).toMatchObject({ error: { code: -32601 } })
    const unknown = keccak256('0x')
    for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash']) {
      expect(await request(method, [unknown])).toMatchObject({ result: null })
      expect(await request(method, ['0x'])).toMatchObject({ error: { code: -32602 } })
    }
    const { api } = start()
    for (const chainId of ['eip155:8453', 'solana:1', '1', '']) {
      const answer = await api.post('/v1/bundler', {}, { query: { chainId } })
      expect(answer).toMatchObject({ status: 400, reasons: [{ field: 'chainId' }] })
    }
    const query = { chainId: testChain, bundler: 'https://elsewhere.example' }
    const elsewhere = await api.post('/v1/bundler', {}, { query })
    expect(elsewhere).toMatchObject({ status: 400, reasons: [{ field: 'bundler' }] })
    const nonsense = await api.post('/v1/bundler', { a: 1 }, { query: { chainId: testChain } })
    expect(nonsense.json).toMatchObject({ id: null, error: { code: -32600 } })
  })
})
