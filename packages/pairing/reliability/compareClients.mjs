/**
 * Compares our dapp client with @walletconnect/sign-client in one browser, on a local relay without
 * external hosts: bundle size, time to the URI, time from approval to connected. Needs `npm run build`.
 *
 *   node reliability/compareClients.mjs --rounds 7 --minutes 30
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { startRelay } from '@latchkey/provider/startRelay'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import WebSocket from 'ws'
import { print, readFlags } from './figures.mjs'
import { loadSource } from './source.mjs'

const { REQUESTED, GRANTED, createFakeEnvironment, createMemoryStorage, createWalletClient } =
  await loadSource(
    'fixtures/peers.ts',
    'fixtures/fakeEnvironment.ts',
    'fixtures/memoryStorage.ts',
    'src/createWalletClient.ts',
  )

const clients = ['ours', 'reference']
const speeds = { '': 1, ' at a quarter of the speed': 4 }
const stepLimitMs = 60_000
const projectId = 'a'.repeat(32)
const metadata = (name) => ({ name, description: '', url: `https://${name}.example`, icons: [] })
const flags = readFlags({ rounds: 7, minutes: 30 })

const bundles = Object.fromEntries(
  await Promise.all(clients.map(async (name) => [name, await bundlePage(name)])),
)
const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-compare-'))
const database = await openDatabase({ dataDir })
const relay = await startRelay({ port: 0, database })
const server = createServer(servePage).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await compare()
} finally {
  await browser.close()
  server.close()
  await relay.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function compare() {
  const samples = new Map()
  const note = (name, value) => samples.set(name, [...(samples.get(name) ?? []), value])
  // Warm up the browser, so that neither client pays for its start.
  for (const client of clients) await visit(client, 1)
  let rounds = 0
  while (rounds < flags.rounds && performance.now() < flags.minutes * 60_000) {
    rounds += 1
    for (const [speed, rate] of Object.entries(speeds)) {
      for (const client of clients) {
        const { start, uri, connected } = await visit(client, rate)
        note(`${client}: start${speed}`, start)
        note(`${client}: call to URI${speed}`, uri)
        note(`${client}: approval to connected${speed}`, connected)
      }
    }
  }
  const sizes = clients.map((name) => [`${name}: gzip`, `${bundles[name].gzip} B`])
  const times = [...samples].map(([name, values]) => [name, summary(values)])
  print({ rounds, ...Object.fromEntries([...sizes, ...times]) })
}

function summary(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  return `${median.toFixed(1)} ms (${sorted[0].toFixed(1)} to ${sorted.at(-1).toFixed(1)})`
}

/** Measures one connection, from a fresh page to the connected state. */
async function visit(client, rate) {
  const context = await browser.newContext()
  await context.route('**', (route) =>
    new URL(route.request().url()).origin === origin ? route.continue() : route.abort(),
  )
  const page = await context.newPage()
  const wallet = createWallet()
  try {
    const devtools = await context.newCDPSession(page)
    await page.goto(`${origin}/${client}`)
    await page.waitForFunction(() => 'begin' in globalThis, undefined, { timeout: stepLimitMs })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    const input = {
      relayUrl: relay.url,
      projectId,
      metadata: metadata('page'),
      requested: REQUESTED,
    }
    const { start, uri, text } = await page.evaluate((it) => globalThis.begin(it), input)
    const approved = new Promise((resolve, reject) => {
      wallet.on('proposal', ({ id }) => {
        const at = Date.now()
        wallet.approve({ id, namespaces: GRANTED }).then(() => resolve(at), reject)
      })
    })
    await wallet.pair({ uri: text, signal: AbortSignal.timeout(stepLimitMs) })
    const [approvedAt, connectedAt] = await Promise.all([
      approved,
      page.evaluate(() => globalThis.connected()),
    ])
    return { start, uri, connected: connectedAt - approvedAt }
  } finally {
    wallet.close()
    await context.close()
  }
}

function createWallet() {
  return createWalletClient({
    relayUrls: [relay.url],
    projectId,
    metadata: metadata('wallet'),
    storage: createMemoryStorage(),
    WebSocket,
    environment: createFakeEnvironment(),
    clock: {
      now: Date.now,
      setTimeout(run, milliseconds) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
  })
}

function servePage({ url = '' }, response) {
  const name = url.slice(1).replace(/\.js$/, '')
  const isScript = url.endsWith('.js')
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  const page = `<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`
  response.end(isScript ? bundles[name]?.page : page)
}

/** Bundles the page as one script and measures the gzipped size of the client alone. */
async function bundlePage(name) {
  const folder = fileURLToPath(new URL('pages/', import.meta.url))
  const generate = async (input, plugins) => {
    const bundle = await rolldown({
      input,
      plugins,
      platform: 'browser',
      logLevel: 'silent',
      transform: { define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' } },
      resolve: { conditionNames: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    })
    return (await bundle.generate({ format: 'es', minify: true })).output
  }
  const door = { ours: '@latchkey/pairing/dapp', reference: '@walletconnect/sign-client' }[name]
  const entry = join(folder, `${name}-alone.js`)
  const alone = await generate(entry, [
    {
      name: 'alone',
      resolveId: (id) => (id === entry ? entry : undefined),
      load: (id) => (id === entry ? `export * from '${door}'` : undefined),
    },
  ])
  const main = alone.find(({ isEntry }) => isEntry)
  const atOnce = alone.filter(({ fileName }) => [main.fileName, ...main.imports].includes(fileName))
  const gzip = atOnce.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  const chunks = await generate(join(folder, `${name}.js`))
  return { gzip, page: chunks.find(({ isEntry }) => isEntry).code }
}
