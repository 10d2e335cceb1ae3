/**
 * Measures one provider process with its own database and chains on this machine: requests per second and
 * latency of the usual calls, the overhead of the proxy over a node, and memory.
 *
 *   node bench/bench.mjs --seconds 10 --connections 16 --transfers 10000 --wallets 1000 [--json]
 *   node bench/bench.mjs --only proxy,node      only calls whose names contain one of these
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { developmentProjectId } from '@latchkey/provider/startApi'
import { toHex } from 'viem'
import { createHttpClient } from '../reliability/httpClient.mjs'
import { startLocalChains } from '../reliability/localChains.mjs'
import { createProviderProcess } from '../reliability/providerProcess.mjs'
import { makeBusyAccount } from './busyAccount.mjs'
import { measure } from './load.mjs'
import { fillDirectory } from './manyWallets.mjs'
import { memoryOf, processorTimeOf } from './processFigures.mjs'

const defaults = {
  seconds: 10,
  'warm-up': 2,
  connections: 16,
  transfers: 10_000,
  wallets: 1_000,
  rest: 10,
}
const deepPages = 20
const chainId = 'eip155:1'
const directCall = 'eth_getBalance, node itself'
const proxiedCall = 'eth_getBalance, through the proxy'
const distinctCall = 'eth_getBalance of other accounts, through the proxy'

const { flags, isJson, only } = readArguments()
const log = (text) => console.error(text)

const started = []
try {
  const figures = await run()
  if (isJson) console.log(JSON.stringify(figures, undefined, 2))
  else printTables(figures)
} finally {
  for (const stop of started.reverse()) await stop()
}

async function run() {
  const load = loadavg()[0]
  const chains = await startLocalChains()
  started.push(chains.stop)
  const provider = await createProviderProcess({
    settings: { ...chains.settings, wallets: await fillDirectory(flags.wallets) },
  })
  started.push(provider.remove)
  const { url, ms: startMs } = await provider.start()
  log('provider started')
  await sleep(flags.rest * 1_000)
  const atRest = memoryOf(provider.pid)
  const client = createHttpClient({ connections: flags.connections })
  started.push(client.end)

  const [main] = chains.evm
  const transfers = isChosen('history') ? flags.transfers : 0
  log(`making ${transfers} transfers`)
  const busy = await makeBusyAccount(main, transfers)
  const calls = await createCalls({
    url,
    node: main.url,
    alice: main.accounts[0].address,
    busy,
    client,
  })
  const rows = []
  for (const { name, send } of calls.filter(({ name }) => isChosen(name))) {
    const alone = await measure(send, paceOf(1))
    const used = processorTimeOf(provider.pid)
    const together = await measure(send, paceOf(flags.connections))
    const processorMs = (processorTimeOf(provider.pid) - used) / together.sent
    rows.push({ name, alone, together, processorMs })
    log(`${name}: ${together.perSecond.toFixed(0)} a second`)
  }
  await sleep(flags.rest * 1_000)
  const failures = rows.reduce(
    (sum, { alone, together }) => sum + alone.failures + together.failures,
    0,
  )
  if (failures > 0) process.exitCode = 1
  return {
    conditions: {
      cores: cpus().length,
      processor: cpus()[0]?.model,
      node: process.version,
      loadAverageBefore: load,
      ...flags,
    },
    startMs,
    rows,
    failures,
    ...(isChosen(directCall) && isChosen(proxiedCall) && { proxy: compareProxy(rows) }),
    memory: { atRest, afterwards: memoryOf(provider.pid) },
  }
}

function paceOf(connections) {
  return { connections, seconds: flags.seconds, warmUp: flags['warm-up'] }
}

async function createCalls({ url, node, alice, busy, client }) {
  const address = (path, query = {}) =>
    `${url}${path}?${new URLSearchParams({ projectId: developmentProjectId, ...query })}`
  const get = (name, path, query) => {
    const target = address(path, query)
    return { name, send: async () => (await client.send(target)).status === 200 }
  }
  const balanceOf = (account) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, 'latest'] })
  const body = balanceOf(alice)
  let accounts = 0
  const nextBody = () => {
    accounts += 1
    return balanceOf(toHex(accounts, { size: 20 }))
  }
  const rpc = (name, target, same) => ({
    name,
    async send() {
      const headers = { 'content-type': 'application/json' }
      const answer = await client.send(target, {
        method: 'POST',
        headers,
        body: same ?? nextBody(),
      })
      return answer.status === 200 && answer.body.includes('"result":"0x')
    },
  })
  const history = `/v1/account/${busy}/history`
  const balance = `/v1/account/${alice}/balance`
  const cursor = isChosen('history') ? await deepCursor(client, address, history) : ''
  return [
    get('config', '/appkit/v1/config'),
    get('getWallets, 40 of a page', '/getWallets', { entries: '40' }),
    get('getWallets, search', '/getWallets', { entries: '40', search: 'wallet 7' }),
    get('balance, kept for 10 s', balance, { chainId: chainId }),
    get('balance, read afresh', balance, {
      chainId: chainId,
      forceUpdate: `${chainId}:${localAddresses.usdc}`,
    }),
    rpc(directCall, node, body),
    rpc(proxiedCall, address('/v1/', { chainId: chainId }), body),
    rpc(distinctCall, address('/v1/', { chainId: chainId })),
    get('history, first page', history, { chainId: chainId }),
    get(`history, page ${deepPages + 1}`, history, { chainId: chainId, cursor }),
  ]
}

/** Follows the pages and checks that they are not empty and do not repeat. */
async function deepCursor(client, address, path) {
  const seen = new Set()
  let cursor
  for (let page = 0; page < deepPages; page += 1) {
    const query = { chainId: chainId, ...(cursor && { cursor }) }
    const { status, body } = await client.send(address(path, query))
    const answer = JSON.parse(body.toString())
    if (status !== 200 || answer.data.length === 0) throw new Error(`Page ${page + 1}: ${body}`)
    for (const { id } of answer.data) {
      if (seen.has(id)) throw new Error(`Page ${page + 1} repeats ${id}.`)
      seen.add(id)
    }
    if (answer.next === null) throw new Error(`The history ends after ${seen.size} entries.`)
    cursor = answer.next
  }
  return cursor
}

