/**
 * Tests the balance reader of the widget with every known node fault, for the coin and a token, with and
 * without a healthy second node. Counts wrong balances, calls over 10.5 s and uncaught errors. Runs from source.
 *
 *   node reliability/widgetReader.mjs --rounds 200 --atonce 50
 */
import { loadSource } from '../../../scripts/lib/loadSource.mjs'
import { print, readFlags } from './figures.mjs'
import { nodeFaults, startScriptedNode } from './scriptedNode.mjs'

const slowMs = 10_500
const address = '0x00000000000000000000000000000000000000aa'
const coin = { decimals: 18, units: 1_234_567_890_123_456_789n, shown: '1.234' }
const token = {
  address: '0x00000000000000000000000000000000000000bb',
  decimals: 6,
  units: 987_654_321n,
  shown: '987.654',
}
const answers = {
  eth_chainId: '0x1',
  eth_getBalance: `0x${coin.units.toString(16)}`,
  eth_call: `0x${token.units.toString(16).padStart(64, '0')}`,
}

const { createAdapter, formatBalance, NodeError } = await loadSource('packages/latchkey/src', [
  'families/eip155/adapter.ts',
  'core/format/balance.ts',
  'core/runtime/errors/network.ts',
])
const flags = readFlags({ rounds: 200, atonce: 50 })
const totals = { calls: 0, wrong: 0, rejected: 0, slow: 0, uncaught: 0 }
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    totals.uncaught += 1
    console.error(event, error)
  })
}
let slowest = 0

const good = await startScriptedNode({ answers })
for (const fault of nodeFaults) await runFault(fault)
await good.stop()
print({
  faults: nodeFaults.length,
  rounds: flags.rounds,
  calls: totals.calls,
  'wrong values': totals.wrong,
  'failed although a node was healthy': totals.rejected,
  'calls over 10.5 s': totals.slow,
  'slowest call': `${(slowest / 1_000).toFixed(2)} s`,
  'uncaught errors': totals.uncaught,
})
process.exit(totals.wrong + totals.rejected + totals.slow + totals.uncaught === 0 ? 0 : 1)

async function runFault(fault) {
  const bad = await startScriptedNode({ answers, fault })
  const before = { ...totals }
  const rounds = Array.from({ length: flags.rounds }, (_, round) => round)
  await Promise.all(
    Array.from({ length: flags.atonce }, async () => {
      while (rounds.pop() !== undefined) {
        for (const rpcUrls of [[bad.url, good.url], [bad.url]]) {
          await Promise.all([coin, token].map((asset) => checkBalance(asset, rpcUrls)))
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

/** Uses a new adapter each time, so that no learned state hides a fault. */
async function checkBalance({ decimals, units, shown, ...asset }, rpcUrls) {
  const { transfers } = createAdapter(new Map())
  const network = { id: 'eip155:1', namespace: 'eip155', reference: '1', rpcUrls }
  const { signal } = new AbortController()
  const began = performance.now()
  const outcome = await transfers
    .balance({ address, token: asset, network, signal })
    .catch((error) => error)
  const took = performance.now() - began
  slowest = Math.max(slowest, took)
  totals.calls += 1
  if (took > slowMs) totals.slow += 1
  const isRejected = outcome instanceof NodeError
  if (isRejected && rpcUrls.length > 1) totals.rejected += 1
  if (isRejected || (outcome === units && formatBalance(outcome, decimals) === shown)) return
  totals.wrong += 1
  console.error(outcome)
}
