import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderBundlerMetrics } from '../bundler/bundlerMetrics.js'
import { openLoginSecrets } from '../keys/secrets.js'
import { createAlarm } from '../login/email/alarm.js'
import { startLogin } from '../login/startLogin.js'
import { inPackage } from '../packageFolder.js'
import { renderPaymasterMetrics } from '../paymaster/paymasterMetrics.js'
import { startRelay } from '../relay/startRelay.js'
import type { Database } from '../store/openDatabase.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { startApi } from './startApi.js'

let dir: string
let database: Database
const running: { readonly url: string; stop(): Promise<void> }[] = []

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-monitoring-'))
  database = await openTemporaryDatabase()
  const api = await startApi({ port: 0, database, chains: [] })
  running.push(api, await startRelay({ port: 0, database }))
  const login = await startLogin({
    ...{ port: 0, database, chains: [], apiUrl: api.url, secrets: openLoginSecrets(dir) },
    mail: { url: 'smtp://127.0.0.1:1', from: 'login@example.org' },
  })
  running.push(login)
})
afterAll(async () => {
  for (const { stop } of running) await stop()
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Lines without values: metric names with their labels. */
async function readMetrics(): Promise<string[]> {
  const texts = running.map(async ({ url }) => {
    const address = url.replace(/^ws/, 'http')
    await (await fetch(`${address}/health`)).text()
    return (await fetch(`${address}/metrics`)).text()
  })
  const alarm = createAlarm({ clock: createManualClock(), log: () => {} })
  alarm.raise({ level: 'warn', event: 'e', reason: 'r' })
  // Chains are needed for more; these are the lines that the API adds then.
  const chain = 'eip155:1'
  const bundler = await renderBundlerMetrics(
    { readTotals: async () => [], readOpenRisk: async () => ({ lostLastHour: 0n, atRisk: 0n }) },
    [chain],
    { lossCeiling: () => 0n, maxDeficit: () => 0n },
  )
  const state = { deposit: 0n, unknownOperations: 0n, unknownSpent: 0n }
  const paymaster = await renderPaymasterMetrics({
    store: { readSpending: async () => [], readState: async () => ({ ...state, chain }) } as never,
    contracts: [{ payer: 'sponsor', chain, paymaster: '0x' }],
    ...{ policies: [], rejections: new Map() },
    lowDepositOf: () => 0n,
  })
  return [...(await Promise.all(texts)), ...alarm.render(), ...bundler, ...paymaster]
    .join('\n')
    .split('\n')
}

it.each([['grafana.json'], ['alerts.yml']])('%s uses only metrics that exist', async (file) => {
  const text = readFileSync(inPackage('..', '..', 'deploy', 'monitoring', file), 'utf8')
  const lines = await readMetrics()
  const uses = [...text.matchAll(/(latchkey_\w+)(?:\{(\w+)=)?/g)]
  expect(uses.length).toBeGreaterThan(10)
  const missing = uses.filter(
    ([, name = '', label]) =>
      !lines.some((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `)) ||
      (label !== undefined &&
        !lines.some((line) => line.startsWith(name) && line.includes(`${label}="`))),
  )
  expect(missing.map(([use]) => use)).toEqual([])
})
