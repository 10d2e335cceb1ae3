import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type CaughtMail, startInbox, type WholeMail } from '@latchkey/dev-stack/startInbox'
import { hasLeadingZeroBits, type WorkProof, workMessage } from '@latchkey/wire/login/work'
import * as v from 'valibot'
import type { LogLine } from '../../log.js'
import type { Project } from '../../projects/Project.js'
import { testOrigin, testProject } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createTestFrameKey } from '../../testing/testWallet.js'
import type { LoginParts } from '../LoginParts.js'
import { createAccounts } from '../session/accounts.js'
import { createFlows } from '../session/flows.js'
import { createLimits } from '../session/limits.js'
import type { LoginRoute } from '../session/loginRoute.js'
import { createSessions, type Session } from '../session/sessions.js'
import type { PageResponse } from '../site/sitePage.js'
import { createEmailLogin } from './createEmailLogin.js'
import type { MailSettings } from './mailSettings.js'

export const loginUrl = 'https://login.example'

export type EmailFixture = Awaited<ReturnType<typeof startEmailFixture>>

/** The secret of a frame, and the digest it sends first. */
export function newFrame(): { readonly secret: string; readonly binding: string } {
  const secret = randomBytes(32)
  const binding = createHash('sha256').update(secret).digest('hex')
  return { secret: secret.toString('hex'), binding }
}

/** The secret device key that a frame stores. */
export function newDevice(): string {
  return randomBytes(32).toString('hex')
}

export function solveWork({ challenge, bits }: { challenge: string; bits: number }): WorkProof {
  const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
  const seed = hash(challenge)
  let nonce = 0
  while (!hasLeadingZeroBits(hash(workMessage(seed, nonce)), bits)) nonce += 1
  return { challenge, nonce }
}

export function newAddress(): string {
  return `${randomUUID()}@people.example`
}

/** Log-in by email with a real database, a real mail server and a manual clock. */
export async function startEmailFixture({
  mail = {},
  moreRoutes = () => [],
}: {
  readonly mail?: Partial<MailSettings>
  /** Further routes for `call`, built from the same parts. */
  readonly moreRoutes?: (
    parts: LoginParts & Pick<ReturnType<typeof createEmailLogin>, 'notify' | 'consumeConfirmation'>,
  ) => readonly LoginRoute[]
} = {}) {
  const [database, inbox] = await Promise.all([openTemporaryDatabase(), startInbox()])
  const clock = createManualClock()
  const log: LogLine[] = []
  const hashKey = randomBytes(32)
  const { sql } = database
  const accounts = createAccounts({ sql, clock })
  const sessions = createSessions({ sql, clock, accounts })
  const parts: LoginParts = {
    sql,
    clock,
    log: (line) => log.push(line),
    publicUrl: loginUrl,
    hashKey,
    accounts,
    sessions,
    flows: createFlows({ sql, clock }),
    limits: createLimits({ sql, clock, hashKey }),
  }
  const email = createEmailLogin({
    ...parts,
    mail: { url: inbox.smtpUrl, from: 'Login <login@login.example>', ...mail },
  })

  const frameKey = createTestFrameKey()
  const more = moreRoutes({ ...parts, ...email })

  /** The result of a call, or its error code. */
  async function call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    {
      project = testProject,
      network,
      session,
      signal = new AbortController().signal,
    }: {
      readonly project?: Project
      readonly network?: string
      readonly session?: Session | undefined
      readonly signal?: AbortSignal
    } = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  ): Promise<any> {
    const route = [...email.routes, ...more].find(({ endpoint }) => endpoint.name === name)
    const caller = {
      project,
      network,
      origin: testOrigin,
      frameKey: frameKey.publicKey,
      signal,
      ...(session && { session }),
    }
    // Fills in optional fields, as a real call does; handlers get invalid input too.
    const checked = v.safeParse(route?.endpoint.body ?? v.object({}), input)
    try {
      return await route?.handle(checked.success ? checked.output : input, caller)
    } catch (error) {
      const { reasons } = error as { reasons?: readonly { readonly field: string }[] }
      if (!reasons) throw error
      return reasons[0]?.field
    }
  }

  async function read<result>(path: string): Promise<result> {
    const response = await fetch(new URL(path, inbox.url))
    return (await response.json()) as result
  }

  /** Newest first; waits for `count` mails. The mail server runs in real time. */
  async function mailsTo(address: string, count: number, subject = ''): Promise<CaughtMail[]> {
    for (let look = 0; ; look += 1) {
      const path = `/messages?to=${encodeURIComponent(address)}`
      const { messages } = await read<{ messages: CaughtMail[] }>(path)
      const found = messages.filter((mail) => mail.subject.includes(subject))
      if (found.length >= count || look === 400) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async function codeTo(address: string, count = 1): Promise<string> {
    const [mail] = await mailsTo(address, count)
    return mail?.code ?? 'none'
  }

  function startLogin(
    address: string,
    { binding }: { readonly binding: string },
    caller: Parameters<typeof call>[2] = {},
    deviceKey?: string,
    work?: WorkProof,
  ) {
    const input = { email: address, binding, origin: testOrigin, deviceKey, work }
    return call('startEmail', input, caller)
  }

  /** A complete log-in. */
  async function logIn(
    address: string,
    mailsBefore = 0,
    project = testProject,
    device?: string,
  ): Promise<Session> {
    const frame = newFrame()
    const started = await startLogin(address, frame, { project }, device)
    const { flowId } =
      started.action === 'PROVE_WORK'
        ? await startLogin(address, frame, { project }, device, solveWork(started))
        : started
    const code = await codeTo(address, mailsBefore + 1)
    const grant = await call('verifyEmail', { flowId, secret: frame.secret, code }, { project })
    const site = { projectId: project.id, origin: testOrigin }
    const session = await sessions.read(grant.token, site)
    if (!session) throw new Error(`There was no login: ${JSON.stringify(grant)}`)
    return session
  }

  function page(
    method: 'GET' | 'POST',
    token: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageResponse> {
    const found = email.pages?.find((one) => one.method === method)
    if (!found) throw new Error('There is no such page.')
    return found.handle({
      params: { token },
      query: new URLSearchParams(),
      headers: new Headers(headers),
      form: new URLSearchParams(fields),
      cookies: new Map(),
      network: undefined,
      signal: new AbortController().signal,
    })
  }

  return {
    /** The key of the frame that makes all calls. */
    frameKey,
    sql,
    clock,
    log,
    accounts,
    sessions,
    notify: email.notify,
    metrics: () => email.metrics?.().join('\n') ?? '',
    call,
    startLogin,
    logIn,
    page,
    mailsTo,
    codeTo,
    wholeMail: (id: string) => read<WholeMail>(`/messages/${id}`),
    async stop() {
      await email.stop?.()
      await Promise.all([inbox.stop(), database.stop()])
    },
  }
}
