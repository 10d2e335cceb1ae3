import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailCaptureFeature, emailRequired, signInFeature } from '@latchkey/wire/http/signIn'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import type { Sql } from 'postgres'
import { openTokenKeys, type TokenKeys } from '../../keys/tokenKeys.js'
import type { SignInMail } from '../../login/email/createSignInMail.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Project } from '../../projects/Project.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createSignatures } from '../../sources/signatures/createSignatures.js'
import { createEmailCodes } from '../../sources/signIn/createEmailCodes.js'
import { createSignIn } from '../../sources/signIn/createSignIn.js'
import { createVerifySignIn } from '../../sources/signIn/verifySignIn.js'
import type { TestWallet } from '../../sources/signIn/wallets.fixture.js'
import { type Database, openDatabase } from '../../store/openDatabase.js'
import { createSignInEmailStore } from '../../store/signInEmails.js'
import { createSignInStore } from '../../store/signIns.js'
import {
  type CallOptions,
  createTestApi,
  type TestApi,
  testProject,
} from '../../testing/apiFixture.js'
import { createManualClock, type ManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { signInKeyRoutes, signInRoutes } from './index.js'

const on = { id: signInFeature, isEnabled: true, config: [] }

export const shop: Project = {
  ...testProject,
  id: 'shop',
  allowedOrigins: ['https://shop.example', 'https://admin.shop.example'],
  features: [on],
}
export const rival: Project = {
  ...shop,
  id: 'rival',
  allowedOrigins: ['https://rival.example', 'https://shop.example'],
}
/** The site decides, or the operator said no. */
const undecided: Project = { ...shop, id: 'undecided', features: [{ ...on, config: null }] }
const off: Project = { ...shop, id: 'off', features: [{ ...on, isEnabled: false }] }
const captures = { id: emailCaptureFeature, isEnabled: true, config: [] }
/** Accept an email with a sign-in, or require it. */
export const capturing: Project = { ...shop, id: 'capturing', features: [on, captures] }
export const requiring: Project = {
  ...shop,
  id: 'requiring',
  features: [on, { ...captures, config: [emailRequired] }],
}
const unsigned: Project = { ...shop, id: 'unsigned', features: [captures] }
const projects = [shop, rival, undecided, off, capturing, requiring, unsigned]

export const shopSite = { projectId: 'shop', origin: 'https://shop.example' }

export type SignInApi = TestApi & { readonly keys: TokenKeys }

/** Several processes on one database and one key file, each with its own connections. */
export async function openSignInApis(
  count: number,
  nodes: Pick<Nodes, 'chains' | 'call'>,
  openMail: (parts: {
    readonly sql: Sql
    readonly clock: ManualClock
  }) => SignInMail | undefined = () => undefined,
) {
  const database = await openTemporaryDatabase()
  for (const { id, name } of projects) {
    await database.sql`
      insert into projects values (${id}, ${name}, '{}', false, '[]', false, '{}')`
  }
  const clock = createManualClock(Date.parse('2026-03-01T12:00:00Z'))
  const keyFile = join(mkdtempSync(join(tmpdir(), 'latchkey-keys-')), 'sign-in-keys.json')
  const opened: Database[] = [database]
  const apis: SignInApi[] = []
  const mails: (SignInMail | undefined)[] = []
  for (let index = 0; index < count; index += 1) {
    const own = await openDatabase({ url: database.url })
    opened.push(own)
    const mail = openMail({ sql: own.sql, clock })
    mails.push(mail)
    apis.push(createSignInApi({ database: own, keyFile, clock, nodes, mail }))
  }
  return {
    apis,
    clock,
    keyFile,
    database,
    async sweep() {
      await createSignInStore(database.sql).removeExpired(clock.now())
      await createSignInEmailStore(database.sql).removeExpired(clock.now())
    },
    stop: () => {
      for (const mail of mails) mail?.stop()
      return Promise.all(opened.map(({ stop }) => stop()))
    },
  }
}

/** A local chain and processes that read it, for the tests of one file. */
export async function startSignInApis(count: number) {
  const local = await startLocalChain()
  const opened = await openSignInApis(count, local.nodes)
  return { ...opened, local, stop: () => Promise.all([local.stop(), opened.stop()]) }
}

function createSignInApi(parts: {
  readonly database: Database
  readonly keyFile: string
  readonly clock: ManualClock
  readonly nodes: Pick<Nodes, 'chains' | 'call'>
  readonly mail: SignInMail | undefined
}): SignInApi {
  const { clock, mail } = parts
  const nodes = parts.nodes as Nodes
  const keys = openTokenKeys(parts.keyFile, clock.now)
  const emailCodes = createEmailCodes({
    mail,
    store: createSignInEmailStore(parts.database.sql),
    clock,
  })
  const signIn = createSignIn({
    emailCodes,
    store: createSignInStore(parts.database.sql),
    keys,
    clock,
    verify: createVerifySignIn({ nodes, signatures: createSignatures(nodes) }),
  })
  const api = createTestApi({
    routes: signInRoutes({ signIn, emailCodes }),
    rawRoutes: signInKeyRoutes(keys),
    others: projects,
    clock,
    loginOrigin: 'https://login.example',
  })
  return { ...api, clock, keys }
}

export async function getNonce(api: TestApi, options: CallOptions = shopSite) {
  const { json } = await api.get('/auth/v1/nonce', options)
  return json as { nonce: string; token: string }
}

/** The text that a page of the shop asks to sign. */
export function toMessage(wallet: TestWallet, nonce: string, more: Partial<SiwxMessage> = {}) {
  const { chainId, accountAddress } = wallet
  return formatSiwxMessage({
    chainId,
    accountAddress,
    domain: 'shop.example',
    uri: 'https://shop.example/account',
    version: '1',
    nonce,
    statement: 'Sign in to the shop.',
    issuedAt: '2026-03-01T12:00:00Z',
    ...more,
  })
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export function sendSigned(
  api: TestApi,
  signed: { message: string; signature: string },
  nonceToken: string,
  options: CallOptions = shopSite,
) {
  const headers = { ...options.headers, 'x-nonce-jwt': `Bearer ${nonceToken}` }
  const body = { ...signed, clientId: null, walletInfo: { type: 'extension', name: 'Fox' } }
  return api.post('/auth/v1/authenticate', body, { ...options, headers })
}

/** Signs in to the shop, with changes to the message. */
export async function authenticate(
  api: TestApi,
  wallet: TestWallet,
  more: Partial<SiwxMessage> = {},
  options: CallOptions = shopSite,
) {
  const { nonce, token } = await getNonce(api, options)
  const message = toMessage(wallet, nonce, more)
  return sendSigned(api, { message, signature: await wallet.sign(message) }, token, options)
}

export function readAccount(api: TestApi, token: string, options: CallOptions = shopSite) {
  return api.get('/auth/v1/me', { ...options, headers: bearer(token) })
}
