import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIdentity } from '@latchkey/dev-stack/startIdentity'
import { type Inbox, startInbox } from '@latchkey/dev-stack/startInbox'
import { startEmail, verifyEmail } from '@latchkey/wire/login/email'
import { readSession } from '@latchkey/wire/login/session'
import { finishSocial } from '@latchkey/wire/login/social'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { solveWork } from './login/email/email.fixture.js'
import { type BuiltServer, buildServer, type ServerRun } from './testing/builtServer.js'
import { databaseUrl } from './testing/sharedServer.js'
import { createTestFrame, freePort, type TestFrame } from './testing/socialFixture.js'
import { createTestBrowser } from './testing/testBrowser.js'

/** The secrets of the services around the provider, before and after their rotation. */
const secrets = {
  before: {
    database: 'database-1',
    mail: 'mail-1',
    client: 'client-1',
    metrics: 'metrics-token-before',
  },
  after: {
    database: 'database-2',
    mail: 'mail-2',
    client: 'client-2',
    metrics: 'metrics-token-after',
  },
}
type Secrets = (typeof secrets)['before']

let server: BuiltServer
let owner: postgres.Sql
let dataDir: string
let ports: { readonly login: number; readonly identity: number; readonly mail: number }
let services: { readonly inbox: Inbox; readonly identity: { stop(): Promise<void> } } | undefined
let running: ServerRun | undefined
const role = `rotated_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  server = await buildServer()
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))
  owner = postgres(inject('postgresUrl'), { max: 1 })
  await owner.unsafe(`create role ${role} login password '${secrets.before.database}'`)
  await owner.unsafe(`create database ${role} owner ${role}`)
  ports = { login: await freePort(), identity: await freePort(), mail: await freePort() }
})
afterAll(async () => {
  await stopProvider()
  await stopServices()
  await Promise.all([server?.remove(), owner?.end()])
  rmSync(dataDir, { recursive: true, force: true })
})

const loginUrl = () => `http://127.0.0.1:${ports.login}`

/** The services, which know no other secrets than these. */
async function startServices({ database, mail, client }: Secrets): Promise<Inbox> {
  await stopServices()
  await owner.unsafe(`alter role ${role} password '${database}'`)
  const inbox = await startInbox({ smtpPort: ports.mail, password: mail })
  const identity = await startIdentity({
    ...{ port: ports.identity, loginUrl: loginUrl(), secrets: { github: client } },
  })
  services = { inbox, identity }
  return inbox
}

async function stopServices(): Promise<void> {
  await Promise.all([services?.inbox.stop(), services?.identity.stop()])
  services = undefined
}

/** Restarts the provider with these secrets in its settings. */
async function restart({ database, mail, client, metrics }: Secrets): Promise<string> {
  await stopProvider()
  const url = new URL(databaseUrl(inject('postgresUrl'), role))
  url.username = role
  url.password = database
  const github = { clientId: 'local-github', clientSecret: client }
  const settings = {
    databaseUrl: url.href,
    metricsToken: metrics,
    mail: { url: `smtp://provider:${mail}@127.0.0.1:${ports.mail}`, from: 'login@site.example' },
    social: { github: { ...github, server: `http://127.0.0.1:${ports.identity}/github` } },
  }
  writeFileSync(join(dataDir, 'provider.json'), JSON.stringify(settings), { mode: 0o600 })
  running = server.run([
    ...['--roles', 'api,login', '--port', '0', '--login-port', String(ports.login)],
    ...['--data-dir', dataDir, '--login-url', loginUrl()],
  ])
  await running.loginReady
  return running.apiReady
}

async function stopProvider(): Promise<void> {
  running?.child.kill('SIGTERM')
  expect((await running?.ended)?.code ?? 0).toBe(0)
  running = undefined
}

async function logInByEmail(frame: TestFrame, email: string, inbox: Inbox): Promise<string> {
  const input = { email, binding: frame.binding, origin: frame.site }
  const first = await frame.call(startEmail, input)
  const started =
    first.action === 'PROVE_WORK'
      ? await frame.call(startEmail, { ...input, work: solveWork(first) })
      : first
  if (!('flowId' in started)) throw new Error(`There was no log-in: ${started.action}`)
  let code: string | null = null
  await expect
    .poll(async () => {
      const found = await fetch(new URL(`/messages?to=${encodeURIComponent(email)}`, inbox.url))
      const { messages } = (await found.json()) as { messages: { code: string | null }[] }
      code = messages[0]?.code ?? null
      return code
    })
    .not.toBeNull()
  const { flowId } = started
  const { token } = await frame.call(verifyEmail, {
    ...{ flowId, secret: frame.secret, code: String(code) },
  })
  return token
}

async function logInWithGithub(frame: TestFrame): Promise<string> {
  const browser = createTestBrowser()
  const { uri } = await frame.start('github')
  const page = await browser.submit(await browser.open(uri), /Ada/)
  const flowId = new URL(page.data.resultUri).searchParams.get('flow') ?? ''
  const proof = { kind: 'ticket', ticket: page.data.ticket } as const
  return (await frame.call(finishSocial, { flowId, secret: frame.secret, proof })).token
}

const newFrame = () => createTestFrame({ url: loginUrl() })

it('keeps people logged in when the passwords of its services change', async () => {
  const firstInbox = await startServices(secrets.before)
  await restart(secrets.before)
  const [byEmail, byGithub] = [newFrame(), newFrame()]
  const emailToken = await logInByEmail(byEmail, 'ann@people.example', firstInbox)
  const githubToken = await logInWithGithub(byGithub)
  const whoIsLoggedIn = () =>
    Promise.all([
      byEmail.call(readSession, {}, emailToken),
      byGithub.call(readSession, {}, githubToken),
    ])
  const people = await whoIsLoggedIn()
  expect(people.map(({ person }) => person.authProvider)).toEqual(['email', 'github'])

  const inbox = await startServices(secrets.after)
  const api = await restart(secrets.after)
  expect(await whoIsLoggedIn()).toMatchObject(people.map(({ person }) => ({ person })))

  // Each new secret is in use: the services know no other.
  const again = newFrame()
  const { person } = await again.call(readSession, {}, await logInWithGithub(again))
  expect(person.accountId).toBe(people[1]?.person.accountId)
  const other = newFrame()
  const token = await logInByEmail(other, 'bob@people.example', inbox)
  expect((await other.call(readSession, {}, token)).person.authProvider).toBe('email')
  const metrics = async (bearer: string) =>
    (await fetch(`${api}/metrics`, { headers: { authorization: `Bearer ${bearer}` } })).status
  expect(await metrics(secrets.after.metrics)).toBe(200)
  expect(await metrics(secrets.before.metrics)).not.toBe(200)

  // With the old password nothing starts, and the message has no password.
  await stopProvider()
  const url = new URL(databaseUrl(inject('postgresUrl'), role))
  url.username = role
  url.password = secrets.before.database
  const stale = server.run(['--data-dir', dataDir, '--database-url', url.href])
  const { code, stderr } = await stale.ended
  expect(code).toBe(1)
  expect(stderr).not.toContain(secrets.before.database)
})
