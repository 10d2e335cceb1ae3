import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import type { NetworkId } from '@latchkey/wire/caip'
import { encodeRevokePermission, zeroAddress } from '@latchkey/wire/login/permissions'
import { entryPointAddress, implementationSlot } from '@latchkey/wire/login/smartAccount'
import { encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  createSmartAccountClient,
  encodeTransfer,
  type SmartAccountClient,
} from '../../reliability/smartAccountClient.mjs'
import { systemClock } from '../clock.js'
import type { Database } from '../store/openDatabase.js'
import { createTestApi } from '../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { bundlerRoutes } from './bundlerRoutes.js'
import { composeBundler } from './composeBundler.js'
import { getVerificationGas } from './gas.js'
import { encodeBundle, type Operation, toRpcFields } from './operation.js'
import { type Grant, grantPermission } from './permission.fixture.js'

const chain: NetworkId = 'eip155:1'
const gwei = 1_000_000_000n
const prices = { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: 3n * gwei }
const upgradeAbi = parseAbi(['function upgradeTo(address implementation)'])

let local: LocalEvm
let database: Database
let client: SmartAccountClient<[options?: { readonly address?: string }]>
let provider: ReturnType<typeof start>
let now = Date.now()

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  // Every block is mined by hand.
  await local.rpc('evm_setAutomine', false)
  provider = start()
  client = createSmartAccountClient({
    rpc: local.rpc,
    async request(method, params, ...[options]) {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const query = { chainId: chain }
      return (await provider.api.post('/v1/bundler', body, { query, ...options })).json
    },
    chainId: 1,
    recipient: deployer.address,
    version: 2,
  })
})
afterAll(() => Promise.all([local?.stop(), database?.stop()]))

beforeEach(() => {
  // Earlier failures of networks are forgotten.
  now += 30 * 86_400_000
})

function start() {
  const clock = { ...systemClock, now: () => now }
  const parts = { sql: database.sql, nodes: createLongTimeoutNodes([local.settings]), clock }
  const config = { chains: [chain], executorKey: local.executor.privateKey }
  const composed = composeBundler(config, { ...parts, log: () => {} })
  return { ...composed, api: createTestApi({ rawRoutes: bundlerRoutes(composed) }) }
}

const mine = () => local.rpc('evm_mine')
const balanceOf = async (address: string) =>
  BigInt(await local.rpc<Hex>('eth_getBalance', address, 'latest'))

/** The change of the executor's balance. */
async function gainOf(work: () => Promise<unknown>): Promise<bigint> {
  const before = await balanceOf(provider.executor.address)
  await work().finally(mine)
  await provider.executor.resume()
  return (await balanceOf(provider.executor.address)) - before
}

const transfer = (value: bigint, data: Hex = '0x') => ({ to: deployer.address, value, data })

async function deployed(ether = '1'): Promise<Account> {
  const account = await client.createAccount(ether)
  await client.deployAccount(account)
  return account
}

