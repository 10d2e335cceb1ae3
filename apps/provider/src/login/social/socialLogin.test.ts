import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type FrameSocialProvider, socialProvider } from '@latchkey/wire/frame/requests'
import {
  awaitFarcaster,
  awaitSocial,
  finishSocial,
  matchFarcaster,
  startFarcaster,
} from '@latchkey/wire/login/social'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import {
  createTestFrame,
  type SocialFixture,
  startSocialFixture,
  type TestFrame,
  testSite,
} from '../../testing/socialFixture.js'
import { createTestBrowser, type TestBrowser, type TestPage } from '../../testing/testBrowser.js'
import { createAccounts } from '../session/accounts.js'
import { deriveAttempt } from './browserKey.js'
import { createIdentityProvider } from './createIdentityProvider.js'
import { providerSpecs } from './providerSpecs.js'

/** Log-ins that a person was tricked into. */
const lureCount = process.env.THOROUGH === 'true' ? 200 : 8

let fixture: SocialFixture

beforeAll(async () => {
  fixture = await startSocialFixture()
})
afterAll(() => fixture.stop())
afterEach(() => {
  fixture.aheadMs = 0
  for (const name of Object.keys(fixture.tampering)) {
    delete fixture.tampering[name as keyof typeof fixture.tampering]
  }
})

/** A log-in from the frame's start to the window after the callback. */
async function signIn(
  provider: FrameSocialProvider,
  { as = /Ada/, browser = createTestBrowser(), frame = createTestFrame(fixture) } = {},
) {
  const started = await frame.start(provider)
  const page = await browser.submit(await browser.open(started.uri), as)
  return { page, frame, browser, ...started }
}

function finish(frame: TestFrame, page: TestPage) {
  const flowId = new URL(page.data.resultUri).searchParams.get('flow') ?? ''
  const proof = ticketOf(page.data.ticket ?? forged())
  return frame.call(finishSocial, { flowId, secret: frame.secret, proof })
}

const ticketOf = (ticket: string) => ({ kind: 'ticket', ticket }) as const

describe.each(socialProvider.options)('login with %s', (provider) => {
  it('logs in, and again as the same person', async () => {
    const first = await signIn(provider)
    expect(first.page.status).toBe(200)
    expect(first.page.data).toMatchObject({ site: testSite })
    // The result URI names the log-in and cannot finish it.
    expect(first.page.data.resultUri).toBe(`${fixture.url}/social?flow=${first.flowId}`)
    const { person } = await finish(first.frame, first.page)
    expect(person).toEqual({
      accountId: expect.any(String),
      authProvider: provider,
      // Facebook does not say whether an address is verified.
      email: provider === 'facebook' ? null : 'ada@example.com',
      userName: ['google', 'apple', 'facebook'].includes(provider)
        ? 'Ada Lovelace'
        : 'ada_lovelace',
      hasWallet: false,
    })
    const again = await signIn(provider)
    expect((await finish(again.frame, again.page)).person).toEqual(person)
    // The window's ticket is valid for one log-in only.
    await expect(finish(again.frame, again.page)).rejects.toThrow('flow-unknown')
  })

  it('ignores an unverified address', async () => {
    const { page, frame } = await signIn(provider, { as: /Alan/ })
    expect((await finish(frame, page)).person.email).toBeNull()
  })

  it('tells the site when the person declines', async () => {
    const { page, frame, flowId } = await signIn(provider, { as: /Cancel/ })
    expect(page.data.resultUri).toBe(`${fixture.url}/social?flow=${flowId}&error=denied`)
    expect(await frame.call(awaitSocial, { flowId, secret: frame.secret })).toEqual({
      state: 'failed',
      reason: 'denied',
    })
    await expect(finish(frame, page)).rejects.toThrow('login-failed')
  })
})

