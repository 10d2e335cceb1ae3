import { randomUUID } from 'node:crypto'
import { addressText } from '@latchkey/wire/login/email'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testOrigin, testProject } from '../../testing/apiFixture.js'
import type { Session } from '../session/sessions.js'
import {
  type EmailFixture,
  loginUrl,
  newAddress,
  newDevice,
  newFrame,
  startEmailFixture,
} from './email.fixture.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const carefulProject = {
  ...testProject,
  id: 'careful-project',
  features: [{ id: 'device_approval', isEnabled: true, config: [] }],
}

let email: EmailFixture

beforeAll(async () => {
  email = await startEmailFixture()
})

afterAll(() => email?.stop())

/** Waits for one more mail: all earlier mails have then arrived. */
async function settled(): Promise<void> {
  const last = newAddress()
  await email.startLogin(last, newFrame())
  await email.mailsTo(last, 1)
}

/** Welch's t: the distance of two means relative to their variance. */
function welch(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
  const spread = (list: readonly number[]) => {
    const middle = mean(list)
    return mean(list.map((one) => (one - middle) ** 2)) / (list.length - 1)
  }
  return (mean(a) - mean(b)) / Math.sqrt(spread(a) + spread(b))
}

describe('sending mail', () => {
  it('is limited to once in 30 s, five times an hour and ten times a day per address', async () => {
    const address = newAddress()
    const mailsAfter = async (requests: number, gapMs: number) => {
      for (let count = 0; count < requests; count += 1) {
        expect((await email.startLogin(address, newFrame())).action).toBe('VERIFY_OTP')
        email.clock.advance(gapMs)
      }
      await settled()
      return (await email.mailsTo(address, 0)).length
    }
    expect(await mailsAfter(6, 1_000)).toBe(1)
    expect(await mailsAfter(7, 31_000)).toBe(5)
    email.clock.advance(hourMs)
    expect(await mailsAfter(7, 31_000)).toBe(10)
    email.clock.advance(hourMs)
    expect(await mailsAfter(2, 31_000)).toBe(10)
    email.clock.advance(dayMs)
    expect(await mailsAfter(1, 0)).toBe(11)
  })

  it('gets the same response for known, unknown and rate-limited people', async () => {
    const known = newAddress()
    await email.logIn(known)
    email.clock.advance(minuteMs)
    const shapeOf = async (address: string, project = testProject) => {
      const answer = await email.startLogin(address, newFrame(), { project }, newDevice())
      const { flowId, number, ...rest } = answer
      return { length: JSON.stringify(answer).length, ...rest }
    }
    for (const project of [testProject, carefulProject]) {
      email.clock.advance(minuteMs)
      const unknown = newAddress()
      const shapes = [
        await shapeOf(known, project),
        await shapeOf(known, project),
        await shapeOf(unknown, project),
        await shapeOf(unknown, project),
      ]
      expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    }
  })

  it('tells developers why no mail is sent', async () => {
    const project = { ...testProject, isDevelopment: true }
    const address = newAddress()
    const answers = []
    for (const gapMs of [1_000, 30_000, 31_000, 31_000, 31_000, 31_000, 0]) {
      const answer = await email.startLogin(address, newFrame(), { project })
      answers.push(typeof answer === 'string' ? answer : answer.action)
      email.clock.advance(gapMs)
    }
    const sent = Array(4).fill('VERIFY_OTP')
    expect(answers).toEqual(['VERIFY_OTP', 'too-soon', ...sent, 'too-many'])
  })

  it.runIf(process.env.THOROUGH === 'true')(
    'takes as long for known as for unknown people',
    async () => {
      const known = newAddress()
      await email.logIn(known)
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const unknown = newAddress()
      for (let sample = 0; sample < 2_000; sample += 1) {
        const kind = sample % 2 === 0 ? 'known' : 'unknown'
        const begin = performance.now()
        await email.startLogin(kind === 'known' ? known : unknown, newFrame(), {
          project: carefulProject,
        })
        times[kind].push(performance.now() - begin)
        // Slow enough to stay below the project's ceiling.
        email.clock.advance(4_000)
      }
      const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0
      expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(5)
      expect(Math.abs(welch(times.known, times.unknown))).toBeLessThan(4.5)
    },
  )

  it('stops at twenty an hour for a network and its neighbours', async () => {
    const from = (last: number) => ({ network: `203.0.113.${last}` })
    for (let count = 0; count < 20; count += 1) {
      expect(await email.startLogin(newAddress(), newFrame(), from(count))).toHaveProperty('flowId')
    }
    expect(await email.startLogin(newAddress(), newFrame(), from(99))).toBe('too-many')
    const elsewhere = { network: '203.0.114.1' }
    expect(await email.startLogin(newAddress(), newFrame(), elsewhere)).toHaveProperty('flowId')
  })

  it('contains the site, the code and the time, and no text of the site', async () => {
    const address = newAddress()
    await email.startLogin(address, newFrame(), { project: { ...testProject, name: 'Evil Dapp' } })
    const [mail] = await email.mailsTo(address, 1)
    const { source, text, subject } = await email.wholeMail(mail?.id ?? '')
    expect(subject).toBe(`${mail?.code} is your login code for site.example`)
    expect(text).toContain('site.example')
    expect(text).toMatch(/\d{1,2} \w+ \d{4} at \d\d:\d\d UTC/)
    expect(source).not.toMatch(/Evil|https?:|<img|href/i)
  })

  it('rejects invalid addresses', async () => {
    for (const bad of [
      'nobody',
      'a@b',
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'Ann <a@example.org>',
      'ſam@example.org',
      `${'a'.repeat(65)}@example.org`,
    ]) {
      expect(await email.startLogin(bad, newFrame())).toBe('email-invalid')
    }
  })
})