describe('an operation of a key', () => {
  it('creates the account, enables the permission and pays its costs', async () => {
    const account = await client.createAccount()
    const grant = await grantPermission(account)
    const first = await client.draftOperation(account, {
      ...grant.draftCalls([transfer(5n)]),
      ...prices,
    })
    const before = await balanceOf(deployer.address)
    const gain = await gainOf(async () => {
      expect((await client.sendOperation(await grant.sign(first))).error).toBeUndefined()
    })
    expect(gain).toBeGreaterThan(0n)
    const second = await client.draftOperation(account, {
      ...grant.draftCalls([transfer(7n), transfer(8n)]),
      nonce: first.nonce + 1n,
      ...prices,
    })
    const next = await gainOf(async () => {
      expect((await client.sendOperation(await grant.sign(second, false))).error).toBeUndefined()
    })
    expect(next).toBeGreaterThan(0n)
    expect((await balanceOf(deployer.address)) - before).toBe(20n)
  })

  it.each([
    ['a small permission', {}],
    ['ten targets with rules', { targets: Array(10).fill(target(3)) }],
    ['a hundred targets', { targets: Array(100).fill(target(0)) }],
    ['a hundred rules', { targets: [target(100)] }],
    [
      'a hundred allowances',
      { allowances: Array(100).fill({ ...allowance(), token: deployer.address }) },
    ],
  ])('needs less verification gas than known, with %s', async (_, changes) => {
    const [known, fresh] = [await deployed(), await client.createAccount()]
    for (const account of [known, fresh]) {
      const grant = await grantPermission(account, changes)
      for (const data of ['0x', `0x${'ab'.repeat(5_000)}`] as const) {
        // Its call may revert: only its validation counts here.
        const draft = await client.draftOperation(account, {
          ...grant.draftCalls([transfer(1n, data)]),
          ...prices,
          callGasLimit: 50_000n,
          preVerificationGas: 100_000n,
        })
        const verificationGasLimit = (getVerificationGas(draft) * 95n) / 100n
        const operation = await grant.sign({ ...draft, verificationGasLimit })
        await expect(simulate(operation)).resolves.toBeDefined()
      }
    }
  })

  it('gains at any length of calls and any permission', async () => {
    const called = { ...target(0), selector: '0xabababab' as const }
    for (const targets of [[called], [...Array(8).fill(target(2)), called]]) {
      for (const length of [0, 500, 3_000]) {
        const account = await deployed('10')
        const grant = await grantPermission(account, { targets })
        const draft = await client.draftOperation(account, {
          ...grant.draftCalls([transfer(1n, `0x${'ab'.repeat(length)}`)]),
          ...prices,
        })
        const gain = await gainOf(async () => {
          const { error } = await client.sendOperation(await grant.sign(draft))
          expect(error).toBeUndefined()
        })
        expect(gain).toBeGreaterThan(0n)
      }
    }
  })

  it('is refused without the signatures that the account checks', async () => {
    const account = await deployed()
    const grant = await grantPermission(account)
    const stranger = await grantPermission(account)
    const bare = await client.draftOperation(account, {
      ...grant.draftCalls([transfer(1n)]),
      ...prices,
    })
    // Zero bytes, and so the least gas, differ between addresses.
    const draft = { ...bare, preVerificationGas: bare.preVerificationGas + 1_000n }
    const good = await grant.sign(draft)
    const other = await deployed()
    const cases: [string, Operation, number, RegExp][] = [
      ['another key', await stranger.sign(draft), -32507, /AA24/],
      ['the owner left out', await grant.sign(draft, false), -32507, /AA24/],
      ['another account', { ...good, sender: other.address }, -32507, /AA24/],
      ['nonces of the owner', await grant.sign({ ...draft, nonce: 0n }), -32500, /AA23/],
      ['more fees than allowed', await costly(account), -32500, /AA23/],
    ]
    for (const [name, operation, code, message] of cases) {
      const { error } = await client.sendOperation(operation)
      expect(error, name).toMatchObject({ code, message: expect.stringMatching(message) })
    }
    expect(await gainOf(async () => client.sendOperation(good))).toBeGreaterThan(0n)
  })

  it('is refused when its permission ends before a block could include it', async () => {
    const account = await deployed()
    const seconds = Math.floor(now / 1_000)
    for (const [validUntil, code] of [
      [seconds - 1, -32503],
      [seconds + 59, -32503],
      [seconds + 3_600, undefined],
    ] as const) {
      const grant = await grantPermission(account, { validUntil })
      const draft = await client.draftOperation(account, {
        ...grant.draftCalls([transfer(1n)]),
        ...prices,
        callGasLimit: 100_000n,
        preVerificationGas: 200_000n,
        verificationGasLimit: 300_000n,
      })
      const { error } = await client.sendOperation(await grant.sign(draft))
      expect(error?.code).toBe(code)
    }
    await mine()
    await provider.executor.resume()
  })

  it('says why its call would revert', async () => {
    const account = await deployed()
    const grant = await grantPermission(account, { maxCalls: 1 })
    const { error } = await estimate(account, grant.draftCalls([transfer(1n), transfer(1n)]))
    expect(error).toMatchObject({ code: -32521, data: expect.stringMatching(/^0x8d406ed6/) })
  })
})

describe('a hostile key', () => {
  it('is suspended alone when it includes another operation first', async () => {
    const account = await deployed()
    const [hostile, honest] = [await grantPermission(account), await grantPermission(account)]
    const draft = await client.draftOperation(account, {
      ...hostile.draftCalls([transfer(1n)]),
      ...prices,
    })
    const first = { ...draft, ...hostile.draftCalls([transfer(2n)]) }
    const loss = await gainOf(async () => {
      const { error } = await client.sendOperation(await hostile.sign(draft), {
        address: '203.0.113.7',
      })
      expect(error).toBeUndefined()
      await includeFirst(await hostile.sign(first))
    })
    expect(loss).toBeLessThan(0n)
    // From any network.
    const send = async (grant: Grant, changes: Partial<Operation>, isFirst: boolean) => {
      const fields = { ...grant.draftCalls([transfer(3n)]), ...prices, ...changes }
      const operation = await grant.sign(await client.draftOperation(account, fields), isFirst)
      return client.sendOperation(operation, { address: '198.51.100.1' })
    }
    const again = await send(hostile, { nonce: draft.nonce + 1n }, false)
    expect(again.error).toMatchObject({
      code: -32504,
      data: { reason: 'throttled', entity: 'permission' },
    })
    const others = await gainOf(async () => {
      expect((await send(honest, {}, true)).error).toBeUndefined()
    })
    expect(others).toBeGreaterThan(0n)
    expect(await gainOf(() => expectOwnServed(account))).toBeGreaterThan(0n)
  })
})