it('keeps accounts apart that have the same address', async () => {
  const ids: string[] = []
  for (const provider of socialProvider.options) {
    const { page, frame } = await signIn(provider, { as: /Grace/ })
    ids.push((await finish(frame, page)).person.accountId)
  }
  const accounts = createAccounts({ sql: fixture.database.sql, clock: systemClock })
  ids.push((await accounts.getOrCreate({ issuer: 'email', subject: 'grace@example.com' })).id)
  expect(new Set(ids).size).toBe(7)
})

/** What the person does on the phone: clicks on the login site's page, then approves in the app. */
async function openFarcaster(url: string): Promise<{ number: string; url: string }> {
  const page = await fetch(url)
  expect(await page.text()).toContain(new URL(testSite).host)
  const answer = await fetch(url, { method: 'POST' })
  return (await answer.json()) as { number: string; url: string }
}

it('logs in with the Farcaster app once', async () => {
  const frame = createTestFrame(fixture)
  const { binding, secret } = frame
  const { flowId, url } = await frame.call(startFarcaster, { binding, origin: testSite })
  const waiting = frame.call(awaitFarcaster, { flowId, secret })
  const app = await openFarcaster(url)
  expect(await waiting).toEqual({ state: 'confirm' })
  await frame.call(matchFarcaster, { flowId, secret, number: app.number })
  await fetch(`${app.url}&fid=1001&answer=approve`)
  const done = await frame.call(awaitFarcaster, { flowId, secret })
  expect(done).toMatchObject({
    state: 'done',
    grant: { person: { authProvider: 'farcaster', userName: 'ada_lovelace', email: null } },
  })
  await expect(frame.call(awaitFarcaster, { flowId, secret })).rejects.toThrow('flow-unknown')

  // The relay is not trusted: its message was signed for another log-in.
  const other = createTestFrame(fixture)
  const started = await other.call(startFarcaster, { binding: other.binding, origin: testSite })
  const next = await openFarcaster(started.url)
  const proof = { flowId: started.flowId, secret: other.secret }
  await other.call(matchFarcaster, { ...proof, number: next.number })
  await replaySignature(app.url, next.url)
  expect(await other.call(awaitFarcaster, proof)).toEqual({
    state: 'failed',
    reason: 'login-failed',
  })
})

it('does not finish a Farcaster log-in without the number', async () => {
  const attacker = createTestFrame(fixture)
  const { binding, secret } = attacker
  const { flowId, url } = await attacker.call(startFarcaster, { binding, origin: testSite })
  const app = await openFarcaster(url)
  await fetch(`${app.url}&fid=1001&answer=approve`)
  const guess = app.number === '0000' ? '0001' : '0000'
  const wrong = () => attacker.call(matchFarcaster, { flowId, secret, number: guess })
  for (let times = 0; times < 3; times += 1) await expect(wrong()).rejects.toThrow('number-wrong')
  await expect(wrong()).rejects.toThrow('login-failed')
  const right = attacker.call(matchFarcaster, { flowId, secret, number: app.number })
  await expect(right).rejects.toThrow()
  expect(await attacker.call(awaitFarcaster, { flowId, secret })).toMatchObject({ state: 'failed' })
})

async function replaySignature(from: string, to: string): Promise<void> {
  const { relay } = fixture.identity.social.farcaster ?? {}
  const token = (url: string) => `Bearer ${new URL(url).searchParams.get('channelToken')}`
  const signed = await fetch(`${relay}/v1/channel/status`, {
    headers: { authorization: token(from) },
  })
  await fetch(`${relay}/v1/channel/authenticate`, {
    method: 'POST',
    headers: { authorization: token(to), 'content-type': 'application/json' },
    body: await signed.text(),
  })
}

