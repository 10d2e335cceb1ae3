import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { encodeFunctionData, type Hex, pad, parseEther, toHex, zeroHash } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { attackBundler, withoutInFlight, withoutPending } from '../../reliability/hostileKinds.mjs'
import {
  type Account,
  createSmartAccountClient,
  encodeTransfer,
  type SmartAccountClient,
} from '../../reliability/smartAccountClient.mjs'
import { systemClock } from '../clock.js'
import type { LogLine } from '../log.js'
import type { ServedNodes } from '../nodes/createNodes.js'
import { NodeRpcError } from '../nodes/Nodes.js'
import type { Database } from '../store/openDatabase.js'
import { createTestApi, type TestApi } from '../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { bundlerRoutes } from './bundlerRoutes.js'
import { composeBundler } from './composeBundler.js'
import { createBundler } from './createBundler.js'
import { createExecutor, type Executor } from './createExecutor.js'
import { createNetworkDigest, type RiskRules, riskRules } from './createRiskGuard.js'
import type { Operation } from './operation.js'
import { createOperationStore } from './operationStore.js'

const chain: NetworkId = 'eip155:1'
const gwei = 1_000_000_000n

let local: LocalEvm
let database: Database
let nodes: ServedNodes
let api: TestApi
let executor: Executor
let client: SmartAccountClient<[options?: Options]>
let now = Date.now()

type Options = { readonly api?: TestApi; readonly address?: string }

/** Pays the same at any base fee. */
const lastPrice = { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: 3n * gwei }

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalEvm({ chainId: 1 }), openTemporaryDatabase()])
  // Every block is mined by hand: an automatic one is mined some time after the response.
  await local.rpc('evm_setAutomine', false)
  nodes = createLongTimeoutNodes([local.settings])
  ;({ api, executor } = start())
  client = createSmartAccountClient({
    rpc: local.rpc,
    request,
    chainId: 1,
    recipient: deployer.address,
  })
})

/** A provider on the same database. */
function start({
  hourlyLoss = {},
  maxDeficit = {},
  logged = [],
  rules = riskRules,
  through = nodes,
  sql = database.sql,
}: {
  readonly through?: ServedNodes
  readonly rules?: RiskRules
  readonly hourlyLoss?: Readonly<Record<NetworkId, string>>
  readonly maxDeficit?: Readonly<Record<NetworkId, string>>
  readonly logged?: LogLine[]
  readonly sql?: Database['sql']
} = {}) {
  const clock = { ...systemClock, now: () => now }
  const log = (line: LogLine) => logged.push(line)
  const executorKey = local.executor.privateKey
  const config = { chains: [chain], executorKey, hourlyLoss, maxDeficit }
  const composed = composeBundler(config, { sql, nodes: through, clock, log, rules })
  return { ...composed, api: createTestApi({ rawRoutes: bundlerRoutes(composed) }) }
}

/** For the control: a bundler without its defences. */
function startWithoutDefences() {
  const clock = { ...systemClock, now: () => now }
  const store = withoutInFlight(createOperationStore(database.sql, clock))
  const { privateKey: executorKey } = local.executor
  const parts = { nodes: withoutPending(nodes), store, guard: { assertAllowed: async () => {} } }
  const bare = createExecutor({ ...parts, executorKey })
  const networkDigest = createNetworkDigest(executorKey)
  const bundler = createBundler({ ...parts, clock, executor: bare, chains: [chain], networkDigest })
  return { executor: bare, api: createTestApi({ rawRoutes: bundlerRoutes({ bundler }) }) }
}

afterAll(async () => {
  await Promise.all([local?.stop(), database?.stop()])
})

async function request(method: string, params: unknown, ...[options = {}]: [options?: Options]) {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { address } = options
  const { json } = await (options.api ?? api).post('/v1/bundler', body, {
    query: { chainId: chain },
    ...(address !== undefined && { address }),
  })
  return json
}

const mine = () => local.rpc('evm_mine')

const balanceOf = async (address: string) =>
  BigInt(await local.rpc<Hex>('eth_getBalance', address, 'latest'))

