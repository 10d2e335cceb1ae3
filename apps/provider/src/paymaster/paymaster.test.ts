import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import { encodeRevokeAll, encodeRevokePermission } from '@latchkey/wire/login/permissions'
import {
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountAbi, encodeTransfer } from '../../reliability/smartAccountClient.mjs'
import type { Operation } from '../bundler/operation.js'
import { grantPermission } from '../bundler/permission.fixture.js'
import type { PolicySettings } from '../config/paymasterSettings.js'
import type { LogLine } from '../log.js'
import { NodeRpcError } from '../nodes/Nodes.js'
import type { Database } from '../store/openDatabase.js'
import { testProject } from '../testing/apiFixture.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import {
  chain,
  createSponsorClient,
  paymasterAddress,
  policy,
  recipient,
  type SponsorOptions,
  startSponsoredChain,
} from './sponsor.fixture.js'
import { createSponsorStore } from './sponsorStore.js'

let database: Database
let parts: Awaited<ReturnType<typeof startSponsoredChain>>

beforeAll(async () => {
  database = await openTemporaryDatabase()
  parts = await startSponsoredChain(database)
})
afterAll(() => Promise.all([parts?.local.stop(), database?.stop()]))

const spending = async (name: string) => {
  const store = createSponsorStore(database.sql, { now: Date.now })
  const found = await store.readSpending(testProject.id)
  return found.find((one) => one.policy === name)
}

const named = (name: string, changes: Partial<PolicySettings> = {}) => ({
  ...policy,
  name,
  ...changes,
})

describe('an operation of an account without a coin', () => {
  it.each([1, 2] as const)('is paid for and settled, version %s', async (version) => {
    const name = `first-${version}`
    const provider = parts.start({ policies: [named(name)] })
    const client = createSponsorClient(parts.local, provider.api, version)
    const account = await client.createAccount('0')
    const before = { deposit: await parts.deposit(), at: await parts.balance(recipient) }
    const executor = await parts.balance(provider.executor.address)

    const stub = await client.getStub(await client.draft(account))
    expect(stub.result).toMatchObject({ sponsor: { name: 'Test' }, isFinal: false })
    const { operation, error } = await client.sponsor(account, await client.draft(account))
    expect(error).toBeUndefined()
    if (!operation) throw new Error('not sponsored')
    const reserved = (await spending(name))?.reserved ?? 0n
    expect(reserved).toBeGreaterThan(0n)

    const sent = await client.sendOperation(operation)
    expect(sent.error).toBeUndefined()
    const receipt = await vi.waitFor(async () => {
      const { result } = await client.request('eth_getUserOperationReceipt', [sent.result])
      expect(result).not.toBeNull()
      return result as { success: boolean; actualGasCost: Hex; paymaster: Hex }
    })
    expect(receipt).toMatchObject({ success: true, paymaster: localAddresses.sponsorPaymaster })
    await provider.settle()
    const cost = BigInt(receipt.actualGasCost)
    expect(await spending(name)).toMatchObject({
      spent: cost,
      reserved: 0n,
      operations: 1n,
      today: cost,
    })
    expect(cost).toBeLessThanOrEqual(reserved)
    expect(before.deposit - (await parts.deposit())).toBe(cost)
    expect(await parts.balance(account.address)).toBe(0n)
    // The executor earns its margin.
    expect(await parts.balance(provider.executor.address)).toBeGreaterThan(executor)
  })
})

const tokenAbi = parseAbi(['function transfer(address to, uint256 amount)'])
const mintSelector = toFunctionSelector('mint()')
const mint = { to: recipient, value: 0n, data: mintSelector }
const encodeBatch = (calls: readonly object[]) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls] })

function connect(options: SponsorOptions = {}) {
  const provider = parts.start(options)
  return { ...provider, client: createSponsorClient(parts.local, provider.api) }
}