describe('a new device', () => {
  async function startOnNewDevice(address = newAddress(), device = newDevice()) {
    const frame = newFrame()
    const started = await email.startLogin(address, frame, { project: carefulProject }, device)
    const link = (await email.mailsTo(address, 1)).find((mail) => mail.link)?.link ?? ''
    const token = link.split('/').at(-1) ?? ''
    const wait = (signal = new AbortController().signal) => {
      const input = { flowId: started.flowId, secret: frame.secret }
      return email.call('awaitDevice', input, { project: carefulProject, signal })
    }
    const verify = (code: string) => {
      const input = { flowId: started.flowId, secret: frame.secret, code }
      return email.call('verifyEmail', input, { project: carefulProject })
    }
    return { ...started, address, device, link, token, wait, verify }
  }

  it('is approved by a click and the number, then gets its code and is known', async () => {
    const { action, number, address, device, link, token, wait, verify } = await startOnNewDevice()
    expect(action).toBe('VERIFY_DEVICE')
    expect(link).toBe(`${loginUrl}/device/${token}`)
    const waiting = wait()
    for (let scan = 0; scan < 20; scan += 1) await email.page('GET', token)
    expect((await email.mailsTo(address, 1)).length).toBe(1)
    const wrong = String((Number(number) + 1) % 100).padStart(2, '0')
    expect((await email.page('POST', token, { answer: 'approve', number: wrong })).status).toBe(422)
    expect(await verify('000000')).toBe('flow-unknown')
    expect((await email.page('POST', token, { answer: 'approve', number })).status).toBe(200)
    const expiresAt = email.clock.now() + 10 * minuteMs
    expect(await waiting).toEqual({ state: 'approved', codeLength: 6, expiresAt })
    expect((await email.page('POST', token, { answer: 'approve', number })).status).toBe(410)
    expect(await verify(await email.codeTo(address, 2))).toHaveProperty('token')
    email.clock.advance(minuteMs)
    const again = await email.startLogin(address, newFrame(), { project: carefulProject }, device)
    expect(again.action).toBe('VERIFY_OTP')
    const other = await email.startLogin(
      address,
      newFrame(),
      { project: carefulProject },
      newDevice(),
    )
    expect(other.action).toBe('VERIFY_DEVICE')
  })

  it('is declined by a click, three wrong numbers, another site or a late response', async () => {
    const refused = await startOnNewDevice()
    const waiting = refused.wait()
    await email.page('POST', refused.token, { answer: 'refuse' })
    expect(await waiting).toEqual({ state: 'refused' })

    const guessed = await startOnNewDevice()
    const wrong = String((Number(guessed.number) + 1) % 100).padStart(2, '0')
    for (const status of [422, 422, 422, 410]) {
      const fields = { answer: 'approve', number: wrong }
      expect((await email.page('POST', guessed.token, fields)).status).toBe(status)
    }
    const { token, number } = guessed
    expect((await email.page('POST', token, { answer: 'approve', number })).status).toBe(410)

    const late = await startOnNewDevice()
    const right = { answer: 'approve', number: late.number }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    await expect(email.page('POST', late.token, right, foreign)).rejects.toMatchObject({
      status: 403,
    })
    email.clock.advance(10 * minuteMs)
    expect((await email.page('POST', late.token, right)).status).toBe(410)
    expect((await email.mailsTo(late.address, 1)).length).toBe(1)
  })

  it('stops waiting when the frame leaves', async () => {
    const { wait } = await startOnNewDevice()
    const leaving = new AbortController()
    const waiting = wait(leaving.signal)
    leaving.abort()
    expect(await waiting).toEqual({ state: 'waiting' })
  })
})