/** The change of the executor's balance by operations mined in one block. */
async function gainOf(
  work: () => Promise<unknown>,
  settle: Executor['resume'] = executor.resume,
): Promise<bigint> {
  const before = await balanceOf(executor.address)
  await work().finally(mine)
  await settle()
  return (await balanceOf(executor.address)) - before
}

async function sendWithKeys(account: Account, count: number, changes: (key: number) => object) {
  const answers = []
  for (let key = 0; key < count; key += 1) {
    const nonce = BigInt(key) << 64n
    const draft = await client.draftOperation(account, { nonce, ...changes(key) })
    answers.push(await client.sendOperation(await client.signOperation(account, draft)))
  }
  return answers
}

describe('the executor loses nothing', () => {
  it('and gains on the first operation of an account', async () => {
    const account = await client.createAccount()
    const draft = await client.draftOperation(account, lastPrice)
    const operation = await client.signOperation(account, draft)
    const gain = await gainOf(() => client.sendOperation(operation))
    expect(gain).toBeGreaterThanOrEqual(25_000n * lastPrice.maxFeePerGas)
  })

  it('when an account sends operations with many nonce keys at once', async () => {
    const account = await client.createAccount('100')
    const gain = await gainOf(async () => {
      const answers = await sendWithKeys(account, 6, () => ({}))
      expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1)
      for (const { error } of answers.slice(1)) {
        expect(error).toMatchObject({ code: -32504, data: { reason: 'in-flight' } })
      }
    })
    expect(gain).toBeGreaterThanOrEqual(0n)
  })

  it('when the first operation of an account empties it', async () => {
    const account = await client.createAccount('10')
    await client.deployAccount(account)
    const gain = await gainOf(async () => {
      const callData = encodeTransfer(deployer.address, parseEther('9.9985'))
      const cheap = { callData, maxFeePerGas: 3n * gwei }
      const answers = await sendWithKeys(account, 6, (key) => (key === 0 ? cheap : {}))
      expect(answers[0]?.result).toBeDefined()
    })
    expect(gain).toBeGreaterThanOrEqual(0n)
  })

  it('when a tip is far above what the node suggests', async () => {
    const account = await client.createAccount('100')
    const draft = await client.draftOperation(account, {
      maxFeePerGas: 2_000n * gwei,
      maxPriorityFeePerGas: 1_000n * gwei,
    })
    const { error } = await client.sendOperation(await client.signOperation(account, draft))
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/Fee.* above/) })
  })

  it('when the owner has a transaction pending that empties the account', async () => {
    const account = await client.createAccount()
    await client.deployAccount(account)
    const draft = await client.signOperation(account, await client.draftOperation(account))
    const gain = await gainOf(async () => {
      await client.emptyAccount(account)
      const { error } = await client.sendOperation(draft)
      expect(error).toMatchObject({ code: -32500, message: expect.stringMatching(/^AA21/) })
    })
    expect(gain).toBe(0n)
  })

  it('when an account is funded by a pending transaction alone', async () => {
    const account = await client.createAccount('0')
    await client.deployAccount(account)
    const draft = await client.signOperation(
      account,
      await client.draftOperation(account, { callData: encodeTransfer(deployer.address, 0n) }),
    )
    const gain = await gainOf(async () => {
      // With a lower tip than the operation, it is mined after it.
      const funding = await deployer.signTransaction({
        type: 'eip1559',
        chainId: 1,
        nonce: Number(await local.rpc('eth_getTransactionCount', deployer.address, 'pending')),
        to: account.address,
        value: parseEther('1'),
        gas: 100_000n,
        maxFeePerGas: 20n * gwei,
        maxPriorityFeePerGas: 1n,
      })
      await local.rpc('eth_sendRawTransaction', funding)
      const { error } = await client.sendOperation(draft)
      expect(error).toMatchObject({ code: -32500, message: expect.stringMatching(/^AA21/) })
    })
    expect(gain).toBe(0n)
  })

  it('when gas limits are low, at any length of the call', async () => {
    const through = start({ rules: { ...riskRules, unprovenGas: 20_000_000n } }).api
    for (const bytes of ['00', 'ab']) {
      for (const length of [0, 1_000, 10_000, 120_000]) {
        const account = await client.createAccount('10')
        await client.deployAccount(account)
        const callData = encodeTransfer(deployer.address, 0n, `0x${bytes.repeat(length)}`)
        const draft = await client.draftOperation(account, { callData, ...lastPrice })
        for (const callGasLimit of [1n, draft.callGasLimit / 4n, draft.callGasLimit]) {
          const nonce = await readNonce(account)
          const low = await client.signOperation(account, { ...draft, callGasLimit, nonce })
          const gain = await gainOf(async () => {
            const { error } = await client.sendOperation(low, { api: through })
            expect(error).toBeUndefined()
          })
          expect(gain, `${length} × ${bytes}, ${callGasLimit}`).toBeGreaterThan(0n)
        }
        const { verificationGasLimit } = draft
        const lower = { ...draft, verificationGasLimit: verificationGasLimit - 1n }
        const { error } = await client.sendOperation(await client.signOperation(account, lower))
        expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^verific/) })
      }
    }
  })

  it('when a call uses up all its gas in the block and not in the simulation', async () => {
    // Loops forever once its first slot is set.
    const target = '0x00000000000000000000000000000000000b0001'
    const through = start({ rules: { ...riskRules, unprovenGas: 20_000_000n } }).api
    await local.rpc('anvil_setCode', target, '0x60005460085700005b600856')
    for (const length of [0, 10_000, 120_000]) {
      for (const callGasLimit of [40_000n, 400_000n, 12_000_000n]) {
        await local.rpc('anvil_setStorageAt', target, zeroHash, zeroHash)
        const account = await client.createAccount('10')
        await client.deployAccount(account)
        const callData = encodeTransfer(target, 0n, `0x${'ab'.repeat(length)}`)
        const draft = await client.draftOperation(account, { callData, callGasLimit, ...lastPrice })
        const operation = await client.signOperation(account, draft)
        const gain = await gainOf(async () => {
          const { error } = await client.sendOperation(operation, { api: through })
          expect(error, `${length} bytes, ${callGasLimit}`).toBeUndefined()
          await local.rpc('anvil_setStorageAt', target, zeroHash, pad('0x1'))
        })
        expect(gain, `${length} bytes, ${callGasLimit}`).toBeGreaterThan(0n)
      }
    }
  })

  it('when a dropped transaction would fail now', async () => {
    const account = await client.createAccount()
    await client.deployAccount(account)
    const operation = await client.signOperation(account, await client.draftOperation(account))
    const { result: hash } = await client.sendOperation(operation)
    const { transactionHash } = (await request('eth_getUserOperationByHash', [hash])).result
    await local.rpc('anvil_dropTransaction', transactionHash)
    await local.rpc('anvil_setBalance', account.address, '0x0')
    await executor.resume()
    await mine()
    await executor.resume()
    expect(await local.rpc('eth_getTransactionReceipt', transactionHash)).toBeNull()
    const [row] = await database.sql`
      select state, transaction_hash from user_operations where hash = ${String(hash)}`
    expect(row?.state).toBe('failed')
    const filler = await local.rpc<{ gasUsed: Hex }>(
      'eth_getTransactionReceipt',
      row?.transaction_hash,
    )
    expect(BigInt(filler.gasUsed)).toBe(21_000n)
  })
})

