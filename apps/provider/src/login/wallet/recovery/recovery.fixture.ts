import { randomBytes } from 'node:crypto'
import type { CaughtMail } from '@latchkey/dev-stack/startInbox'
import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { startEmail, verifyEmail } from '@latchkey/wire/login/email'
import type { SessionGrant } from '@latchkey/wire/login/fields'
import {
  restoreShares,
  startRecovery,
  takeRecoveryShare,
  takeServerShare,
  takeText,
} from '@latchkey/wire/login/recovery'
import { sealRecovery, startPasskey, storeShares } from '@latchkey/wire/login/session'
import { firstWalletText, type RecoveryShare } from '@latchkey/wire/login/shares'
import {
  awaitFarcaster,
  finishSocial,
  matchFarcaster,
  startFarcaster,
} from '@latchkey/wire/login/social'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  createTestFrame,
  type SocialFixture,
  startSocialFixture,
  type TestFrame,
  testSite,
} from '../../../testing/socialFixture.js'
import { createTestBrowser } from '../../../testing/testBrowser.js'
import { createTestWallet } from '../../../testing/testWallet.js'

export const minuteMs = 60_000
export const dayMs = 86_400_000
export const evilSite = 'http://evil.localhost:5173'
/** The address that most of the local identity servers return. */
export const adaIdentity = 'ada@example.com'
export const passkeyRecovery = {
  kind: 'passkey',
  sealed: 'c2VhbGVk',
  credentialId: 'cGFzc2tleQ',
} as const

type Wallet = ReturnType<typeof createTestWallet>

