/**
 * Tests the proxy and the balance reader with every known node fault, with and without a healthy second
 * node. Counts wrong results, calls over 10.5 s and uncaught errors. The clock runs faster than real time, so
 * that stalled nodes do not take hours.
 *
 *   node reliability/rpcFaults.mjs --rounds 200 --speed 4 --atonce 10
 */
import { systemClock } from '../dist/clock.js'
import { createNodes } from '../dist/nodes/createNodes.js'
import { createOutbound } from '../dist/outbound/createOutbound.js'
import { balanceRoute } from '../dist/routes/account/balance.js'
import { rpcProxyRoutes } from '../dist/routes/chains/rpcProxy.js'
import { createChainSources } from '../dist/sources/createChainSources.js'
import { print, quantile, readFlags } from './figures.mjs'
import { nodeFaults, startScriptedNode } from './scriptedNode.mjs'

const slowMs = 10_500
const chainId = 'eip155:1'
const accountAddress = '0x00000000000000000000000000000000000000aa'
const nativeUnits = 1_234_567_890_123_456_789n
const tokenUnits = 987_654_321n
const shownUnits = '1.234567890123456789,987.654321'
const token = {
  address: '0x00000000000000000000000000000000000000bb',
  name: 'Token',
  symbol: 'TKN',
  decimals: 6,
}
const answers = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x10',
  eth_getBalance: `0x${nativeUnits.toString(16)}`,
  eth_call: `0x${tokenUnits.toString(16).padStart(64, '0')}`,
  eth_getLogs: [],
}

const flags = readFlags({ rounds: 200, speed: 4, atonce: 10 })
const clock = fastClock(flags.speed)
let uncaught = 0
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    uncaught += 1
    console.error(event, error)
  })
}

const good = await startScriptedNode({ answers })
const totals = { calls: 0, wrong: 0, slow: 0, failed: 0 }
const times = []
for (const fault of nodeFaults) await runFault(fault)
await good.stop()
print({
  faults: nodeFaults.length,
  rounds: flags.rounds,
  calls: totals.calls,
  'wrong values': totals.wrong,
  'failed although a node was healthy': totals.failed,
  'calls over 10.5 s': totals.slow,
  'slowest call': `${(Math.max(...times) / 1_000).toFixed(2)} s`,
  'p50 / p99': `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`,
  uncaught,
})
process.exitCode = totals.wrong + totals.slow + totals.failed + uncaught === 0 ? 0 : 1

async function runFault(fault) {
  const bad = await startScriptedNode({ answers, fault })
  const before = { ...totals }
  const rounds = Array.from({ length: flags.rounds }, (_, round) => round)
  await Promise.all(
    Array.from({ length: flags.atonce }, async () => {
      while (rounds.pop() !== undefined) {
        for (const upstreams of [[bad.url, good.url], [bad.url]]) {
          for (const read of [readThroughProxy, readBalances]) await checkRead(read, upstreams)
        }
      }
    }),
  )
  await bad.stop()
  const difference = (name) => totals[name] - before[name]
  console.log(
    `${fault.padEnd(34)} ${difference('calls')} calls, ${difference('wrong')} wrong, ${difference('slow')} slow`,
  )
}

/** Uses new nodes each time, so that no learned state hides a fault. */
async function checkRead(read, upstreams) {
  const http = createOutbound({ allowPrivate: upstreams, clock })
  const settings = {
    id: chainId,
    name: 'Ethereum',
    isTestnet: false,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    upstreams,
    tokens: [token],
  }
  const nodes = createNodes({ chains: [settings], http, clock, random: Math.random })
  const began = clock.now()
  const outcome = await read(nodes, http).catch((error) => error)
  const took = clock.now() - began
  http.stop()
  times.push(took)
  totals.calls += 1
  if (took > slowMs) totals.slow += 1
  const isRejected = outcome instanceof Error && outcome.status === 503
  if (isRejected && upstreams.length > 1) totals.failed += 1
  if (!isRejected && outcome !== true) {
    totals.wrong += 1
    console.error(outcome)
  }
}

async function readThroughProxy(nodes) {
  const [proxy] = rpcProxyRoutes({ nodes })
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 'mine',
    method: 'eth_getBalance',
    params: [accountAddress, 'latest'],
  })
  const query = new URLSearchParams({ chainId: chainId })
  const { signal } = new AbortController()
  const response = await proxy.handle(
    { params: {}, query, headers: new Headers(), body },
    { signal },
  )
  const { id, result } = await response.json()
  return (id === 'mine' && result === answers.eth_getBalance) || { id, result }
}

async function readBalances(nodes, http) {
  const ownNames = { reverse: async () => [] }
  const sources = createChainSources({ nodes, http, web: http, ownNames, clock })
  const caller = { publicUrl: 'http://provider.test' }
  const { balances } = await balanceRoute(sources).handle(
    { address: accountAddress, chainId: chainId },
    caller,
  )
  const shown = balances.map(({ quantity }) => quantity.numeric).join()
  return shown === shownUnits || balances
}

/** The system clock at a multiple of its speed. */
function fastClock(speed) {
  const start = systemClock.now()
  const begun = performance.now()
  return {
    now: () => start + (performance.now() - begun) * speed,
    every: (ms, run) => systemClock.every(ms / speed, run),
    after: (ms, run) => systemClock.after(ms / speed, run),
  }
}