describe('the window', () => {
  it('sets a cookie for this browser and sends what the provider must check', async () => {
    const { uri } = await createTestFrame(fixture).start('x')
    const answer = await createTestBrowser().step(uri)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-oauth=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=None$/,
      ),
    ])
    const authorization = new URL(answer.headers.get('location') ?? '').searchParams
    expect(authorization.get('redirect_uri')).toBe(`${fixture.url}/oauth/callback/x`)
    expect(authorization.get('code_challenge_method')).toBe('S256')
    expect(authorization.get('state')).toMatch(/^[\w-]{43}$/)
  })

  it('belongs to the browser that opened it first', async () => {
    const { uri } = await createTestFrame(fixture).start('github')
    const browser = createTestBrowser()
    await browser.step(uri)
    expect((await createTestBrowser().step(uri)).status).toBe(400)
    const page = await browser.submit(await browser.open(uri), /Ada/)
    expect(page.data.ticket).toMatch(/^[\w-]{43}$/)
  })

  it('does not break a second one of the same browser', async () => {
    const browser = createTestBrowser()
    const [one, other] = [createTestFrame(fixture), createTestFrame(fixture)]
    const pages = [
      await browser.open((await one.start('google')).uri),
      await browser.open((await other.start('apple')).uri),
    ]
    for (const [index, page] of pages.entries()) {
      const back = await browser.submit(page, /Ada/)
      await finish(index === 0 ? one : other, back)
    }
  })

  it('returns a whole page to where it came from only', async () => {
    const frame = createTestFrame(fixture)
    await expect(frame.start('discord', 'https://evil.example/')).rejects.toThrow('origin-refused')
    const { uri } = await frame.start('discord', `${testSite}/pay?cart=1&b%20c&d#top`)
    const browser = createTestBrowser()
    const page = await browser.submit(await browser.open(uri), /Ada/)
    const url = page.data.returnTo
    const { origin, pathname, search, searchParams, hash } = new URL(url)
    expect(search).toMatch(/^\?cart=1&b%20c&d&result_uri=[^&]+$/)
    expect([origin, pathname, searchParams.get('cart'), hash]).toEqual([
      testSite,
      '/pay',
      '1',
      '#top',
    ])
  })

  it('reveals nothing of the callback in its pages', async () => {
    const { page } = await signIn('google')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  })
})

describe('a window that finds no frame', () => {
  const wait = ({ frame, flowId }: { frame: TestFrame; flowId: string }) =>
    frame.call(awaitSocial, { flowId, secret: frame.secret })
  const sendTicket = (ticket: string, step: string, browser = createTestBrowser()) =>
    browser.send(`${fixture.url}/oauth/window`, { ticket, step })
  const numberIn = ({ text }: TestPage) => JSON.parse(text).number as string

  it('shows a number after a click, to be typed in the frame', async () => {
    const login = await signIn('google')
    const { page, browser, frame, flowId } = login
    expect(page.text).toContain(new URL(testSite).host)
    const waiting = wait(login)
    const number = numberIn(await sendTicket(page.data.ticket, 'number', browser))
    expect(number).toMatch(/^\d{4}$/)
    expect(await waiting).toEqual({ state: 'confirm' })
    // Requested again it is the same, and the ticket is no longer valid.
    expect(numberIn(await sendTicket(page.data.ticket, 'number', browser))).toBe(number)
    await expect(finish(frame, page)).rejects.toThrow('login-failed')
    const { secret } = frame
    const proof = { kind: 'number', number } as const
    const { person } = await frame.call(finishSocial, { flowId, secret, proof })
    expect(person.authProvider).toBe('google')
  })

  it('ends the log-in when it is closed, or after three wrong numbers', async () => {
    const left = await signIn('github')
    await sendTicket(left.page.data.ticket, 'leave')
    expect(await wait(left)).toEqual({ state: 'abandoned' })
    const guessed = await signIn('github')
    const number = numberIn(await sendTicket(guessed.page.data.ticket, 'number'))
    const { frame, flowId } = guessed
    const guess = (typed: string) =>
      frame.call(finishSocial, {
        flowId,
        secret: frame.secret,
        proof: { kind: 'number', number: typed },
      })
    const wrong = number === '0000' ? '0001' : '0000'
    for (let times = 0; times < 3; times += 1) {
      await expect(guess(wrong)).rejects.toThrow('number-wrong')
    }
    await expect(guess(number)).rejects.toThrow('login-failed')
    expect(await wait(guessed)).toMatchObject({ state: 'failed' })
  })

  it('gives no ticket to a frame elsewhere that sent the person the link', async () => {
    let completed = 0
    for (let round = 0; round < lureCount; round += 1) {
      const attacker = createTestFrame(fixture)
      const { flowId, uri } = await attacker.start('discord')
      const victim = createTestBrowser()
      const page = await victim.submit(await victim.open(uri), /Grace/)
      const shown = numberIn(await sendTicket(page.data.ticket, 'number', victim))
      const { secret } = attacker
      const guess = shown === '1234' ? '4321' : '1234'
      const proofs = [ticketOf(forged()), { kind: 'number', number: guess } as const]
      for (const proof of proofs) {
        const tried = attacker.call(finishSocial, { flowId, secret, proof })
        completed += await tried.then(
          () => 1,
          () => 0,
        )
      }
    }
    expect(completed).toBe(0)
  })

  it('rejects steps sent by another site', async () => {
    const { page } = await signIn('google')
    const body = new URLSearchParams({ ticket: page.data.ticket, step: 'allow' })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await fetch(`${fixture.url}/oauth/window`, { method: 'POST', body, headers })
    expect(answer.status).toBe(403)
  })
})