describe('a transaction that the node has dropped', () => {
  it('is sent again when its price is high enough again', async () => {
    const account = await client.createAccount()
    const operation = await client.signOperation(
      account,
      await client.draftOperation(account, lastPrice),
    )
    const { result: hash } = await client.sendOperation(operation)
    const { transactionHash } = (await request('eth_getUserOperationByHash', [hash])).result
    await local.rpc('anvil_dropTransaction', transactionHash)
    await local.rpc('anvil_setNextBlockBaseFeePerGas', toHex(10n * gwei))
    await mine()
    await executor.resume()
    const [row] = await database.sql`
      select state, transaction_hash from user_operations where hash = ${String(hash)}`
    expect(row).toMatchObject({ state: 'sent', transaction_hash: transactionHash })
    await local.rpc('anvil_setNextBlockBaseFeePerGas', toHex(gwei))
    await mine()
    await executor.resume()
    await mine()
    await executor.resume()
    expect((await request('eth_getUserOperationReceipt', [hash])).result.success).toBe(true)
  })
})

describe('a node without a pending block', () => {
  it('is called for the latest block only', async () => {
    const call: ServedNodes['call'] = (of, method, params, signal) => {
      const isPending = method === 'eth_call' && Object(params)[1] === 'pending'
      if (isPending)
        return Promise.reject(new NodeRpcError(-32000, 'pending state is not available'))
      return nodes.call(of, method, params, signal)
    }
    const through = start({ through: { ...nodes, call } })
    const account = await client.createAccount()
    const operation = await client.signOperation(account, await client.draftOperation(account))
    expect((await client.sendOperation(operation, { api: through.api })).error).toBeUndefined()
  })
})