/** The overhead of the proxy over a direct node call, as a ratio. */
function compareProxy(rows) {
  const of = (expected) => rows.find(({ name }) => name === expected)
  const ratio = (how, figure) => of(proxiedCall)[how][figure] / of(directCall)[how][figure]
  return {
    timeAlone: ratio('alone', 'p50'),
    timeTogether: ratio('together', 'p50'),
    requestsPerSecond: ratio('together', 'perSecond'),
    addedMsAlone: of(proxiedCall).alone.p50 - of(directCall).alone.p50,
  }
}

function printTables({ conditions, startMs, rows, failures, proxy, memory }) {
  const { cores, processor, node, loadAverageBefore, connections } = conditions
  const ms = (value) => value.toFixed(value < 10 ? 2 : 1)
  const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
  const times = ({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`
  console.log(
    `${cores} cores (${processor}), Node ${node}, load ${loadAverageBefore.toFixed(1)} before\n`,
  )
  console.log(
    `| call | requests/s, ${connections} connections | p50 / p99 ms | p50 / p99 ms, one connection | provider's processor ms per request |`,
  )
  console.log('|---|---|---|---|---|')
  for (const { name, alone, together, processorMs } of rows) {
    const rate = together.perSecond.toFixed(together.perSecond < 100 ? 1 : 0)
    const own = name === directCall ? '–' : ms(processorMs)
    console.log(`| ${name} | ${rate} | ${times(together)} | ${times(alone)} | ${own} |`)
  }
  console.log('\n| figure | value |\n|---|---|')
  const table = {
    ...(proxy && {
      'proxy ÷ node, time of one request': `${proxy.timeAlone.toFixed(2)} (${ms(proxy.addedMsAlone)} ms more)`,
      [`proxy ÷ node, time with ${connections} connections`]: proxy.timeTogether.toFixed(2),
      'proxy ÷ node, requests per second': proxy.requestsPerSecond.toFixed(2),
    }),
    'memory at rest, provider': mib(memory.atRest.own),
    'memory at rest, with PostgreSQL': mib(memory.atRest.withChildren),
    'memory after the load, provider': mib(memory.afterwards.own),
    'first start, with database setup': `${(startMs / 1_000).toFixed(1)} s`,
    'failed responses': failures,
  }
  for (const [name, value] of Object.entries(table)) console.log(`| ${name} | ${value} |`)
}

function readArguments() {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' }]),
  )
  const { values } = parseArgs({
    options: { ...options, json: { type: 'boolean' }, only: { type: 'string' } },
  })
  const flags = Object.fromEntries(
    Object.entries(defaults).map(([name, usual]) => {
      const value = values[name] === undefined ? usual : Number(values[name])
      if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is not a number.`)
      return [name, value]
    }),
  )
  return { flags, isJson: values.json === true, only: values.only?.split(',') }
}

/** Whether a call, or a group of calls, is to be measured. */
function isChosen(name) {
  return only?.some((part) => name.includes(part) || part.includes(name)) ?? true
}