describe('a result planted in the address', () => {
  it('logs nobody in without the right frame and ticket', async () => {
    const { page, flowId, frame } = await signIn('github')
    const other = createTestFrame(fixture)
    await expect(finish(other, page)).rejects.toThrow('flow-unknown')
    const mine = await other.start('github')
    const { ticket } = page.data
    await expect(
      other.call(finishSocial, {
        flowId: mine.flowId,
        secret: other.secret,
        proof: ticketOf(ticket),
      }),
    ).rejects.toThrow('login-failed')
    for (let round = 0; round < 10; round += 1) {
      const planted = { flowId, secret: frame.secret, proof: ticketOf(forged()) }
      await expect(frame.call(finishSocial, planted)).rejects.toThrow('login-failed')
    }
    expect((await finish(frame, page)).token).toMatch(/^[\w-]{43}$/)
  })
})

function forged(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

describe('a hostile provider', () => {
  const flip = (text: unknown) =>
    `${String(text).slice(0, -2)}${String(text).endsWith('aa') ? 'bb' : 'aa'}`
  type Case = (tampering: SocialFixture['tampering']) => void
  const claims =
    (change: (claims: Record<string, unknown>) => Record<string, unknown>): Case =>
    (tampering) => {
      tampering.idToken = ({ claims, sign }) => sign(change({ ...claims }))
    }
  const fields =
    (change: (fields: URLSearchParams) => void): Case =>
    (tampering) => {
      tampering.callback = (sent) => {
        change(sent)
        return sent
      }
    }
  const tokens =
    (change: (answer: Record<string, unknown>) => unknown): Case =>
    (tampering) => {
      tampering.token = change
    }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const loginCases: Readonly<Record<string, Case>> = {
    'wrong state': fields((sent) => sent.set('state', forged())),
    'no state': fields((sent) => sent.delete('state')),
    'two states': fields((sent) => sent.append('state', forged())),
    'two codes': fields((sent) => sent.append('code', 'other')),
    'no code': fields((sent) => sent.delete('code')),
    'an invented code': fields((sent) => sent.set('code', 'made-up')),
    'another issuer with the code': fields((sent) => sent.set('iss', 'https://evil.example')),
    'tokens instead of a code': fields((sent) => {
      sent.delete('code')
      sent.set('id_token', 'a.b.c')
      sent.set('access_token', 'token')
    }),
    'an unrequested signed response': fields((sent) => sent.set('response', 'a.b.c')),
    'an error with the code': fields((sent) => sent.set('error', 'server_error')),
    'response in the fragment': (tampering) => {
      tampering.callback = (sent, redirectUri) => `${redirectUri}#${sent}`
    },
    'response to another provider': (tampering) => {
      tampering.callback = (sent, redirectUri) =>
        `${redirectUri.replace('/google', '/github')}?${sent}`
    },
    'no nonce': claims(({ nonce: _, ...rest }) => rest),
    'wrong nonce': claims((all) => ({ ...all, nonce: flip(all.nonce) })),
    'wrong issuer': claims((all) => ({ ...all, iss: 'https://accounts.google.com' })),
    'for another client': claims((all) => ({ ...all, aud: 'another-client' })),
    'for two clients': claims((all) => ({ ...all, aud: [all.aud, 'another-client'] })),
    expired: claims((all) => ({ ...all, exp: Number(all.iat) - 120 })),
    'no subject': claims(({ sub: _, ...rest }) => rest),
    unsigned: (tampering) => {
      tampering.idToken = ({ claims: all }) => `${part({ alg: 'none' })}.${part(all)}.`
    },
    'changed after signing': (tampering) => {
      tampering.idToken = ({ claims: all, sign }) => {
        const [header, , signature] = sign(all).split('.')
        return `${header}.${part({ ...all, sub: '1' })}.${signature}`
      }
    },
    'signed by an unknown key': (tampering) => {
      tampering.idToken = ({ claims: all, sign }) => sign(all, { alg: 'RS256', kid: 'other' })
    },
    'another algorithm': (tampering) => {
      tampering.idToken = ({ claims: all, sign }) => sign(all, { alg: 'HS256', kid: 'local-1' })
    },
    'no ID token': tokens(({ id_token: _, ...rest }) => rest),
    'no tokens': tokens(() => ({})),
    'tokens that are not a JSON object': tokens(() => 'token'),
  }

  it.each(Object.entries(loginCases))('is rejected: %s', async (_, harm) => {
    harm(fixture.tampering)
    const { page, frame, flowId } = await signIn('google')
    expect(page.status).toBe(400)
    expect(page.data?.ticket).toBeUndefined()
    const { secret } = frame
    const proof = ticketOf(forged())
    await expect(frame.call(finishSocial, { flowId, secret, proof })).rejects.toThrow(
      'login-failed',
    )
  })

  it('is rejected with any ID token that is not for this login: 40 of 40', async () => {
    type Making = Parameters<NonNullable<SocialFixture['tampering']['idToken']>>[0]
    const plain = { alg: 'RS256', kid: 'local-1' }
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signedBy = (header: object, claims: object, key: KeyObject = other.privateKey) => {
      const content = `${part(header)}.${part(claims)}`
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
    }
    const mac = (header: object, claims: object, key: string) => {
      const content = `${part(header)}.${part(claims)}`
      return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
    }
    const jwk = other.publicKey.export({ format: 'jwk' })
    const evil = 'https://evil.example/keys'
    const headed = (header: object) => (given: Making) => given.sign(given.claims, { ...header })
    const claiming = (change: object) => (given: Making) =>
      given.sign({ ...given.claims, ...change })
    const soon = Math.floor(Date.now() / 1_000)
    const hostileTokens: ((given: Making) => string)[] = [
      ...['none', 'None', 'NONE', 'nOnE'].map(
        (alg) => (given: Making) => `${part({ alg })}.${part(given.claims)}.`,
      ),
      ({ claims }) => `${part({ ...plain, alg: 'none' })}.${part(claims)}`,
      ...['local-1', JSON.stringify(jwk), ''].map(
        (key) => (given: Making) => mac({ alg: 'HS256', kid: 'local-1' }, given.claims, key || ' '),
      ),
      ...['HS256', 'RS384', 'PS256', 'ES256', 'EdDSA', ''].map((alg) => headed({ ...plain, alg })),
      headed({ kid: 'local-1' }),
      ({ claims }) => signedBy({ ...plain, jwk }, claims),
      ({ claims }) => signedBy({ ...plain, jku: evil }, claims),
      ({ claims }) => signedBy({ ...plain, x5u: evil }, claims),
      ({ claims }) => signedBy(plain, claims),
      ...['../../../dev/null', "' or 1=1 --", '__proto__'].map((kid) => headed({ ...plain, kid })),
      headed({ ...plain, crit: ['exp'] }),
      headed({ ...plain, crit: ['b64'], b64: false }),
      ...['at+jwt', 'logout+jwt'].map((typ) => headed({ ...plain, typ })),
      claiming({ iss: 'https://evil.example' }),
      claiming({ iss: undefined }),
      claiming({ aud: ['another-client'] }),
      claiming({ aud: undefined }),
      claiming({ sub: 7 }),
      claiming({ sub: '' }),
      claiming({ nonce: ['a'] }),
      claiming({ exp: undefined }),
      claiming({ exp: String(soon + 600) }),
      claiming({ exp: soon + 3_650 * 86_400 }),
      claiming({ nbf: soon + 3_600 }),
      claiming({ iat: soon + 3_600, exp: soon + 7_200 }),
      claiming({ iat: undefined }),
      claiming({ more: 'x'.repeat(9_000) }),
    ]
    expect(hostileTokens).toHaveLength(40)
    for (const [at, make] of hostileTokens.entries()) {
      fixture.tampering.idToken = make
      const { page } = await signIn('google')
      expect([at, page.status, page.data?.ticket]).toEqual([at, 400, undefined])
    }
  })

  it('cannot use a code or a response twice', async () => {
    let sent = ''
    fixture.tampering.callback = (answer, redirectUri) => {
      sent = `${redirectUri}?${answer}`
      return answer
    }
    const { browser, page } = await signIn('github')
    expect(page.data.ticket).toBeDefined()
    expect((await browser.open(sent)).status).toBe(400)

    const code = new URL(sent).searchParams.get('code') ?? ''
    fixture.tampering.callback = (answer) => {
      answer.set('code', code)
      return answer
    }
    expect((await signIn('github', { browser })).page.data.ticket).toBeUndefined()
  })

  it('cannot inject a foreign code, even without a challenge check', async () => {
    let stolen = ''
    fixture.tampering.acceptsAnyCode = true
    fixture.tampering.callback = (answer) => {
      stolen = answer.get('code') ?? ''
      return answer
    }
    await signIn('google', { as: /Grace/ })
    fixture.tampering.callback = (answer) => {
      answer.set('code', stolen)
      return answer
    }
    const { page } = await signIn('google')
    expect(page.data.resultUri).toMatch(/error=login-failed$/)
  })

  it('cannot send its response to another browser', async () => {
    let sent = ''
    fixture.tampering.callback = (answer, redirectUri) => {
      sent = `${redirectUri}?${answer}`
      return `${testSite}/`
    }
    const { browser } = await signIn('github')
    expect((await createTestBrowser().open(sent)).status).toBe(400)
    const later: TestBrowser = createTestBrowser()
    await later.step((await createTestFrame(fixture).start('github')).uri)
    expect((await later.open(sent)).status).toBe(400)
    // The browser that started it can still return.
    expect((await browser.open(sent)).data.ticket).toBeDefined()
  })

  it('has ten minutes', async () => {
    const frame = createTestFrame(fixture)
    const { uri } = await frame.start('github')
    const browser = createTestBrowser()
    const page = await browser.open(uri)
    fixture.aheadMs = 600_001
    expect((await browser.submit(page, /Ada/)).status).toBe(400)
  })

  it('is not contacted at an address that is not configured', async () => {
    const { outbound, settings, redirectUri } = {
      outbound: createOutbound(),
      settings: fixture.identity.social.github,
      redirectUri: `${fixture.url}/oauth/callback/github`,
    }
    if (!settings) throw new Error('There are no settings.')
    const provider = createIdentityProvider({
      spec: providerSpecs.github,
      settings,
      redirectUri,
      outbound,
      clock: systemClock,
    })
    const journey = deriveAttempt('key', 'state')
    const callback = new URLSearchParams({ code: 'code', state: 'state' })
    await expect(
      provider.identify(callback, journey, new AbortController().signal),
    ).rejects.toMatchObject({ code: 'unreachable', cause: { code: 'url-refused' } })
  })
})