describe('a policy', () => {
  const selective = named('selective', { calls: [{ to: recipient, selectors: [mintSelector] }] })

  it('pays for the calls it lists, of owners and keys, and for revocations', async () => {
    const { client } = connect({ policies: [selective] })
    const account = await client.createAccount('0')
    const grant = await grantPermission(account, {
      paymaster: paymasterAddress.toLowerCase() as Hex,
      targets: [{ to: recipient, selector: mintSelector, valueLimit: 0n, rules: [] }],
    })
    for (const changes of [
      { callData: encodeTransfer(recipient, 0n, mintSelector) },
      { callData: encodeBatch([mint, mint]), nonce: 1n },
      { ...grant.draftCalls([mint, mint]) },
      { callData: encodeRevokeAll(), nonce: 2n },
      { callData: encodeRevokePermission(zeroHash), nonce: 3n },
    ]) {
      const { error } = await client.sponsor(account, await client.draft(account, changes))
      expect(error).toBeUndefined()
    }
  })

  it('pays for nothing else', async () => {
    const { client } = connect({ policies: [selective] })
    const account = await client.createAccount('1')
    const grant = await grantPermission(account, { targets: [] })
    const other = { ...mint, to: localAddresses.usdc }
    const base = await client.draft(account, {
      callData: encodeTransfer(recipient, 0n, mintSelector),
    })
    const good = base.callData
    const calls: [string, Hex][] = [
      ['another contract', encodeTransfer(localAddresses.usdc, 0n, mintSelector)],
      ['another function', encodeTransfer(recipient, 0n, '0x12345678')],
      ['a transfer of coins', encodeTransfer(recipient, 1n)],
      ['less than a selector', encodeTransfer(recipient, 0n, '0x1249c5')],
      ['no call', encodeBatch([])],
      ...[0, 1, 2].map((index): [string, Hex] => [
        `a batch with another call at ${index}`,
        encodeBatch([0, 1, 2].map((one) => (one === index ? other : mint))),
      ]),
      [
        'an upgrade',
        encodeFunctionData({
          abi: parseAbi(['function upgradeTo(address implementation)']),
          args: [recipient],
        }),
      ],
      ['nothing', '0x'],
      ['an unknown function', encodeFunctionData({ abi: tokenAbi, args: [recipient, 1n] })],
      // The account would read it, but another reader could read it differently.
      ['more than its arguments', `${good}00`],
      ['an unusual encoding', good.replace(/60(0{62}04)/, `80${'0'.repeat(64)}$1`) as Hex],
      ['a permission without this sponsor', grant.draftCalls([mint]).callData],
    ]
    for (const [name, callData] of calls) {
      const { error } = await client.getData({ ...base, callData })
      const { error: early } = await client.getStub({ ...base, callData })
      for (const found of [error, early]) {
        expect(found, name).toMatchObject({ code: -32501, data: { reason: 'policy' } })
      }
    }
    expect(await reservedOf('selective', account.address)).toEqual([])
  })

  it('pays for its project only, between its times, and the next one takes over', async () => {
    const until = new Date(Date.now() - 1).getTime()
    const from = new Date(Date.now() + 86_400_000).getTime()
    const cases: [readonly PolicySettings[], RegExp | undefined][] = [
      [[named('elsewhere', { project: 'another' })], /pays for no gas/],
      [[named('ended', { until })], /ended: It no longer pays/],
      [[named('later', { from })], /later: It does not pay yet/],
      [[named('ended', { until }), named('current')], undefined],
      [
        [
          named('tiny', { budget: { perAccountPerDay: '0.000001', perDay: '1', total: '1' } }),
          named('current'),
        ],
        undefined,
      ],
    ]
    for (const [policies, message] of cases) {
      const { client } = connect({ policies })
      const account = await client.createAccount('0')
      const { error } = await client.sponsor(account, await client.draft(account))
      if (message) expect(error?.message).toMatch(message)
      else expect(error).toBeUndefined()
    }
  })
})

