/**
 * Sends rounds of requests that need no chain, and reads the heap size after garbage collection. A heap
 * that grows from round to round is a leak.
 *
 *   node reliability/memory.mjs --rounds 5 --requests 20000
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { print, readFlags, sleep } from './figures.mjs'
import { createHttpClient } from './httpClient.mjs'
import { createProviderProcess } from './providerProcess.mjs'
import { startScriptedNode } from './scriptedNode.mjs'

const testProjectId = 'latchkey-development'
const requestOptions = 16
/** Caches fill up in the first round; later rounds may add this much. */
const growthLimit = 2 * 2 ** 20
const mebibyte = 2 ** 20

const flags = readFlags({ rounds: 5, requests: 20_000 })
const reports = []
const node = await startScriptedNode({ answers: { eth_chainId: '0x1', eth_getBalance: '0x1' } })
const preload = fileURLToPath(new URL('reportMemory.mjs', import.meta.url))
const provider = await createProviderProcess({
  server: flags.server,
  nodeArgs: ['--expose-gc', '--import', preload],
  settings: {
    chains: [
      {
        id: 'eip155:1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [node.url],
      },
    ],
  },
  onLogLine(line) {
    if (line.startsWith('{"event":"memory"')) reports.push(JSON.parse(line).left)
  },
})
const client = createHttpClient({ connections: requestOptions })
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  client.end()
  await provider.remove()
  await node.stop()
}

async function run() {
  const { url } = await provider.start()
  await provider.project('set-analytics', testProjectId, 'on')
  const rows = [await look()]
  let failed = 0
  for (let round = 0; round < flags.rounds; round += 1) {
    failed += await load(url)
    const before = await residentBytes()
    rows.push({ ...(await look()), before })
  }
  const figures = rows.map(({ heapUsed, external, rss, before }, index) => [
    index === 0 ? 'at rest' : `after round ${index}`,
    `heap ${(heapUsed / mebibyte).toFixed(1)}, outside it ${(external / mebibyte).toFixed(1)}, resident ${(
      rss / mebibyte
    ).toFixed(0)}${before ? ` (before collecting ${(before / mebibyte).toFixed(0)})` : ''} MiB`,
  ])
  const held = rows.map(({ heapUsed, external }) => heapUsed + external)
  const growth = held.at(-1) - held[1]
  print({
    ...Object.fromEntries(figures),
    'requests per round': flags.requests,
    'failed requests': failed,
    'growth after the first round': `${(growth / mebibyte).toFixed(2)} MiB`,
  })
  return growth <= growthLimit * Math.max(1, flags.rounds - 1) && failed === 0
}

async function look() {
  const known = reports.length
  process.kill(provider.pid, 'SIGUSR2')
  while (reports.length === known) await sleep(20)
  return reports.at(-1)
}

async function residentBytes() {
  const status = await readFile(`/proc/${provider.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

async function load(url) {
  let left = flags.requests
  let failed = 0
  await Promise.all(
    Array.from({ length: requestOptions }, async () => {
      while (left > 0) {
        left -= 1
        const { status } = await client.send(...requestOf(url, left))
        if (![200, 404].includes(status)) failed += 1
      }
    }),
  )
  return failed
}

/** All kinds in turn, with different names and accounts. */
function requestOf(url, number) {
  const get = (path, query = '') => [`${url}${path}?projectId=${testProjectId}${query}`]
  const post = (path, value, query = '') => [
    `${url}${path}?projectId=${testProjectId}${query}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(value),
    },
  ]
  const address = `0x${number.toString(16).padStart(40, '0')}`
  const event = {
    eventId: randomUUID(),
    domain: '',
    timestamp: Date.now(),
    props: { type: 'track', event: 'TRY', properties: {} },
  }
  const kinds = [
    () => get('/appkit/v1/config'),
    () => get('/getWallets', `&search=w${number}`),
    () => get('/getWallets', '&entries=40'),
    () => get(`/v1/profile/account/name-${number}.reown.id`),
    () => get(`/v1/sessions/eip155:1:${address}`),
    () => post('/batch', [event]),
    () =>
      post(
        '/v1/',
        { jsonrpc: '2.0', id: number, method: 'eth_getBalance', params: [address, 'latest'] },
        '&chainId=eip155:1',
      ),
  ]
  return kinds[number % kinds.length]()
}
