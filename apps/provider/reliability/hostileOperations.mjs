/**
 * Attacks the bundler's purse on a local chain with hostile operations of nine kinds, from `--networks`
 * networks, and counts what the executor has gained or lost. Only what operations paid counts as gain.
 * `--control` operations are sent again to a bundler without its defences, which must lose. `--ahead`
 * operations are all emptied ahead by their owners: their loss must stay within `--ceiling` gwei.
 *
 *   node reliability/hostileOperations.mjs --count 10000 --control 660 --ahead 200 --networks 50
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalEvm } from '@latchkey/provider/startLocalEvm'
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
  ahead: 200,
  networks: 50,
  ceiling: 1_500_000,
})
const folder = await mkdtemp(join(tmpdir(), 'latchkey-hostile-operations-'))
const [local, database] = await Promise.all([
  startLocalEvm({ chainId: 1 }),
  openDatabase({ dataDir: join(folder, 'database') }),
])
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
  await Promise.all([local.stop(), database.stop()])
  await rm(folder, { recursive: true, force: true })
}

async function run() {
  await local.rpc('evm_setAutomine', false)
  const guarded = await attack(startGuarded('0.1'), flags.count)
  const bounded = await attack(startGuarded(formatUnits(BigInt(flags.ceiling), 9)), flags.ahead, [
    'emptied ahead by its owner',
  ])
  const bare = await attack(startBare(), flags.control)
  for (const [name, { outcomes }] of Object.entries({ guarded, control: bare })) {
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
    'emptied ahead only': `${bounded.sent}: ${inGwei(bounded.gain)} gwei, ${flags.ceiling} allowed`,
    'control: hostile operations': bare.sent,
    'control: gained or lost': `${inGwei(bare.gain)} gwei`,
  })
  return guarded.gain >= 0n && bare.gain < 0n && -bounded.gain <= BigInt(flags.ceiling) * 10n ** 9n
}

function startGuarded(hourlyLoss) {
  const config = { chains: [chain], executorKey, hourlyLoss: { [chain]: hourlyLoss } }
  const log = () => {}
  return composeBundler(config, { sql: database.sql, nodes, clock: systemClock, log })
}

function startBare() {
  const store = withoutInFlight(createOperationStore(database.sql, systemClock))
  const parts = { nodes: withoutPending(nodes), store, guard: { check: async () => {} } }
  const executor = createExecutor({ ...parts, executorKey })
  const networkDigest = createNetworkDigest(executorKey)
  return {
    executor,
    bundler: createBundler({ ...parts, executor, chains: [chain], networkDigest }),
  }
}

function attack({ bundler, executor }, count, kinds) {
  const { signal } = new AbortController()
  const ask = async (method, params, { network } = {}) => {
    try {
      return { result: await bundler.answer(chain, method, params, { signal, network }) }
    } catch (error) {
      if (error.name !== 'BundlerError') throw error
      return { error: { code: error.code, message: error.message, data: error.data } }
    }
  }
  const { rpc } = local
  return attackBundler({
    rpc,
    client: createSmartAccountClient({ rpc, ask, chainId: 1, recipient }),
    executor: executor.address,
    settle: executor.resume,
    recipient,
    networkOf: (index) => `network ${index % flags.networks}`,
    count,
    kinds,
  })
}

function inGwei(wei) {
  return Number(wei) / 1e9
}