describe('the paymaster', () => {
  it('signs no excessive limits, failing calls, foreign accounts or other places', async () => {
    const { client } = connect({ policies: [named('limits', { calls: undefined as never })] })
    const account = await client.createAccount('1')
    const base = await client.draft(account)
    const failing = encodeTransfer(
      localAddresses.usdc,
      0n,
      encodeFunctionData({ abi: tokenAbi, args: [recipient, 10n ** 30n] }),
    )
    const cases: [string, Partial<Operation>, number, string | undefined][] = [
      ['call gas', { callGasLimit: 12_000_000n }, -32501, 'gas'],
      ['verification gas', { verificationGasLimit: 1_000_000n }, -32501, 'gas'],
      ['gas for the bundler', { preVerificationGas: base.preVerificationGas * 2n }, -32501, 'gas'],
      ['price', { maxFeePerGas: 10n ** 15n }, -32602, undefined],
      ['tip', { maxPriorityFeePerGas: 19n * 10n ** 9n }, -32602, undefined],
      [
        'a failing call',
        { callData: failing, preVerificationGas: base.preVerificationGas + 3_000n },
        -32521,
        undefined,
      ],
      [
        'a foreign account',
        { sender: recipient, factory: undefined as never, factoryData: undefined as never },
        -32500,
        undefined,
      ],
      ['a foreign factory', { factory: recipient }, -32602, undefined],
      ['a missing limit', { callGasLimit: undefined as never }, -32602, undefined],
    ]
    for (const [name, changes, code, reason] of cases) {
      const { error } = await client.getData({ ...base, ...changes })
      expect(error, name).toMatchObject({ code, ...(reason && { data: { reason } }) })
    }
    const place = (entryPoint: unknown, chainId: unknown) =>
      client.request('pm_getPaymasterData', [{}, entryPoint, chainId, {}])
    expect((await place(recipient, '0x1')).error?.message).toMatch(/entry point/)
    const { error } = await client.request('pm_getPaymasterData', [
      {},
      '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
      '0x2105',
    ])
    expect(error?.message).toMatch(/chain id/)
    expect((await client.request('pm_sponsorUserOperation', [])).error?.code).toBe(-32601)
    expect(await reservedOf('limits', account.address)).toEqual([])
  })

  it('is also reached through the bundler, and only on its chains', async () => {
    const { api, client } = connect({ policies: [named('routes')] })
    const account = await client.createAccount('0')
    const draft = await client.draft(account)
    const params = [
      Object.fromEntries(
        Object.entries(draft).map(([name, value]) => [
          name,
          typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
        ]),
      ),
      '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
      '0x1',
    ]
    const body = { jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params }
    const answers = await Promise.all(
      ['/v1/bundler', '/v1/paymaster'].map((path) =>
        api.post(path, body, { query: { chainId: chain } }),
      ),
    )
    expect(answers[0]?.json.result).toMatchObject({ paymaster: paymasterAddress.toLowerCase() })
    expect(answers[1]?.json).toEqual(answers[0]?.json)
    const elsewhere = await api.post('/v1/paymaster', body, { query: { chainId: 'eip155:10' } })
    expect(elsewhere).toMatchObject({ status: 400, reasons: [{ field: 'chainId' }] })
  })

  it('rejects the signatures of other paymasters in the bundler', async () => {
    const { client } = connect({ policies: [named('foreign')] })
    const account = await client.createAccount('1')
    const { operation } = await client.sponsor(account, await client.draft(account))
    if (!operation?.paymasterData) throw new Error('not sponsored')
    const tampered = operation.paymasterData.replace(/.{2}$/, '1d') as Hex
    const cases: [Partial<Operation>, number, RegExp][] = [
      [{ paymaster: recipient }, -32501, /Only the paymaster/],
      [{ paymasterData: '0x' }, -32501, /paymasterData/],
      [{ paymasterVerificationGasLimit: 400_000n }, -32501, /paymasterVerificationGasLimit/],
      [{ paymasterPostOpGasLimit: 1n }, -32501, /paymasterPostOpGasLimit/],
      [
        { paymasterData: `0x${'00'.repeat(5)}01${operation.paymasterData.slice(14)}` },
        -32503,
        /too soon/,
      ],
      [{ paymasterData: tampered }, -32507, /AA3[34]/],
      [{ callGasLimit: operation.callGasLimit + 1n }, -32507, /AA34/],
    ]
    for (const [changes, code, message] of cases) {
      const changed = await client.signOperation(account, { ...operation, ...changes })
      const { error } = await client.sendOperation(changed)
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    }
  })

  it('gives an account no history at the bundler for what the operator paid', async () => {
    const provider = connect({ policies: [named('history')] })
    const { client } = provider
    const account = await client.createAccount('0')
    const { operation } = await client.sponsor(account, await client.draft(account))
    if (!operation) throw new Error('not sponsored')
    expect((await client.sendOperation(operation)).error).toBeUndefined()
    await vi.waitFor(async () => {
      await provider.executor.resume()
      const rows = await database.sql`select 1 from user_operations where state = 'sent'`
      expect(rows).toHaveLength(0)
    })
    const rows = await database.sql`
      select paid, included from bundler_reputation where key = ${account.owner.address.toLowerCase()}`
    expect(rows).toEqual([{ paid: '0', included: 0 }])
    const [totals] = await database.sql`select refunded from bundler_totals where chain = ${chain}`
    expect(BigInt(totals?.refunded)).toBeGreaterThan(0n)
  })
})

