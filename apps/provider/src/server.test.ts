import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from './store/openDatabase.js'
import { type BuiltServer, buildServer, type ServerRun } from './testing/builtServer.js'
import { makeToken, openClient, randomTopic } from './testing/testRelayClient.js'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: BuiltServer
let dataDir: string
const runs: ServerRun[] = []

beforeAll(async () => {
  server = await buildServer()
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-server-'))
})

afterAll(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL')
    await ended
  }
  await server?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

function run(args: readonly string[], env?: Record<string, string>): ServerRun {
  const started = server.run(args, env)
  runs.push(started)
  return started
}

it('serves, rejects a second process on its data, survives a kill and stops cleanly', async () => {
  const ports = ['--port', '0', '--relay-port', '0', '--login-port', '0']
  const args = ['--roles', 'api,relay,telemetry,login', ...ports, '--data-dir', dataDir]
  const mail = { url: 'smtp://127.0.0.1:1', from: 'login@example.org' }
  writeFileSync(join(dataDir, 'provider.json'), JSON.stringify({ mail }))
  const first = run(args)
  const url = await first.ready
  const token = makeToken({ audience: url, issuedAt: Date.now() })
  const dapp = await openClient(url, { token })
  const api = await first.apiReady
  const config = (projectId: string) =>
    fetch(`${api}/appkit/v1/config?projectId=${projectId}`, {
      headers: { origin: 'http://localhost:5173' },
    })
  expect((await config('latchkey-development')).status).toBe(200)
  expect((await fetch(`${api}/ready`)).status).toBe(200)
  expect((await fetch(`${await first.loginReady}/health`)).status).toBe(200)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)

  const topic = randomTopic()
  const message = { topic, message: 'kept', ttl: 300, tag: 1100, prompt: true }
  expect(await dapp.call('irn_publish', message)).toBe(true)

  const second = await run(args).ended
  expect(second).toMatchObject({ code: 1 })
  expect(second.stderr).toContain(`is in use by process ${first.child.pid}`)

  // Commands work while the provider runs, and it applies their changes.
  const command = ['project', 'create', 'Shop', '--data-dir', dataDir]
  const made = await run([...command, '--origins', 'http://localhost:5173']).ended
  expect(made).toMatchObject({
    code: 0,
    stderr: `database        embedded, in ${dataDir}\n`,
    stdout: expect.stringMatching(/^[0-9a-f]{32}\n$/),
  })
  const shop = made.stdout.trim()
  await expect.poll(async () => (await config(shop)).status).toBe(200)
  expect(await run(['keys', 'rotate', '--data-dir', dataDir]).ended).toMatchObject({
    code: 0,
    stdout: 'Created new keys and re-encrypted 0 shares.\n',
  })

  const list = join(dataDir, 'list.json')
  writeFileSync(list, JSON.stringify([{ id: 'ours', name: 'Ours', mobile_link: 'ours://' }]))
  const imported = ['directory', 'import', list, '--data-dir', dataDir]
  expect(await run(imported).ended).toMatchObject({ code: 0 })
  const readWallets = async () =>
    (await (await fetch(`${api}/getWallets?projectId=${shop}`)).json()) as { count: number }
  await expect
    .poll(readWallets, { timeout: 60_000 })
    .toMatchObject({ count: 1, data: [{ id: 'ours' }] })

  first.child.kill('SIGKILL')
  await first.ended
  const next = run(args)
  const nextUrl = await next.ready
  const wallet = await openClient(nextUrl)
  await wallet.call('irn_subscribe', { topic })
  await expect.poll(() => wallet.messages(topic)).toEqual(['kept'])

  const nextApi = await next.apiReady
  expect((await fetch(`${nextApi}/appkit/v1/config?projectId=${shop}`)).status).toBe(200)

  next.child.kill('SIGTERM')
  expect(await wallet.closed).toMatchObject({
    code: 1001,
    reason: expect.stringMatching(/retry in/),
  })
  expect(await next.ended).toMatchObject({ code: 0 })
  // The database has stopped too: another provider can open the directory.
  await (await openDatabase({ dataDir })).stop()
})

it('names a wrong setting in one sentence', async () => {
  const bad = await run(['--port', 'eighty']).ended
  expect(bad).toMatchObject({
    code: 1,
    stderr: '--port eighty is not a port between 0 and 65535.\n',
  })
})

it('explains a wrong command in one sentence', async () => {
  const bad = await run(['project', 'show', 'nobody', '--data-dir', dataDir]).ended
  expect(bad).toMatchObject({ code: 1, stdout: '' })
  expect(bad.stderr).toBe(
    `database        embedded, in ${dataDir}\nThere is no project "nobody".\n`,
  )
})

it('delivers messages between two processes on one database', async () => {
  const database = await openDatabase({ dataDir })
  try {
    const env = {
      LATCHKEY_ROLES: 'relay',
      LATCHKEY_DATABASE_URL: database.url,
      LATCHKEY_RELAY_PORT: '0',
      LATCHKEY_DATA_DIR: dataDir,
    }
    const [a, b] = [run([], env), run([], env)]
    const [dapp, wallet] = [await openClient(await a.ready), await openClient(await b.ready)]
    const topic = randomTopic()
    await wallet.call('irn_subscribe', { topic })
    const texts = Array.from({ length: 40 }, (_, index) => `text-${index}`)
    for (const text of texts) {
      dapp.send('irn_publish', { topic, message: text, ttl: 300, tag: 1108, prompt: true })
    }
    await expect.poll(() => wallet.messages(topic)).toEqual(texts)
    for (const { child, ended } of [a, b]) {
      child.kill('SIGINT')
      expect(await ended).toMatchObject({ code: 0 })
    }
  } finally {
    await database.stop()
  }
})

it('checks its settings, and exits with 1 if one of them is broken', async () => {
  const { code, stdout } = await run(['doctor', '--data-dir', dataDir]).ended
  expect(stdout).toMatch(/^BROKEN +mail /m)
  expect(code).toBe(1)
  const none = join(dataDir, 'none')
  expect(await run(['doctor', '--data-dir', none]).ended).toMatchObject({ code: 0 })
})

it('explains a command with --help', async () => {
  const explained = await run(['project', '--help']).ended
  expect(explained).toMatchObject({ code: 0 })
  expect(explained.stdout).toContain('set-origins <id> <list>')
  expect(explained.stdout).not.toContain('key-holder')
})
