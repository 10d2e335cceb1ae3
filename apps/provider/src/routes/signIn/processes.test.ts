import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInFeature } from '@latchkey/wire/http/signIn'
import { formatSiwxMessage } from '@latchkey/wire/siwx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvmWallet } from '../../sources/signIn/wallets.fixture.js'
import type { Database } from '../../store/openDatabase.js'
import { createProjectStore } from '../../store/projects.js'
import { type BuiltServer, buildServer, type ServerRun } from '../../testing/builtServer.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'

const origin = 'https://shop.example'
const wallet = createEvmWallet(1)

let server: BuiltServer
let database: Database
let dataDir: string
let projectId: string
let runs: ServerRun[] = []
let urls: string[] = []

/** Two processes with the same database, keys and public URL, as behind a load balancer. */
beforeAll(async () => {
  ;[server, database] = await Promise.all([buildServer(), openTemporaryDatabase()])
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-sign-in-'))
  const store = createProjectStore(database.sql)
  projectId = (await store.create({ name: 'Shop', allowedOrigins: [origin] })).id
  await turn('on')
  const first = start()
  urls = [await first.apiReady]
  urls.push(await start().apiReady)
})

afterAll(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL')
    await ended
  }
  await Promise.all([server?.remove(), database?.stop()])
  await rm(dataDir, { recursive: true, force: true })
})

function start(): ServerRun {
  const started = server.run([
    ...['--roles', 'api', '--port', '0', '--data-dir', dataDir],
    ...['--database-url', database.url, '--public-url', 'http://127.0.0.1:4404'],
  ])
  runs = [...runs, started]
  return started
}

async function turn(state: 'on' | 'off'): Promise<void> {
  const features = [{ id: signInFeature, isEnabled: state === 'on', config: [] }]
  await createProjectStore(database.sql).change(projectId, { features })
}

function send(url: string, method: string, path: string, init: RequestInit = {}) {
  return fetch(`${url}/auth/v1/${path}?projectId=${projectId}`, {
    ...init,
    method,
    headers: { origin, ...init.headers },
  })
}

async function sign(url: string) {
  const { nonce, token } = await (await send(url, 'GET', 'nonce')).json()
  const { chainId, accountAddress } = wallet
  const message = formatSiwxMessage({
    ...{ chainId, accountAddress, domain: 'shop.example', uri: origin, version: '1', nonce },
    issuedAt: new Date().toISOString(),
  })
  const body = JSON.stringify({ message, signature: await wallet.sign(message) })
  return { body, headers: { 'x-nonce-jwt': `Bearer ${token}` } }
}

async function signIn(url: string): Promise<{ token: string; refreshToken: string }> {
  return (await send(url, 'POST', 'authenticate', await sign(url))).json()
}

const statusOf = async (url: string, token: string) =>
  (await send(url, 'GET', 'me', { headers: { authorization: `Bearer ${token}` } })).status

/** Milliseconds until a process refuses the token. */
async function timeToRejection(url: string, token: string): Promise<number> {
  const began = performance.now()
  await expect.poll(() => statusOf(url, token), { timeout: 30_000, interval: 100 }).not.toBe(200)
  return performance.now() - began
}

describe('two processes', () => {
  it('accept one of 500 replays', async () => {
    const signed = await sign(urls[0] ?? '')
    const replay = async (_: unknown, index: number) => {
      const response = await send(urls[index % 2] ?? '', 'POST', 'authenticate', signed)
      await response.text()
      return response.status
    }
    const statuses: number[] = []
    for (let wave = 0; wave < 10; wave += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, replay))))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // A busy machine answers some with 503.
    expect(statuses.filter((status) => ![200, 401, 503].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(250)
  })

  it('refuse a token within 5 s after sign-out in the other', async () => {
    const [first = '', second = ''] = urls
    const { token } = await signIn(first)
    const other = await signIn(second)
    expect(await statusOf(second, token)).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    expect((await send(first, 'POST', 'sign-out', { headers })).status).toBe(200)
    expect(await timeToRejection(second, token)).toBeLessThan(5_000)
    expect(await statusOf(first, other.token)).toBe(200)
  })

  it('refuse tokens of revoked keys', async () => {
    const [first = '', second = ''] = urls
    const { token } = await signIn(first)
    expect(await statusOf(second, token)).toBe(200)
    const rotation = server.run(['keys', 'rotate-sign-in', '--revoke', '--data-dir', dataDir])
    expect(await rotation.ended).toMatchObject({ code: 0 })
    for (const url of urls) expect(await timeToRejection(url, token)).toBeLessThan(5_000)
    const after = await signIn(first)
    expect(await statusOf(second, after.token)).toBe(200)
  })

  it('refuse every token when the project turns sign-in off', async () => {
    const { token } = await signIn(urls[0] ?? '')
    await turn('off')
    // Projects are cached for five seconds, and read again by the first call after that.
    for (const url of urls) expect(await timeToRejection(url, token)).toBeLessThan(10_000)
  })
})