describe('a deposit that runs out', () => {
  it('ends sponsoring with a clear reason, raises an alarm, and works again when it is filled', async () => {
    const logged: LogLine[] = []
    let now = Date.now()
    const provider = connect({ policies: [named('deposit')], logged, now: () => now })
    const { client } = provider
    const { local } = parts
    const sendDeployer = async (to: Hex, data: Hex, value = 0n) => {
      const signed = await deployer.signTransaction({
        ...{ type: 'eip1559', chainId: 1, to, data, value, gas: 500_000n },
        nonce: Number(await local.rpc('eth_getTransactionCount', deployer.address, 'latest')),
        maxFeePerGas: 100n * 10n ** 9n,
        maxPriorityFeePerGas: 10n ** 9n,
      })
      await local.rpc('eth_sendRawTransactionSync', signed)
    }
    await provider.settle()
    expect(logged).toEqual([])
    const all = await parts.deposit()
    const abi = parseAbi(['function withdraw(address recipient, uint256 amount)'])
    await sendDeployer(
      paymasterAddress,
      encodeFunctionData({ abi, args: [deployer.address, all - parseEther('0.0001')] }),
    )
    await provider.settle()
    await provider.settle()
    expect(logged).toEqual([{ level: 'error', event: 'sponsor-deposit-low', reason: chain }])
    const account = await client.createAccount('0')
    const draft = await client.draft(account)
    const refused = await client.sponsor(account, draft)
    expect(refused.error).toMatchObject({ code: -32005, data: { reason: 'deposit' } })
    expect((await provider.readMetrics()).join('\n')).toMatch(
      /latchkey_paymaster_rejected_total\{chain="eip155:1",reason="deposit"\} 1/,
    )
    now += 3_600_001
    await provider.settle()
    await sendDeployer(paymasterAddress, '0x', all)
    await provider.settle()
    expect((await client.sponsor(account, draft)).error).toBeUndefined()
  })
})

describe('what a policy has spent', () => {
  it('is in the metrics', async () => {
    const provider = connect({
      policies: [
        named('metrics', { budget: { perAccountPerDay: '0.5', perDay: '0.6', total: '0.7' } }),
      ],
    })
    const { client } = provider
    const account = await client.createAccount('0')
    const { operation } = await client.sponsor(account, await client.draft(account))
    if (!operation) throw new Error('not sponsored')
    const figure = async (name: string) => {
      const lines = await provider.readMetrics()
      const labels = `{project="${testProject.id}",policy="metrics",chain="${chain}"}`
      return lines
        .find((line) => line.startsWith(`latchkey_paymaster_${name}${labels} `))
        ?.split(' ')[1]
    }
    const reserved = await figure('reserved_wei')
    expect(BigInt(reserved ?? 0)).toBeGreaterThan(0n)
    expect(await figure('day_budget_wei')).toBe(String(parseEther('0.6')))
    expect(await figure('total_budget_wei')).toBe(String(parseEther('0.7')))
    const before = await parts.deposit()
    expect(await parts.include([operation])).toBe(1)
    await provider.settle()
    const cost = before - (await parts.deposit())
    expect(await figure('spent_wei_total')).toBe(String(cost))
    expect(await figure('operations_total')).toBe('1')
    expect(await figure('reserved_wei')).toBe('0')
    expect(await figure('spent_last_day_wei')).toBe(String(cost))
  })

  it('is read in ranges from a node that rejects long ones', async () => {
    const ranges: number[] = []
    const { call } = parts.nodes
    const through = {
      ...parts.nodes,
      call: ((of, method, params, signal) => {
        if (method !== 'eth_getLogs') return call(of, method, params, signal)
        const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
        const length = Number(toBlock) - Number(fromBlock) + 1
        ranges.push(length)
        if (length > 3) return Promise.reject(new NodeRpcError(-32005, 'range too long'))
        return call(of, method, params, signal)
      }) as typeof call,
    }
    const provider = connect({ policies: [named('ranges')], through })
    const { client } = provider
    await provider.settle()
    const account = await client.createAccount('0')
    const { operation } = await client.sponsor(account, await client.draft(account))
    if (!operation) throw new Error('not sponsored')
    await parts.local.rpc('anvil_mine', '0x9')
    expect(await parts.include([operation])).toBe(1)
    await parts.local.rpc('anvil_mine', '0x9')
    await provider.settle()
    expect(Math.max(...ranges)).toBeGreaterThan(3)
    expect(await spending('ranges')).toMatchObject({ operations: 1n, reserved: 0n })
  })

  it('is settled only after the confirmations of its chain', async () => {
    const settings = { confirmations: { [chain]: 3 } }
    const provider = connect({ policies: [named('confirmed')], settings })
    const { client } = provider
    const account = await client.createAccount('0')
    const { operation } = await client.sponsor(account, await client.draft(account))
    if (!operation) throw new Error('not sponsored')
    expect(await parts.include([operation])).toBe(1)
    await parts.local.rpc('anvil_mine', '0x2')
    await provider.settle()
    expect(await spending('confirmed')).toMatchObject({ operations: 0n })
    await parts.local.rpc('anvil_mine', '0x1')
    await provider.settle()
    expect(await spending('confirmed')).toMatchObject({ operations: 1n, reserved: 0n })
  })
})

async function reservedOf(name: string, sender: Hex) {
  const { sql } = database
  return sql.begin(async (tx) => {
    await tx`select set_config('latchkey.every_project', 'on', true)`
    return tx`
      select hash from sponsored_operations
      where policy = ${name} and sender = ${sender.toLowerCase()}`
  })
}