describe('an owner', () => {
  it('has one operation in flight across all providers on a database', async () => {
    const other = start()
    const account = await client.createAccount()
    await client.deployAccount(account)
    const drafts = await Promise.all(
      [...Array(6)].map((_, key) => client.draftOperation(account, { nonce: BigInt(key) << 64n })),
    )
    const signed = await Promise.all(drafts.map((draft) => client.signOperation(account, draft)))
    await gainOf(async () => {
      const answers = await Promise.all(
        signed.map((operation, index) =>
          client.sendOperation(operation, { api: index % 2 ? other.api : api }),
        ),
      )
      expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1)
    })
  })

  it('has one operation in flight with all accounts together', async () => {
    const first = await client.createAccount()
    const second = await client.createAccount('1', first.owner, 1n)
    const operations: Operation[] = []
    for (const account of [first, second]) {
      operations.push(await client.signOperation(account, await client.draftOperation(account)))
    }
    await gainOf(async () => {
      const answers = []
      for (const operation of operations) answers.push(await client.sendOperation(operation))
      expect(answers[0]?.result).toBeDefined()
      expect(answers[1]?.error).toMatchObject({ data: { reason: 'in-flight' } })
    })
  })

  it('can send the next operation as soon as there is a receipt', async () => {
    const account = await client.createAccount()
    for (let nonce = 0n; nonce < 3n; nonce += 1n) {
      const draft = await client.draftOperation(account, { nonce })
      const { error } = await client.sendOperation(await client.signOperation(account, draft))
      expect(error).toBeUndefined()
      await mine()
    }
  })
})

type FrontRunOptions = Options & { readonly settle?: Executor['resume'] }

/** Empties the account after the operation is accepted, earlier in the same block. */
async function frontRun({ settle = executor.resume, ...options }: FrontRunOptions = {}) {
  const account = await client.createAccount()
  await client.deployAccount(account)
  const draft = await client.draftOperation(account, lastPrice)
  const operation = await client.signOperation(account, draft)
  let answer: Awaited<ReturnType<typeof client.sendOperation>> = {}
  const gain = await gainOf(async () => {
    answer = await client.sendOperation(operation, options)
    await client.emptyAccount(account)
  }, settle)
  return { account, operation, gain, ...answer }
}

