import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tampering } from '@latchkey/dev-stack/LocalProvider'
import { type LocalIdentity, startIdentity } from '@latchkey/dev-stack/startIdentity'
import { type Inbox, startInbox } from '@latchkey/dev-stack/startInbox'
import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import type { Endpoint, InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import { frameKeyHeader } from '@latchkey/wire/login/fields'
import { startSocial } from '@latchkey/wire/login/social'
import { type Clock, systemClock } from '../clock.js'
import { openLoginSecrets } from '../keys/secrets.js'
import { startLogin } from '../login/startLogin.js'
import { close, listen } from '../serving/listen.js'
import type { Database } from '../store/openDatabase.js'
import { developmentProjectId } from '../store/projects.js'
import { openTemporaryDatabase } from './temporaryDatabase.js'
import { createTestFrameKey } from './testWallet.js'

/** The site around the frame. */
export const testSite = 'http://app.localhost:5173'

/** A login site with identity servers that misbehave as `tampering` says. */
export type SocialFixture = {
  readonly url: string
  readonly identity: LocalIdentity
  readonly tampering: { -readonly [name in keyof Tampering]: Tampering[name] }
  readonly database: Database
  readonly inbox: Inbox
  /** Milliseconds that the login site's clock is ahead. */
  aheadMs: number
  stop(): Promise<void>
}

export async function startSocialFixture(): Promise<SocialFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-social-'))
  const database = await openTemporaryDatabase()
  const inbox = await startInbox()
  const port = await freePort()
  const tampering: SocialFixture['tampering'] = {}
  const url = `http://127.0.0.1:${port}`
  const clock: Clock = { ...systemClock, now: () => Date.now() + fixture.aheadMs }
  const identity = await startIdentity({ port: 0, loginUrl: url, tampering, now: clock.now })
  const fixture: SocialFixture = {
    url,
    identity,
    tampering,
    database,
    inbox,
    aheadMs: 0,
    async stop() {
      await login.stop()
      await identity.stop()
      await inbox.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  const login = await startLogin({
    port,
    database,
    apiUrl: 'http://127.0.0.1:1',
    chains: [],
    secrets: openLoginSecrets(dataDir),
    mail: { url: inbox.smtpUrl, from: 'login@localhost' },
    social: identity.social,
    clock,
  })
  return fixture
}

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await close(server)
  return port
}

/** The frame's part of one log-in. */
export type TestFrame = {
  /** The page around it. */
  readonly site: string
  readonly secret: string
  readonly binding: string
  readonly deviceId: string
  readonly key: ReturnType<typeof createTestFrameKey>
  /** Rejects with a TestApiError. */
  call<const endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
    token?: string,
  ): Promise<ResponseOf<endpoint>>
  start(provider: FrameSocialProvider, returnTo?: string): Promise<ResponseOf<typeof startSocial>>
}

/** `field` is that of the first reason. */
export class TestApiError extends Error {
  readonly field: string

  constructor(field: string) {
    super(field)
    this.field = field
  }
}

export function createTestFrame(
  { url }: Pick<SocialFixture, 'url'>,
  {
    projectId = developmentProjectId,
    site = testSite,
    secret = randomBytes(32).toString('hex'),
    deviceId = randomUUID() as string,
    key = createTestFrameKey() as TestFrame['key'],
    publicKey = key.publicKey as string,
  } = {},
): TestFrame {
  const bytes = Buffer.from(secret, 'hex')
  const binding = createHash('sha256').update(bytes).digest('hex')
  const frame: TestFrame = {
    site,
    secret,
    binding,
    deviceId,
    key,
    async call(endpoint, input, token) {
      const answer = await fetch(`${url}${endpoint.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: url,
          'x-project-id': projectId,
          'x-site-origin': site,
          [frameKeyHeader]: publicKey,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
      })
      // biome-ignore lint/suspicious/noExplicitAny: the login site checks its responses itself.
      const json: any = JSON.parse((await answer.text()) || '{}')
      if (answer.ok) return json
      throw new TestApiError(json.reasons[0].field)
    },
    start: (provider, returnTo) =>
      frame.call(startSocial, {
        provider,
        binding,
        origin: site,
        deviceId,
        ...(returnTo !== undefined && { returnTo }),
      }),
  }
  return frame
}