describe('a change of address', () => {
  const frameOf = (session: Session) => {
    const frame = newFrame()
    let flowId = ''
    return {
      async start(address: string) {
        const { binding } = frame
        const text = addressText({ accountId: session.accountId, email: address, binding })
        const input = { email: address, binding, signature: email.frameKey.sign(text) }
        const answer = await email.call('startEmailUpdate', input, { session })
        flowId = answer.flowId ?? flowId
        return answer
      },
      prove: (
        step: 'verifyPrimary' | 'verifySecondary' | 'confirmPresence',
        code: string,
        by = session,
      ) => email.call(step, { flowId, secret: frame.secret, code }, { session: by }),
    }
  }

  async function signedIn() {
    const address = newAddress()
    const session = await email.logIn(address)
    email.clock.advance(31_000)
    return { address, session }
  }

  it('takes both codes, notifies the old address, ends other logins and blocks the export', async () => {
    const { address, session } = await signedIn()
    const other = await email.logIn(address, 1)
    email.clock.advance(31_000)
    const newEmail = newAddress()
    const frame = frameOf(session)
    expect(await frame.start(newEmail)).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
    const [first] = await email.mailsTo(address, 3)
    expect(first?.subject).not.toContain(first?.code)
    expect(await frame.prove('verifyPrimary', first?.code ?? '')).toHaveProperty('expiresAt')
    const code = await email.codeTo(newEmail)
    expect(await frame.prove('verifySecondary', code)).toEqual({ newEmail })
    expect(await frame.prove('verifySecondary', code)).toBe('flow-unknown')

    expect(await email.accounts.readEmail(session.accountId)).toBe(newEmail)
    expect(await email.sessions.findById(other.id)).toBeUndefined()
    expect(await email.sessions.findById(session.id)).toBeDefined()
    const held = await email.accounts.readExportBlockedUntil(session.accountId)
    expect(held).toBe(email.clock.now() + dayMs)
    expect((await email.mailsTo(address, 4))[0]?.subject).toBe('Your login address was changed')
    email.clock.advance(minuteMs)
    expect((await email.logIn(newEmail, 1)).accountId).toBe(session.accountId)
  })

  it('never succeeds with one code, in any order of steps', async () => {
    const { address, session } = await signedIn()
    const intruder = await email.logIn(newAddress())
    const newEmail = newAddress()
    const frame = frameOf(session)
    await frame.start(newEmail)
    const oldCode = await email.codeTo(address, 2)
    const steps = ['verifySecondary', 'confirmPresence', 'verifySecondary'] as const
    for (const step of steps) expect(await frame.prove(step, oldCode)).toBe('flow-unknown')
    expect(await email.mailsTo(newEmail, 0)).toEqual([])
    // Another session cannot take part, even with the frame's secret.
    expect(await frame.prove('verifyPrimary', oldCode, intruder)).toBe('flow-unknown')
    expect(await frame.prove('verifyPrimary', oldCode)).toHaveProperty('expiresAt')
    for (const step of ['verifyPrimary', 'confirmPresence'] as const) {
      expect(await frame.prove(step, oldCode)).toBe('flow-unknown')
    }
    const newCode = await email.codeTo(newEmail)
    if (newCode !== oldCode)
      expect(await frame.prove('verifySecondary', oldCode)).toBe('code-wrong')
    expect(await email.accounts.readEmail(session.accountId)).toBe(address)
    // A change that another one overtook proves nothing about the current address.
    await email.accounts.changeEmail(session.accountId, newAddress())
    expect(await frame.prove('verifySecondary', newCode)).toBe('flow-unknown')
  })

  it('reveals that an address is in use only to readers of its mail', async () => {
    const taken = newAddress()
    await email.logIn(taken)
    const { address, session } = await signedIn()
    const frame = frameOf(session)
    expect(await frame.start(taken)).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
    await frame.prove('verifyPrimary', await email.codeTo(address, 2))
    expect(await frame.prove('verifySecondary', await email.codeTo(taken, 2))).toBe('email-taken')
    expect(await email.accounts.readEmail(session.accountId)).toBe(address)
  })

  it('without an old address needs a recent login, a frame with the wallet and one code', async () => {
    const { id } = await email.accounts.getOrCreate({ issuer: 'github', subject: randomUUID() })
    const frameKey = email.frameKey.publicKey
    const site = { projectId: testProject.id, origin: testOrigin }
    const { token } = await email.sessions.create({
      accountId: id,
      ...site,
      issuer: 'github',
      frameKey,
      allowsRecovery: false,
      isByNumber: false,
    })
    const session = (await email.sessions.read(token, site)) as Session
    const [newEmail, frame] = [newAddress(), frameOf(session)]
    expect(await frame.start(newEmail)).toBe('share-unknown')
    await email.sql`
      insert into login_wallets (account_id, eip155, solana, created_at) values (${id}, '', '', 0)`
    await email.sql`
      insert into login_shares (account_id, device_id, server_key, server_share, created_at, frame_key)
      values (${id}, ${randomUUID()}, '', '', 0, ${frameKey})`
    expect(await frame.start(newEmail)).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
    const code = await email.codeTo(newEmail)
    expect(await frame.prove('verifySecondary', code)).toEqual({ newEmail })
    const social = await email.accounts.getOrCreate({ issuer: 'github', subject: randomUUID() })
    const late = { ...session, accountId: social.id }
    email.clock.advance(5 * minuteMs)
    expect(await frameOf(late).start(newAddress())).toBe('needs-recent-login')
  })
})