describe('owners who empty accounts ahead of their operations', () => {
  it('are rejected after one loss, and their network after a few', async () => {
    const address = '203.0.113.7'
    const losses = []
    let rejection: unknown
    while (rejection === undefined && losses.length < 10) {
      const { gain, error, account, operation } = await frontRun({ address })
      rejection = error
      if (error) break
      losses.push(gain)
      expect(gain).toBeLessThan(0n)
      await local.rpc('anvil_setBalance', account.address, toHex(parseEther('1')))
      const again = await client.sendOperation(operation, { address: '198.51.100.1' })
      expect(again.error).toMatchObject({
        code: -32504,
        data: { reason: 'throttled', entity: 'account' },
      })
    }
    expect(losses).toHaveLength(4)
    expect(rejection).toMatchObject({ code: -32504, data: { reason: 'banned', entity: 'network' } })
    // Other networks are served, and this one again after a day.
    expect((await sendFresh('198.51.100.1')).error).toBeUndefined()
    now += 86_400_001
    expect((await sendFresh(address)).error).toBeUndefined()
  })

  it('cost no more in an hour than the operator allows', async () => {
    now += 3_600_001
    await executor.resume()
    const logged: LogLine[] = []
    const { api: bounded } = start({ hourlyLoss: { [chain]: '0.0012' }, logged })
    const before = await balanceOf(executor.address)
    let rejected: { code: number; data?: unknown } | undefined
    for (let network = 0; rejected === undefined && network < 30; network += 1) {
      const { error } = await frontRun({ api: bounded, address: `203.0.113.${100 + network}` })
      rejected = error
    }
    expect(rejected).toMatchObject({
      code: -32005,
      data: { reason: 'loss-ceiling', retryAfter: 3_600 },
    })
    expect(logged).toContainEqual({
      level: 'error',
      event: 'bundler-loss-ceiling',
      reason: chain,
    })
    const lost = before - (await balanceOf(executor.address))
    expect(lost).toBeGreaterThan(0n)
    expect(lost).toBeLessThanOrEqual(parseEther('0.0012'))
    expect((await sendFresh('198.51.100.2', bounded)).error).toMatchObject({ code: -32005 })
    now += 3_600_001
    expect((await sendFresh('198.51.100.2', bounded)).error).toBeUndefined()
  })

  it('cost no more in total than the operator allows', async () => {
    const own = await openTemporaryDatabase()
    onTestFinished(own.stop)
    const logged: LogLine[] = []
    const maxDeficit = { [chain]: '0.0012' }
    const { api: bounded, executor: ownExecutor } = start({ maxDeficit, logged, sql: own.sql })
    const settle = ownExecutor.resume
    const regular = await client.createAccount()
    await client.deployAccount(regular)
    let nonce = 0n
    const sendRegular = async () => {
      const draft = await client.draftOperation(regular, { nonce, ...lastPrice })
      const operation = await client.signOperation(regular, draft)
      nonce += 1n
      const options = { api: bounded, address: '198.51.100.50' }
      return gainOf(async () => {
        expect((await client.sendOperation(operation, options)).error).toBeUndefined()
      }, settle)
    }
    const earned = await sendRegular()
    expect(earned).toBeGreaterThan(0n)

    let lost = 0n
    let rejected: { code: number; data?: unknown } | undefined
    for (let round = 0; rejected === undefined && round < 20; round += 1) {
      // Every hour from another network, with another account.
      now += 3_600_001
      const address = `203.0.113.${round}`
      const { gain, error } = await frontRun({ api: bounded, address, settle })
      rejected = error
      lost -= gain
    }
    expect(rejected).toMatchObject({ code: -32005, data: { reason: 'deficit' } })
    expect(logged).toContainEqual({ level: 'error', event: 'bundler-deficit', reason: chain })
    expect(lost).toBeGreaterThan(0n)
    // New accounts cannot use up what paying accounts need.
    expect(lost).toBeLessThanOrEqual(parseEther('0.0006') + earned)
    now += 30 * 86_400_000
    const later = await frontRun({ api: bounded, address: '203.0.113.99', settle })
    expect(later.error).toMatchObject({ data: { reason: 'deficit' } })

    // Payments of others allow new accounts again.
    for (let paid = 0n; paid < lost; paid += await sendRegular());
    const next = await frontRun({ api: bounded, address: '203.0.113.98', settle })
    expect(next.error).toBeUndefined()
  })

  it('have four operations in flight from a network that has paid for none yet', async () => {
    now += 30 * 86_400_000
    const address = '203.0.113.150'
    const sendSome = async (count: number) => {
      const errors: unknown[] = []
      await gainOf(async () => {
        for (let sent = 0; sent < count; sent += 1) {
          const account = await client.createAccount()
          const draft = await client.draftOperation(account, lastPrice)
          const operation = await client.signOperation(account, draft)
          errors.push((await client.sendOperation(operation, { address })).error)
        }
      })
      return errors
    }
    const isBusy = expect.objectContaining({ data: expect.objectContaining({ entity: 'network' }) })
    expect(await sendSome(5)).toEqual([undefined, undefined, undefined, undefined, isBusy])
    expect(await sendSome(6)).toEqual(Array(6).fill(undefined))
  })

  it('show in the metrics with all their costs', async () => {
    const figures = async () => {
      const lines = (await start().readMetrics()).filter((line) => !line.startsWith('#'))
      return Object.fromEntries(
        lines.map((line) => [line.replace(/\{.*/, ''), BigInt(line.split(' ')[1] ?? '')]),
      )
    }
    await executor.resume()
    const before = await figures()
    const { gain } = await frontRun({ address: '203.0.113.200' })
    const after = await figures()
    const grownBy = (name: string) => {
      const full = `latchkey_bundler_${name}`
      return (after[full] ?? 0n) - (before[full] ?? 0n)
    }
    expect(grownBy('lost_wei_total')).toBe(-gain)
    expect(grownBy('laid_out_wei_total')).toBe(-gain)
    expect(grownBy('failed_total')).toBe(1n)
    expect(grownBy('lost_last_hour_wei')).toBe(-gain)
    await sendFresh('198.51.100.3')
    await executor.resume()
    const last = await figures()
    expect(last.latchkey_bundler_refunded_wei_total).toBeGreaterThan(
      after.latchkey_bundler_refunded_wei_total ?? 0n,
    )
    expect(last.latchkey_bundler_at_risk_wei).toBe(0n)
  })
})

describe('an operation that could cost much', () => {
  it('is accepted from accounts that have paid as much before', async () => {
    const account = await client.createAccount('100')
    await client.deployAccount(account)
    const callData = encodeTransfer(deployer.address, 0n, `0x${'ab'.repeat(20_000)}`)
    const large = { callData, maxFeePerGas: 3n * gwei }
    const draft = await client.draftOperation(account, large)
    const { error } = await client.sendOperation(await client.signOperation(account, draft))
    expect(error).toMatchObject({ code: -32504, data: { reason: 'unproven' } })
    // A tenth of the unused gas is paid for too.
    const costly = await client.draftOperation(account, { callGasLimit: 12_000_000n, ...lastPrice })
    await client.sendOperation(await client.signOperation(account, costly))
    await mine()
    const next = await client.draftOperation(account, { ...large, nonce: 1n })
    const taken = await client.sendOperation(await client.signOperation(account, next))
    expect(taken.error).toBeUndefined()
  })
})

describe('hostile operations of every kind', () => {
  it.each([1, 2] as const)(
    'cost nothing, unlike without the defences, version %i',
    async (version) => {
      now += 7 * 86_400_000
      const run = (through: Pick<ReturnType<typeof start>, 'api' | 'executor'>) => {
        const attacker = createSmartAccountClient<[options: { network: string }]>({
          rpc: local.rpc,
          request: (method, params, ...[options]) =>
            request(method, params, {
              api: through.api,
              ...(options && { address: options.network }),
            }),
          chainId: 1,
          recipient: deployer.address,
          version,
        })
        return attackBundler({
          rpc: local.rpc,
          client: attacker,
          executor: through.executor.address,
          settle: through.executor.resume,
          recipient: deployer.address,
          networkOf: (index) => `203.0.113.${index % 2}`,
          count: 110,
        })
      }
      const guarded = await run(start())
      expect(guarded.sent).toBe(110)
      for (const [kind, { sent }] of Object.entries(guarded.outcomes)) {
        expect(sent, kind).toBeGreaterThan(0)
      }
      expect(guarded.outcomes['reverting call']?.taken).toBe(10)
      expect(guarded.gain).toBeGreaterThanOrEqual(0n)
      const bare = await run(startWithoutDefences())
      expect(bare.gain).toBeLessThan(0n)
    },
  )
})

async function sendFresh(address: string, through = api) {
  const account = await client.createAccount()
  const draft = await client.draftOperation(account, lastPrice)
  const operation = await client.signOperation(account, draft)
  const answer = await client.sendOperation(operation, { address, api: through })
  await mine()
  return answer
}

async function readNonce({ address }: Account): Promise<bigint> {
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'getNonce',
    args: [address, 0n],
  })
  return BigInt(await local.rpc<Hex>('eth_call', { to: entryPointAddress, data }, 'latest'))
}
