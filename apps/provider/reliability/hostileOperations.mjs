/**
 * Attacks the bundler on a local chain and counts what its executor gains or loses. Three runs, each with
 * its own database:
 * - `--count` hostile operations of nine kinds from `--networks` networks: must not lose.
 * - `--ahead` operations whose owners empty their accounts first, each from another network, one hour
 *   apart: must stay within `--deficit` gwei, and honest operations repay it.
 * - `--control` operations of nine kinds against a bundler without its defences: must lose.
 *
 *   node reliability/hostileOperations.mjs --count 10000 --ahead 10000 --control 660 --networks 50
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { formatUnits } from 'viem'
import { composeBundler } from '../dist/bundler/composeBundler.js'
import { createBundler } from '../dist/bundler/createBundler.js'
import { createExecutor } from '../dist/bundler/createExecutor.js'
import { createNetworkDigest } from '../dist/bundler/createRiskGuard.js'
import { createOperationStore } from '../dist/bundler/operationStore.js'
import { systemClock } from '../dist/clock.js'
import { createNodes } from '../dist/nodes/createNodes.js'
import { createOutbound } from '../dist/outbound/createOutbound.js'
import { openDatabase } from '../dist/store/openDatabase.js'
import { print, readFlags } from './figures.mjs'
import { attackBundler, withoutInFlight, withoutPending } from './hostileKinds.mjs'
import { createSmartAccountClient } from './smartAccountClient.mjs'

const chain = 'eip155:1'
const flags = readFlags({
  count: 10_000,
  control: 660,
  ahead: 10_000,
  networks: 50,
  deficit: 1_500_000,
})
const hourMs = 3_600_000
const folder = await mkdtemp(join(tmpdir(), 'latchkey-hostile-operations-'))
const local = await startLocalEvm({ chainId: 1 })
const nodes = createNodes({
  chains: [local.settings],
  http: createOutbound({ allowPrivate: [local.url] }),
  clock: systemClock,
  random: Math.random,
})
const { privateKey: executorKey } = local.executor
const recipient = local.faucet.address
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await local.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run() {
  await local.rpc('evm_setAutomine', false)
  const guarded = await onDatabase('guarded', (sql) =>
    attack(startGuarded(sql), { count: flags.count }),
  )
  const ahead = await onDatabase('ahead', attackAhead)
  const bare = await onDatabase('control', (sql) =>
    attack(startBare(sql), { count: flags.control }),
  )
  for (const [name, { outcomes }] of Object.entries({ guarded, ahead, control: bare })) {
    for (const [kind, { sent, taken, gain }] of Object.entries(outcomes)) {
      console.log(
        `${name.padEnd(8)} ${kind.padEnd(28)} ${sent} sent, ${taken} taken, ${inGwei(gain)} gwei`,
      )
    }
  }
  print({
    'hostile operations': guarded.sent,
    networks: flags.networks,
    'gained or lost': `${inGwei(guarded.gain)} gwei`,
    'emptied ahead only': `${ahead.sent}: ${inGwei(ahead.gain)} gwei, ${flags.deficit} allowed`,
    'honest operations that repay it': ahead.repaidBy,
    'control: hostile operations': bare.sent,
    'control: gained or lost': `${inGwei(bare.gain)} gwei`,
  })
  return guarded.gain >= 0n && bare.gain < 0n && -ahead.gain <= BigInt(flags.deficit) * 10n ** 9n
}

async function onDatabase(name, work) {
  const database = await openDatabase({ dataDir: join(folder, name) })
  try {
    return await work(database.sql)
  } finally {
    await database.stop()
  }
}

/** Bans and the hourly limit expire between operations, and each has another network. */
async function attackAhead(sql) {
  let passed = 0
  const clock = { ...systemClock, now: () => Date.now() + passed }
  const maxDeficit = formatUnits(BigInt(flags.deficit), 9)
  const target = startGuarded(sql, { clock, maxDeficit: { [chain]: maxDeficit } })
  const settle = async () => {
    await target.executor.resume()
    passed += hourMs + 1
  }
  const honest = await createHonest(target)
  await honest.send()
  const attacked = await attack(target, {
    count: flags.ahead,
    kinds: ['emptied ahead by its owner'],
    settle,
    networks: Number.MAX_SAFE_INTEGER,
  })
  let repaidBy = 0
  for (let loss = -attacked.gain; loss > 0n; repaidBy += 1) loss -= await honest.send()
  return { ...attacked, repaidBy }
}

/** An account with normal transfers; `send` returns the gain of the executor. */
async function createHonest(target) {
  const client = clientOf(target)
  const account = await client.createAccount('10')
  await client.deployAccount(account)
  const prices = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const readBalance = async () =>
    BigInt(await local.rpc('eth_getBalance', target.executor.address, 'latest'))
  let nonce = 0n
  return {
    async send() {
      const before = await readBalance()
      const draft = await client.draftOperation(account, { nonce, ...prices })
      const { error } = await client.sendOperation(await client.signOperation(account, draft))
      if (error) throw new Error(`An honest operation was refused: ${error.message}`)
      await local.rpc('evm_mine')
      await target.executor.resume()
      nonce += 1n
      return (await readBalance()) - before
    },
  }
}

function startGuarded(sql, { clock = systemClock, ...limits } = {}) {
  const config = { chains: [chain], executorKey, ...limits }
  return composeBundler(config, { sql, nodes, clock, log: () => {} })
}

function startBare(sql) {
  const store = withoutInFlight(createOperationStore(sql, systemClock))
  const parts = { nodes: withoutPending(nodes), store, guard: { check: async () => {} } }
  const executor = createExecutor({ ...parts, executorKey })
  const networkDigest = createNetworkDigest(executorKey)
  return {
    executor,
    bundler: createBundler({
      ...parts,
      clock: systemClock,
      executor,
      chains: [chain],
      networkDigest,
    }),
  }
}

function clientOf({ bundler }) {
  const { signal } = new AbortController()
  const request = async (method, params, { network } = {}) => {
    try {
      return { result: await bundler.answer(chain, method, params, { signal, network }) }
    } catch (error) {
      if (error.name !== 'BundlerError') throw error
      return { error: { code: error.code, message: error.message, data: error.data } }
    }
  }
  return createSmartAccountClient({ rpc: local.rpc, request, chainId: 1, recipient })
}

function attack(
  target,
  { count, kinds, networks = flags.networks, settle = target.executor.resume },
) {
  return attackBundler({
    rpc: local.rpc,
    client: clientOf(target),
    executor: target.executor.address,
    settle,
    recipient,
    networkOf: (index) => `network ${index % networks}`,
    count,
    kinds,
  })
}

function inGwei(wei) {
  return Number(wei) / 1e9
}