describe('a confirmation', () => {
  it('makes the session fresh with the code and the session that requested it', async () => {
    const address = newAddress()
    const session = await email.logIn(address)
    email.clock.advance(hourMs)
    const frame = newFrame()
    const { flowId } = await email.call(
      'startConfirmation',
      { binding: frame.binding },
      { session },
    )
    const [mail] = await email.mailsTo(address, 2)
    expect(mail?.subject).not.toContain(mail?.code)
    const proof = { flowId, secret: frame.secret, code: mail?.code }
    const other = { ...session, id: randomUUID() }
    expect(await email.call('verifyEmail', proof)).toBe('flow-unknown')
    expect(await email.call('confirmPresence', proof, { session: other })).toBe('flow-unknown')
    const until = email.clock.now() + 5 * minuteMs
    expect(await email.call('confirmPresence', proof, { session })).toEqual({ until })
    expect((await email.sessions.findById(session.id))?.freshUntil).toBe(until)
  })
})

describe('a notice', () => {
  it('resolves once the mail server accepts it', async () => {
    const address = newAddress()
    const { accountId } = await email.logIn(address)
    const { signal } = new AbortController()
    for (const kind of ['wallet-recovered', 'passkey-added', 'key-exported'] as const) {
      await email.notify({ accountId, kind, origin: testOrigin }, signal)
    }
    const subjects = (await email.mailsTo(address, 0)).map(({ subject }) => subject)
    expect(subjects.slice(0, 3)).toEqual([
      'The key of your wallet was shown',
      'A passkey was added to your wallet',
      'Your wallet was set up on another device',
    ])
  })
})
