/**
 * Attacks relay and API from one network, one attack after the other, while honest clients use both.
 * Measures their latency before, during and after each attack, the memory in use and the stored bytes.
 *
 *   node reliability/hostileClient.mjs --seconds 10
 *   node reliability/hostileClient.mjs --only 2        runs only the second attack
 *   node reliability/hostileClient.mjs --undefended 1  removes the limits: must fail
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import postgres from 'postgres'
import { milliseconds, print, quantile, readFlags, sleep, until } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createWholeProcess, oneMachineRates } from './providerProcess.mjs'
import { createRelayClient, randomTopic } from './relayClient.mjs'

const attacks = [
  'unreadFetches',
  'freshIds',
  'rpcBatches',
  'unreadMail',
  'subscriptions',
  'fetchLoops',
  'oddFrames',
  'unreadAnswers',
]
const mebibyte = 2 ** 20
const testProjectId = 'latchkey-development'
const pairCount = 20
/** Messages per second of honest clients, and API requests per second. */
const requestRate = 100
/** Allowed p99 during the attack, or twice the p99 without attack if that is more. */
const duringTimeoutMs = 500
const settleMs = 3_000
const responseTimeoutMs = 20_000
/** Most bytes one network may store in a run: its burst, its rate and the overdraft. */
const storedLimit = (seconds) => (9 + seconds * 0.5) * mebibyte

const flags = readFlags({ seconds: 10, only: 0, undefended: 0 })
const chosen = flags.only > 0 ? [attacks[flags.only - 1]] : attacks
const preload = fileURLToPath(new URL('reportMemory.mjs', import.meta.url))
const node = new Worker(new URL('hostileNode.mjs', import.meta.url))
const [nodeUrl] = await once(node, 'message')
let hasFailed = false
try {
  for (const attack of chosen) hasFailed = !(await attackOnce(attack)) || hasFailed
} finally {
  await node.terminate()
}
process.exitCode = hasFailed ? 1 : 0

async function attackOnce(attack) {
  const reports = []
  const target = await createWholeProcess({
    server: flags.server,
    nodeArgs: ['--max-old-space-size=1500', '--expose-gc', '--import', preload],
    settings: settings(),
    limits: flags.undefended ? withoutLimits() : {},
    onLogLine(line) {
      if (line.startsWith('{"event":"memory"')) reports.push(JSON.parse(line).left.rss)
    },
  })
  try {
    return await measure(attack, target, reports)
  } finally {
    await target.remove()
  }
}