/** A login site for one test file, with the actions of visitors and attackers. */
export function setUpRecovery() {
  let fixture: SocialFixture

  beforeAll(async () => {
    fixture = await startSocialFixture()
  })
  afterAll(() => fixture.stop())
  beforeEach(async () => {
    fixture.aheadMs = 0
    const { sql } = fixture.database
    await sql`delete from login_accounts`
    await sql`delete from login_tries`
  })

  const frameOn = (site = testSite) => createTestFrame(fixture, { site })

  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(new URL(path, fixture.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })

  /** Signs in at the provider, up to the window that returns with a ticket. */
  async function signInAt(frame: TestFrame, provider: FrameSocialProvider = 'google') {
    const { uri, flowId } = await frame.start(provider)
    const browser = createTestBrowser()
    const page = await browser.submit(await browser.open(uri), /Ada/)
    return { page, flowId, ticket: page.data.ticket as string }
  }

  const sendStep = (ticket: string, step: string) => post('/oauth/window', { ticket, step })

  async function showNumber(ticket: string): Promise<string> {
    const { number } = (await (await sendStep(ticket, 'number')).json()) as { number: string }
    return number
  }

  function finish(
    frame: TestFrame,
    flowId: string,
    proof: { kind: 'ticket'; ticket: string } | { kind: 'number'; number: string },
  ): Promise<SessionGrant> {
    return frame.call(finishSocial, { flowId, secret: frame.secret, proof })
  }

  /** Sends the window's ticket to the frame, with or without the click that a wallet needs. */
  async function logInByWindow(
    frame: TestFrame,
    { provider = 'google' as FrameSocialProvider, allows = true } = {},
  ): Promise<SessionGrant> {
    const { flowId, ticket } = await signInAt(frame, provider)
    if (allows) await sendStep(ticket, 'allow')
    return finish(frame, flowId, { kind: 'ticket', ticket })
  }

  /** The fallback: the number in the window is typed where the log-in was started. */
  async function logInByNumber(
    frame: TestFrame,
    provider?: FrameSocialProvider,
  ): Promise<SessionGrant> {
    const { flowId, ticket } = await signInAt(frame, provider)
    await sendStep(ticket, 'allow')
    return finish(frame, flowId, { kind: 'number', number: await showNumber(ticket) })
  }

  async function openFarcaster(frame: TestFrame) {
    const { binding, secret, site } = frame
    const { flowId, url } = await frame.call(startFarcaster, { binding, origin: site })
    const app = (await (await fetch(url, { method: 'POST' })).json()) as {
      number: string
      url: string
    }
    return { flowId, secret, app }
  }

  async function logInByFarcaster(frame: TestFrame): Promise<SessionGrant> {
    const { flowId, secret, app } = await openFarcaster(frame)
    await frame.call(matchFarcaster, { flowId, secret, number: app.number })
    await fetch(`${app.url}&fid=1001&answer=approve`)
    const done = await frame.call(awaitFarcaster, { flowId, secret })
    if (done.state !== 'done') throw new Error(done.state)
    return done.grant
  }

  async function mailsTo(address: string): Promise<CaughtMail[]> {
    const path = `/messages?to=${encodeURIComponent(address)}`
    const answer = await fetch(new URL(path, fixture.inbox.url))
    return ((await answer.json()) as { messages: CaughtMail[] }).messages
  }

  /** The first mail after this call. */
  async function nextMail(to: string, subject = /./): Promise<() => Promise<CaughtMail>> {
    const known = new Set((await mailsTo(to)).map(({ id }) => id))
    return async () => {
      for (;;) {
        const found = (await mailsTo(to)).find(
          (mail) => !known.has(mail.id) && subject.test(mail.subject),
        )
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  async function startByEmail(frame: TestFrame, email: string) {
    const { binding } = frame
    const mail = await nextMail(email, /login code/)
    const started = await frame.call(startEmail, { email, binding, origin: testSite })
    if (started.action !== 'VERIFY_OTP') throw new Error(started.action)
    const { code } = await mail()
    return { flowId: started.flowId, code: code ?? '' }
  }

  /** Advances a minute, because codes are sent at intervals. */
  async function logInByEmail(frame: TestFrame, email: string): Promise<SessionGrant> {
    fixture.aheadMs += minuteMs
    const { flowId, code } = await startByEmail(frame, email)
    return frame.call(verifyEmail, { flowId, secret: frame.secret, code })
  }

  async function signedSet(
    wallet: Wallet,
    frame: Pick<TestFrame, 'deviceId'>,
    { person }: SessionGrant,
    recovery?: RecoveryShare,
  ) {
    const options = { deviceId: frame.deviceId, ...(recovery && { recovery }) }
    const { accountId: _, frameKey: __, ...set } = await wallet.shares(person.accountId, options)
    return set
  }

  /** Creates the wallet of the account, or adds a device to it. */
  async function storeIn(frame: TestFrame, grant: SessionGrant, known?: Wallet) {
    const wallet = known ?? createTestWallet()
    const set = await signedSet(wallet, frame, grant)
    const { accountId } = grant.person
    const { addresses, deviceId } = set
    const firstSignature = frame.key.sign(firstWalletText({ accountId, deviceId, addresses }))
    await frame.call(storeShares, { ...set, ...(!known && { firstSignature }) }, grant.token)
    return { wallet, set }
  }

  async function addPasskey(wallet: Wallet, frame: TestFrame, grant: SessionGrant) {
    const { addresses: _, ...set } = await signedSet(wallet, frame, grant, passkeyRecovery)
    const { flowId } = await frame.call(startPasskey, {}, grant.token)
    await frame.call(sealRecovery, { ...set, flowId, recovery: passkeyRecovery }, grant.token)
  }

  async function removePasskey(wallet: Wallet, frame: TestFrame, grant: SessionGrant) {
    const { addresses: _, ...set } = await signedSet(wallet, frame, grant)
    await frame.call(restoreShares, set, grant.token)
    return set
  }

  const begin = (frame: TestFrame, { token }: SessionGrant, deviceId = frame.deviceId) =>
    frame.call(startRecovery, { deviceId }, token)

  /** A person with a wallet and no address, created by the log-in after the wait. */
  async function ownerByFarcaster(frame: TestFrame) {
    await begin(frame, await logInByFarcaster(frame))
    fixture.aheadMs += dayMs
    const grant = await logInByFarcaster(frame)
    await begin(frame, grant)
    return { grant, ...(await storeIn(frame, grant)) }
  }

  function take(frame: TestFrame, flowId: string, { token }: SessionGrant, key = frame.key) {
    const signature = (share: 'server' | 'recovery') => key.sign(takeText(flowId, share))
    return {
      server: () => frame.call(takeServerShare, { flowId, signature: signature('server') }, token),
      recovery: () =>
        frame.call(takeRecoveryShare, { flowId, signature: signature('recovery') }, token),
    }
  }

  return {
    site: () => fixture,
    /** Moves the login site's clock. */
    advance(milliseconds: number) {
      fixture.aheadMs += milliseconds
    },
    newAddress: () => `${randomBytes(6).toString('hex')}@people.example`,
    frameOn,
    post,
    signInAt,
    sendStep,
    showNumber,
    finish,
    logInByWindow,
    logInByNumber,
    openFarcaster,
    logInByFarcaster,
    mailsTo,
    nextMail,
    startByEmail,
    logInByEmail,
    signedSet,
    storeIn,
    addPasskey,
    removePasskey,
    begin,
    ownerByFarcaster,
    take,
  }
}