describe('an owner of version 2', () => {
  it('who revokes in front of operations of keys can use no keys after five losses', async () => {
    const account = await deployed()
    const send = async (number: number) => {
      const grant = await grantPermission(account)
      const draft = await client.draftOperation(account, {
        ...grant.draftCalls([transfer(1n)]),
        ...prices,
      })
      const address = `203.0.113.${number}`
      const { error } = await client.sendOperation(await grant.sign(draft), { address })
      return { grant, error }
    }
    for (const number of [1, 2, 3, 4, 5]) {
      const loss = await gainOf(async () => {
        const { grant, error } = await send(number)
        expect(error).toBeUndefined()
        const data = encodeRevokePermission(grant.id)
        await client.sendAsOwner(account, { to: account.address, data, tip: 5n * gwei })
      })
      expect(loss).toBeLessThan(0n)
    }
    expect((await send(6)).error).toMatchObject({
      code: -32504,
      data: { reason: 'throttled', entity: 'keys' },
    })
    expect(await gainOf(() => expectOwnServed(account))).toBeGreaterThan(0n)
  })

  it('who replaces the code in front of an operation costs no more than was counted as at risk', async () => {
    const account = await deployed()
    const draft = await client.draftOperation(account, {
      ...prices,
      verificationGasLimit: 400_000n,
    })
    const loss = await gainOf(async () => {
      const { error } = await client.sendOperation(await client.signOperation(account, draft))
      expect(error).toBeUndefined()
      await upgrade(account, 5n * gwei)
    })
    expect(loss).toBeLessThan(0n)
    const [row] = await database.sql`
      select at_risk, state from user_operations where sender = ${account.address.toLowerCase()}`
    expect(row?.state).toBe('failed')
    expect(-loss).toBeLessThanOrEqual(BigInt(row?.at_risk))
    // It used far more than an account of known code could.
    expect(-loss).toBeGreaterThan(350_000n * prices.maxFeePerGas)
  })

  it('who has replaced the code is not served', async () => {
    const account = await deployed()
    await upgrade(account)
    await mine()
    const operation = await client.draftOperation(account, {
      ...prices,
      callGasLimit: 100_000n,
      preVerificationGas: 100_000n,
      verificationGasLimit: 100_000n,
    })
    const { error } = await client.sendOperation(await client.signOperation(account, operation))
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/replaced its code/),
    })
    expect((await estimate(account, {})).error).toMatchObject({ code: -32602 })
  })
})

async function expectOwnServed(account: Account): Promise<void> {
  const draft = await client.draftOperation(account, prices)
  const { error } = await client.sendOperation(await client.signOperation(account, draft))
  expect(error).toBeUndefined()
}

/** Sends it as a bundler of somebody else does, at a price that puts it in front. */
async function includeFirst(operation: Operation): Promise<void> {
  const { faucet } = local
  const nonce = Number(await local.rpc('eth_getTransactionCount', faucet.address, 'latest'))
  const signed = await faucet.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce,
    to: entryPointAddress,
    data: encodeBundle(operation, faucet.address),
    gas: 3_000_000n,
    maxFeePerGas: 20n * gwei,
    maxPriorityFeePerGas: 10n * gwei,
  })
  await local.rpc('eth_sendRawTransaction', signed)
}

function target(rules: number) {
  const rule = { argument: 0, operator: 0, value: pad('0x1') }
  const { address } = deployer
  return {
    to: address,
    selector: '0x12345678' as Hex,
    valueLimit: 1n,
    rules: Array(rules).fill(rule),
  }
}

function allowance() {
  return { token: zeroAddress, amount: 1n, period: 1, start: 1 }
}

async function costly(account: Account): Promise<Operation> {
  const grant = await grantPermission(account, { feeLimit: 1n })
  return grant.sign(
    await client.draftOperation(account, { ...grant.draftCalls([transfer(1n)]), ...prices }),
  )
}

async function estimate(account: Account, changes: Partial<Operation>) {
  const operation = {
    sender: account.address,
    nonce: 0n,
    callData: encodeTransfer(deployer.address),
    ...changes,
  }
  const params = [toRpcFields(operation), entryPointAddress]
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_estimateUserOperationGas', params }
  return (await provider.api.post('/v1/bundler', body, { query: { chainId: chain } })).json
}

function simulate(operation: Operation): Promise<Hex> {
  const data = encodeBundle(operation, deployer.address)
  const call = { from: deployer.address, to: entryPointAddress, data, gas: toHex(20_000_000) }
  return local.rpc('eth_call', call, 'latest')
}

/** Replaces the account's code by one that loops for ever when it is asked to validate. */
async function upgrade(account: Account, tip = gwei): Promise<void> {
  const hostile = '0x00000000000000000000000000000000000c0001'
  // Answers `proxiableUUID`, and anything else with an endless loop.
  const code = `0x60003560e01c6352d1902d146013575b600f565b7f${implementationSlot.slice(2)}60005260206000f3`
  await local.rpc('anvil_setCode', hostile, code)
  const data = encodeFunctionData({ abi: upgradeAbi, args: [hostile] })
  await client.sendAsOwner(account, { to: account.address, data, tip })
}