async function measure(attack, target, reports) {
  await target.start()
  const { relayUrl, apiUrl } = target
  const honest = await startHonest(relayUrl, apiUrl)
  await honest.talk(flags.seconds)
  const quiet = await honest.talk(flags.seconds)
  const memoryBefore = await collected(target, reports)
  const memory = watchMemory(target)
  const statuses = new Map()
  const crowd = new Worker(new URL('hostileCrowd.mjs', import.meta.url), {
    workerData: { attack, relayUrl, apiUrl, address: '203.0.113.7' },
  })
  crowd.on('message', ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
  crowd.on('error', (error) => console.error(error.message))
  const during = await honest.talk(flags.seconds)
  await crowd.terminate()
  const peak = memory.end()
  await sleep(settleMs)
  const isAlive = target.isAlive
  const after = isAlive ? await honest.talk(flags.seconds) : { relay: [], api: [], failures: 0 }
  const memoryAfter = isAlive ? await collected(target, reports) : Number.NaN
  const stored = isAlive ? await storedBytes(target) : Number.NaN
  honest.end()

  const p99 = (samples) => quantile(samples, 0.99)
  const three = (name) =>
    [quiet, during, after].map((phase) => milliseconds(p99(phase[name]))).join(' / ')
  const failures = quiet.failures + during.failures + after.failures
  const isQuick = (name) => {
    const twice = 2 * Math.max(5, p99(quiet[name]))
    return p99(after[name]) <= twice && p99(during[name]) <= Math.max(duringTimeoutMs, twice)
  }
  const checks = {
    'provider is running': isAlive,
    'no honest call failed': failures === 0,
    'relay is fast': isQuick('relay'),
    'API is fast': isQuick('api'),
    'memory is freed': memoryAfter <= 1.2 * memoryBefore,
    'little is stored': stored <= storedLimit(flags.seconds),
  }
  const failed = Object.keys(checks).filter((name) => !checks[name])
  print({
    attack,
    'still running': isAlive ? 'yes' : 'no',
    'honest calls that failed': failures,
    'relay p99, before / during / after': three('relay'),
    'API p99, before / during / after': three('api'),
    'memory before / peak / after, MiB': [memoryBefore, peak, memoryAfter].map(inMib).join(' / '),
    'stored by the attacker, MiB': inMib(stored),
    'responses to it, by status':
      [...statuses].map(([status, many]) => `${many} × ${status}`).join(', ') || 'none',
    outcome: failed.length === 0 ? 'holds' : `FAILS: ${failed.join(', ')}`,
  })
  console.log()
  return failed.length === 0
}

function inMib(bytes) {
  return (bytes / mebibyte).toFixed(0)
}

/** Pairs that exchange messages over the relay and a page that calls the API, each in its own network. */
async function startHonest(relayUrl, apiUrl) {
  const sentAt = new Map()
  const client = createHttpClient({ connections: 8 })
  let relay = []
  const pairs = Array.from({ length: pairCount }, (_, index) => {
    const headers = { 'x-forwarded-for': `198.51.100.${index + 1}` }
    const wallet = createRelayClient(relayUrl, {
      headers,
      onMessage({ message }) {
        relay.push(performance.now() - (sentAt.get(message) ?? Number.NaN))
        sentAt.delete(message)
        return true
      },
    })
    return { topic: randomTopic(), wallet, dapp: createRelayClient(relayUrl, { headers }) }
  })
  await Promise.all(pairs.map(({ wallet, topic }) => wallet.subscribe(topic)))
  await Promise.all(pairs.map(({ dapp }) => dapp.opened()))
  let count = 0

  async function sendCall(figures) {
    const began = performance.now()
    const isRpc = count % 2 === 0
    const query = `projectId=${testProjectId}`
    const from = { 'x-forwarded-for': `198.51.100.${100 + (count % 50)}` }
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
    const answer = isRpc
      ? client.send(`${apiUrl}/v1?${query}&chainId=eip155:1`, {
          method: 'POST',
          headers: from,
          body,
        })
      : client.send(`${apiUrl}/getWallets?${query}&entries=40`, { headers: from })
    const status = await answer.then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) figures.api.push(performance.now() - began)
    else figures.failures += 1
  }

  return {
    async talk(seconds) {
      const figures = { api: [], failures: 0 }
      relay = []
      sentAt.clear()
      const pending = []
      const began = performance.now()
      for (let sent = 0; sent < seconds * requestRate; sent += 1) {
        const due = began + (sent * 1_000) / requestRate
        if (due > performance.now()) await sleep(due - performance.now())
        count += 1
        const { dapp, topic } = pairs[count % pairCount]
        const text = `${count}-${'A'.repeat(500)}`
        sentAt.set(text, performance.now())
        pending.push(
          dapp.publish(topic, text).catch(() => {
            figures.failures += 1
          }),
        )
        pending.push(sendCall(figures))
      }
      const all = Promise.all(pending).then(() => until(() => sentAt.size === 0, responseTimeoutMs))
      await Promise.race([all, sleep(responseTimeoutMs)])
      return { relay, ...figures, failures: figures.failures + sentAt.size }
    },
    end() {
      client.end()
      for (const { dapp, wallet } of pairs) {
        dapp.end()
        wallet.end()
      }
    },
  }
}

/** Resident bytes after garbage collection. */
async function collected(target, reports) {
  const count = reports.length
  process.kill(target.pid, 'SIGUSR2')
  await until(() => reports.length > count, responseTimeoutMs)
  return reports.at(-1) ?? Number.NaN
}

function watchMemory(target) {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(target.pid))
  }, 50)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

/** 0 for a process that has ended. */
function residentBytes(pid) {
  try {
    const [, kilobytes] =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** Bytes of messages that last a month: only the attacker sends these. */
async function storedBytes(target) {
  const sql = postgres(await target.databaseUrl(), { max: 1 })
  const [{ bytes }] = await sql`
    select coalesce(sum(octet_length(message)), 0)::float8 as bytes from relay_messages
    where expires_at > ${Date.now() + 86_400_000}`
  await sql.end()
  return bytes
}

function settings() {
  const much = { perSecond: 1e9, burst: 1e9 }
  return {
    trustedProxies: ['127.0.0.1'],
    // Every client has its own network, so the limits are those of a real provider.
    rates: flags.undefended ? { rpc: much, rpcBytes: much, network: much } : {},
    chains: [
      {
        id: 'eip155:1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [nodeUrl],
      },
    ],
  }
}

function withoutLimits() {
  const unread = ['pageBytes', 'bufferedBytes', 'unsentBytesPerNetwork', 'unsentBytes']
  const calls = ['callsPerSecond', 'callBurst', 'publishesPerSecond', 'publishBurst']
  const endless = [...unread, ...calls].map((name) => [name, 100_000_000_000])
  return { ...oneMachineRates, ...Object.fromEntries(endless) }
}
