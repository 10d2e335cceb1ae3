import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import type { FrameSettings } from '@latchkey/wire/login/page'
import { verifyMessage } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { rightCode } from '../../fixtures/fakeLoginSite.js'
import { openTestFrame } from '../../fixtures/testFrame.js'
import { handleSocialWindow } from '../host/socialWindow.js'
import { createMemoryStore, type Store } from '../session/store.js'
import type { Frame } from './frame.js'

type TestFrame = Awaited<ReturnType<typeof openTestFrame>>

const email = 'ann@mail.test'

async function logIn({ handlers, fake }: TestFrame, as = email): Promise<void> {
  fake.codes.push(rightCode)
  await handlers.CONNECT_EMAIL({ email: as })
  await handlers.CONNECT_OTP({})
}

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return (error as { failure?: { code?: string } } | undefined)?.failure?.code
}

const settled = () => new Promise(setImmediate)

/** A store whose content a test can read. */
function openDump(): Store & { dump(): string } {
  const inner = createMemoryStore()
  const seen = new Map<string, unknown>()
  return {
    get: (key) => inner.get(key),
    async put(key, value) {
      seen.set(key, value)
      await inner.put(key, value)
    },
    async remove(key) {
      for (const name of seen.keys()) {
        if (name === key || name.startsWith(`${key}/`)) seen.delete(name)
      }
      await inner.remove(key)
    },
    dump: () => JSON.stringify([...seen]),
  }
}

describe('email log-in', () => {
  test('asks for the code in the frame until it is right, then returns the user', async () => {
    const page = await openTestFrame()
    const { handlers, fake } = page
    expect(await codeOf(handlers.GET_USER({}))).toBe('not-signed-in')
    expect(await codeOf(handlers.CONNECT_OTP({}))).toBe('code-expired')
    expect(await handlers.CONNECT_EMAIL({ email })).toEqual({ action: 'VERIFY_OTP' })
    fake.codes.push('111111', rightCode)
    await handlers.CONNECT_OTP({})
    expect(fake.faults).toMatchObject([{ failure: { code: 'code-wrong' } }])
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
    expect(await handlers.CONNECT_EMAIL({ email })).toEqual({ action: 'CONNECT' })
    const user = await handlers.GET_USER({ chainId: '1' })
    expect(user).toMatchObject({ email, chainId: 1, authProvider: 'email' })
    expect(user.accounts).toEqual([{ address: user.address, type: 'eoa' }])
    expect(await handlers.GET_USER({ chainId: 'solana:dev' })).toMatchObject({
      chainId: 'solana:dev',
      preferredAccountType: 'eoa',
    })
  })

  test('accepts a code from the page only when the project allows it', async () => {
    const closed = await openTestFrame()
    await closed.handlers.CONNECT_EMAIL({ email })
    expect(await codeOf(closed.handlers.CONNECT_OTP({ otp: rightCode }))).toBe('not-allowed')
    // A page controls the frame's URL, but not the project's settings.
    const inPage = await openTestFrame({ query: 'otpInPage=true&takesCodesFromPage=true' })
    await inPage.handlers.CONNECT_EMAIL({ email })
    expect(await codeOf(inPage.handlers.CONNECT_OTP({ otp: rightCode }))).toBe('not-allowed')
    const open = await openTestFrame({ project: { takesCodesFromPage: true } })
    await open.handlers.CONNECT_EMAIL({ email })
    await open.handlers.CONNECT_OTP({ otp: rightCode })
    expect(await open.handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('continues after a cancel, and runs once for repeated requests', async () => {
    const { handlers, fake, site } = await openTestFrame()
    site.action = 'VERIFY_DEVICE'
    expect(await handlers.CONNECT_EMAIL({ email })).toEqual({ action: 'VERIFY_DEVICE' })
    await handlers.CONNECT_DEVICE(undefined)
    expect(fake.devices).toBe(1)
    const both = [codeOf(handlers.CONNECT_OTP({})), codeOf(handlers.CONNECT_OTP({}))]
    await settled()
    await handlers.RPC_ABORT(undefined)
    expect(await Promise.all(both)).toEqual(['aborted', 'aborted'])
    fake.codes.push(rightCode)
    await handlers.CONNECT_OTP({})
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('resends the code within the same log-in', async () => {
    const { handlers, site } = await openTestFrame()
    await handlers.CONNECT_EMAIL({ email })
    await handlers.CONNECT_EMAIL({ email })
    const [first, second] = site.seen.filter(({ path }) => path === '/api/email/start')
    expect(second?.body.binding).toBe(first?.body.binding)
  })
})

describe('email log-in with a proof of work', () => {
  const openBusySite = async (project: Partial<FrameSettings> = {}) => {
    const page = await openTestFrame({ project })
    page.site.bits = 8
    const starts = () => page.site.seen.filter(({ path }) => path === '/api/email/start')
    return { ...page, starts }
  }

  test('does the work on its own screen, then asks for the code', async () => {
    const { handlers, fake, starts } = await openBusySite()
    expect(await handlers.CONNECT_EMAIL({ email })).toEqual({ action: 'VERIFY_OTP' })
    expect(fake.checks).toBe(0)
    fake.codes.push(rightCode)
    await handlers.CONNECT_OTP({})
    expect(fake.checks).toBe(1)
    expect(starts().map(({ body }) => body.work !== undefined)).toEqual([false, true])
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('does the work before a device waits for its link', async () => {
    const { handlers, fake, site } = await openBusySite()
    site.action = 'VERIFY_DEVICE'
    expect(await handlers.CONNECT_EMAIL({ email })).toEqual({ action: 'VERIFY_DEVICE' })
    await handlers.CONNECT_DEVICE(undefined)
    expect([fake.checks, fake.devices]).toEqual([1, 1])
  })

  test('does the work at once when the page asks for the code', async () => {
    const { handlers, starts } = await openBusySite({ takesCodesFromPage: true })
    await handlers.CONNECT_EMAIL({ email })
    expect(starts()).toHaveLength(2)
    await handlers.CONNECT_OTP({ otp: rightCode })
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('stops the work when it is cancelled, and continues on the next request', async () => {
    const { handlers, fake, site, starts } = await openBusySite()
    site.bits = 20
    await handlers.CONNECT_EMAIL({ email })
    const working = codeOf(handlers.CONNECT_OTP({}))
    await settled()
    await handlers.RPC_ABORT(undefined)
    expect(await working).toBe('aborted')
    expect(starts()).toHaveLength(1)
    site.bits = 8
    fake.codes.push(rightCode)
    await handlers.CONNECT_EMAIL({ email })
    await handlers.CONNECT_OTP({})
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('drops the work when another address is entered', async () => {
    const { handlers, fake, site, starts } = await openBusySite()
    site.bits = 20
    await handlers.CONNECT_EMAIL({ email: 'bob@mail.test' })
    const working = codeOf(handlers.CONNECT_OTP({}))
    await settled()
    site.bits = 8
    await handlers.CONNECT_EMAIL({ email })
    expect(await working).toBe('aborted')
    fake.codes.push(rightCode)
    await handlers.CONNECT_OTP({})
    expect(starts().at(-1)?.body.email).toBe(email)
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('gives up after half a minute', async () => {
    const { handlers, clock, site } = await openBusySite()
    site.bits = 20
    await handlers.CONNECT_EMAIL({ email })
    const working = codeOf(handlers.CONNECT_OTP({}))
    await settled()
    clock.now += 30_000
    expect(await working).toBe('busy')
  })

  test('gives up when no work is enough', async () => {
    const { handlers, site, starts } = await openBusySite()
    site.refusesWork = true
    await handlers.CONNECT_EMAIL({ email })
    expect(await codeOf(handlers.CONNECT_OTP({}))).toBe('busy')
    expect(starts()).toHaveLength(4)
  })
})

test('sends the device key to the login site only, and keeps it after a sign-out', async () => {
  const first = await openTestFrame()
  await logIn(first)
  await first.handlers.SIGN_OUT(undefined)
  const again = await openTestFrame({ site: first.site, store: first.store })
  await again.handlers.CONNECT_EMAIL({ email })
  const other = await openTestFrame({ ...first, parentOrigin: 'https://b.test' })
  await other.handlers.CONNECT_EMAIL({ email })
  const starts = first.site.seen.filter(({ path }) => path === '/api/email/start')
  const [one, two, elsewhere] = starts.map(({ body }) => String(body.deviceKey))
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(two).toBe(one)
  expect(elsewhere).not.toBe(one)
  expect(JSON.stringify([first.notices, again.notices])).not.toContain(one)
})

describe('login session', () => {
  test('is separate for each site, even in the same storage', async () => {
    const here = await openTestFrame({ store: openDump() })
    await logIn(here)
    const { site, store } = here
    const origins = Array.from({ length: 50 }, (_, at) => `https://${at}.other.test`)
    for (const parentOrigin of [...origins, 'http://shop.test', 'https://shop.test:1']) {
      const there = await openTestFrame({ site, store, parentOrigin })
      expect(await there.handlers.IS_CONNECTED({})).toEqual({ isConnected: false })
      expect(await codeOf(there.handlers.GET_USER({}))).toBe('not-signed-in')
    }
    const again = await openTestFrame({ site, store })
    expect(await again.handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })

  test('is deleted completely, also offline, and ends in other tabs', async () => {
    const store = openDump()
    const first = await openTestFrame({ store })
    await logIn(first)
    const { address } = await first.handlers.GET_USER({ chainId: 1 })
    const { site, openChannel } = first
    const second = await openTestFrame({ store, site, openChannel })
    const other = await openTestFrame({ store, site, openChannel, parentOrigin: 'https://b.test' })
    expect(store.dump()).toContain(address)
    site.isDown = true
    await first.handlers.SIGN_OUT(undefined)
    expect(store.dump()).not.toMatch(/token|mail|0x|vault/)
    expect(second.notices).toEqual([{ name: 'SESSION_ENDED', payload: undefined }])
    expect([first.notices, other.notices]).toEqual([[], []])
    site.isDown = false
    for (const { handlers } of [first, second]) {
      expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: false })
    }
  })

  test('ends when the server ended it, and the page is notified', async () => {
    const { handlers, site, notices, ...rest } = await openTestFrame()
    await logIn({ handlers, site, notices, ...rest })
    site.sessions.clear()
    expect(await codeOf(handlers.GET_USER({ chainId: 1 }))).toBe('not-signed-in')
    expect(notices).toEqual([{ name: 'SESSION_ENDED', payload: undefined }])
    expect(await handlers.IS_CONNECTED({})).toEqual({ isConnected: false })
  })

  test('is reported as none while offline, and is back with the network', async () => {
    const page = await openTestFrame()
    await logIn(page)
    page.site.isDown = true
    expect(await page.handlers.IS_CONNECTED({})).toEqual({ isConnected: false })
    page.site.isDown = false
    expect(await page.handlers.IS_CONNECTED({})).toEqual({ isConnected: true })
  })
})

describe('social log-in', () => {
  const ticket = 't'.repeat(43)
  const loginOrigin = 'https://login.test'

  /** Messages between a window of the login site and the frame. */
  function windowPort(frame: Frame, flowId: string, origin = loginOrigin) {
    const { port1, port2 } = new MessageChannel()
    const received: unknown[] = []
    port1.onmessage = ({ data }) => void received.push(data)
    const data = { type: 'latchkey/social-window', flowId }
    const handled = handleSocialWindow(frame, { origin, data, ports: [port2] })
    return { received, handled, say: (message: unknown) => port1.postMessage(message) }
  }

  async function started(provider: 'google' | 'x' = 'google') {
    const page = await openTestFrame()
    page.site.social = { email, state: 'waiting' }
    await page.handlers.GET_SOCIAL_REDIRECT_URI({ provider })
    const [flow = ''] = [...page.site.flows.keys()]
    return { ...page, flow, uri: `${loginOrigin}/social?flow=${flow}` }
  }

  test('completes with the ticket from its window, not with data from the page', async () => {
    const { handlers, site, frame, flow, uri, notices } = await started()
    const planted = [
      uri.replace('login.test', 'evil.test'),
      uri.replace('https:', 'http:'),
      uri.replace('/social', '/sdk'),
      uri.replace('login.test', 'me@login.test'),
      uri.replace(flow, crypto.randomUUID()),
      `${uri}&error=denied`,
      'nonsense',
    ]
    for (const wrong of planted) {
      expect(await codeOf(handlers.CONNECT_SOCIAL({ uri: wrong }))).toBe('login-failed')
    }
    expect(site.sessions.size).toBe(0)
    // No response to windows of other origins or of other log-ins.
    const strangers = [
      windowPort(frame, flow, 'https://shop.test'),
      windowPort(frame, flow, 'null'),
      windowPort(frame, crypto.randomUUID()),
    ]
    await Promise.all(strangers.map(({ handled }) => handled))
    await settled()
    expect(strangers.map(({ received }) => received)).toEqual([[], [], []])

    const opened = windowPort(frame, flow)
    while (opened.received.length === 0) await settled()
    expect(opened.received).toEqual([{ secret: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    opened.say({ ticket })
    while (opened.received.length === 1) await settled()
    expect(opened.received[1]).toEqual({ taken: true })
    expect(notices).toEqual([{ name: 'SOCIAL_RESULT', payload: { uri } }])
    expect(await handlers.CONNECT_SOCIAL({ uri, chainId: 1 })).toMatchObject({ email, chainId: 1 })
    expect(await handlers.GET_USER({ socialUri: uri, chainId: 1 })).toMatchObject({ email })
    expect(site.sessions.size).toBe(1)
    const stranger = await openTestFrame({ site })
    expect(await codeOf(stranger.handlers.CONNECT_SOCIAL({ uri }))).toBe('login-failed')
  })

  test('asks for the number of the window when the window finds no frame', async () => {
    const { handlers, site, fake, notices, uri } = await started('x')
    fake.numbers.push('1111', '4321')
    site.social = { email, state: 'confirm', number: '4321' }
    while (notices.length === 0) await settled()
    expect(fake.faults).toHaveLength(1)
    expect(notices).toEqual([{ name: 'SOCIAL_RESULT', payload: { uri } }])
    expect(await handlers.CONNECT_SOCIAL({ uri, chainId: 1 })).toMatchObject({ email })
  })

  test('asks for the number after a redirect of the whole page', async () => {
    const { site, store, uri } = await started()
    site.social = { email, state: 'waiting', number: '4321' }
    const back = await openTestFrame({ site, store })
    back.fake.numbers.push('4321')
    expect(await back.handlers.CONNECT_SOCIAL({ uri, chainId: 1 })).toMatchObject({ email })
  })

  test('shows a wallet that is not approved here yet, but does not open it', async () => {
    const first = await started()
    first.site.social = { email, state: 'confirm', number: '4321' }
    first.fake.numbers.push('4321')
    await first.handlers.CONNECT_SOCIAL({ uri: first.uri, chainId: 1 })

    const { site } = first
    const second = await openTestFrame({ site })
    await second.handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' })
    const uri = `${loginOrigin}/social?flow=${[...site.flows.keys()].at(-1)}`
    const readyAt = Date.now() + 86_400_000
    site.recovery = { state: 'waiting', readyAt }
    second.fake.numbers.push('4321')
    const connecting = codeOf(second.handlers.CONNECT_SOCIAL({ uri, chainId: 1 }))
    while (second.fake.recoveries.length === 0) await settled()
    expect(second.fake.recoveries).toEqual([{ state: 'waiting', readyAt, isFirst: false }])
    await second.handlers.RPC_ABORT(undefined)
    expect(await connecting).toMatch(/aborted|recovery-pending/)
    expect(await codeOf(second.handlers.GET_USER({ chainId: 1 }))).toBe('recovery-pending')
  })

  test('creates a first wallet only after approval, and stops another log-in', async () => {
    const { handlers, site, store, fake, uri } = await started()
    site.social = { email, state: 'waiting', number: '4321' }
    site.needsFirstApproval = true
    const readyAt = Date.now() + 86_400_000
    site.recovery = { state: 'waiting', readyAt }
    const other = { flowId: crypto.randomUUID(), origin: 'https://evil.test', readyAt }
    site.pendingRecovery = other
    fake.numbers.push('4321')
    const connecting = codeOf(handlers.CONNECT_SOCIAL({ uri, chainId: 1 }))
    while (fake.recoveries.length === 0) await settled()
    const [shown] = fake.recoveries
    expect(shown).toMatchObject({ state: 'waiting', readyAt, isFirst: true, other })
    await shown?.other?.cancel()
    expect(site.pendingRecovery).toBeUndefined()
    await handlers.RPC_ABORT(undefined)
    expect(await connecting).toMatch(/aborted|recovery-pending/)
    // Without a new log-in, the page gets no wallet and no new request starts.
    const requested = () => site.seen.filter(({ path }) => path === '/api/recovery/start').length
    expect(await codeOf(handlers.GET_USER({ chainId: 1 }))).toBe('recovery-pending')
    expect(requested()).toBe(1)
    expect(site.accounts.get(email)?.addresses).toBeUndefined()

    // It continues after a reload and another log-in.
    site.recovery = { state: 'approved' }
    const back = await openTestFrame({ site, store })
    await back.handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' })
    const again = `${loginOrigin}/social?flow=${[...site.flows.keys()].at(-1)}`
    back.fake.numbers.push('4321')
    const { address } = await back.handlers.CONNECT_SOCIAL({ uri: again, chainId: 1 })
    expect(site.accounts.get(email)?.addresses?.eip155).toBe(address)
    expect(back.fake.recoveries).toEqual([])
  })
})

/** Passkeys of a browser, and how many it created. */
function createCredentials(): CredentialsContainer & { count: number } {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const credentials = {
    count: 0,
    async create() {
      credentials.count += 1
      return {
        rawId: new Uint8Array([1, 2, 3]).buffer,
        getClientExtensionResults: () => ({ prf: { results: { first: secret } } }),
      }
    },
  }
  return credentials as unknown as CredentialsContainer & { count: number }
}

describe('passkey', () => {
  test('is created only after the code that an older log-in needs', async () => {
    const credentials = createCredentials()
    const page = await openTestFrame({ credentials })
    const { handlers, fake, site } = page
    await logIn(page)
    void codeOf(handlers.OPEN_ACCOUNT(undefined))
    while (fake.accounts.length === 0) await settled()
    const [account] = fake.accounts
    if (!account) throw new TypeError('The account was opened')
    site.isStale = true
    const leaving = new AbortController()
    const adding = codeOf(account.addPasskey(leaving.signal))
    while (!site.seen.some(({ path }) => path === '/api/email/confirm/start')) await settled()
    expect(credentials.count).toBe(0)
    leaving.abort()
    await adding
    expect(credentials.count).toBe(0)

    fake.codes.push(rightCode)
    await account.addPasskey(new AbortController().signal)
    expect(credentials.count).toBe(1)
    expect(await account.trust()).toBe('passkey-needed')
  })

  test('is not created for an older log-in without an address', async () => {
    const credentials = createCredentials()
    const page = await openTestFrame({ credentials })
    const { handlers, fake, site } = page
    site.hidesAddresses = true
    await logIn(page)
    void codeOf(handlers.OPEN_ACCOUNT(undefined))
    while (fake.accounts.length === 0) await settled()
    site.isStale = true
    const { signal } = new AbortController()
    expect(await codeOf(fake.accounts[0]?.addPasskey(signal) ?? settled())).toBe('not-signed-in')
    expect(credentials.count).toBe(0)
  })

  test('is offered after the first log-in when the device supports it', async () => {
    const { site, fake: without, handlers } = await openTestFrame()
    without.codes.push(rightCode)
    await handlers.CONNECT_EMAIL({ email: 'nobody@mail.test' })
    await handlers.CONNECT_OTP({})
    expect(without.passkeyOffers).toBe(0)

    vi.stubGlobal('PublicKeyCredential', {
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    })
    const page = await openTestFrame({ site, credentials: createCredentials() })
    page.fake.takesPasskey = true
    await logIn(page)
    expect(page.fake.passkeyOffers).toBe(1)
    expect(await (await (await page.frame.account.signedIn()).vault()).trust()).toBe(
      'passkey-needed',
    )
    await page.handlers.SIGN_OUT(undefined)
    await logIn(page)
    expect(page.fake.passkeyOffers).toBe(1)
  })
})

describe('wallet request', () => {
  const rpc = { chainNamespace: 'eip155' as const, chainId: 1 }

  test('is rejected when its method or parameters are not allowed', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake } = page
    const { address } = await handlers.GET_USER({ chainId: 1 })
    const circle: unknown[] = []
    circle.push(circle)
    const hidden = JSON.parse(`[{"__proto__":{"to":"${address}"}}]`)
    const wrong: readonly [string, unknown, string][] = [
      ['eth_sign', [address, '0x00'], 'not-allowed'],
      ['Personal_Sign', ['0x00', address], 'not-allowed'],
      ['personal_sign ', ['0x00', address], 'not-allowed'],
      ['wallet_addEthereumChain', [{}], 'not-allowed'],
      ['constructor', [], 'not-allowed'],
      ['personal_sign', { 0: '0x00', 1: address }, 'invalid-request'],
      ['personal_sign', [0, address], 'invalid-request'],
      ['personal_sign', undefined, 'invalid-request'],
      ['eth_sendTransaction', [[]], 'invalid-request'],
      ['eth_sendTransaction', [{ to: '0x1' }], 'invalid-request'],
      ['eth_sendTransaction', hidden, 'invalid-request'],
      ['eth_call', circle, 'invalid-request'],
      ['wallet_sendCalls', [{ calls: [] }], 'invalid-request'],
      ['solana_signMessage', { message: '0OIl', pubkey: 'a' }, 'invalid-request'],
    ]
    for (const [method, params, code] of wrong) {
      expect(await codeOf(handlers.RPC_REQUEST({ ...rpc, method, params })), method).toBe(code)
    }
    const elsewhere = { method: 'personal_sign', params: ['0x00', address] }
    for (const chainId of [2, 'eip155:2', 'solana:dev', '0x1', '1e0', ' 1']) {
      const requested = handlers.RPC_REQUEST({ ...elsewhere, chainNamespace: 'eip155', chainId })
      expect(await codeOf(requested), String(chainId)).toBe('invalid-request')
    }
    expect(fake.confirms).toEqual([])
  })

  test('signs after a confirmation, and is rejected or cancelled otherwise', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake } = page
    const { address } = await handlers.GET_USER({ chainId: 1 })
    const sign = () =>
      handlers.RPC_REQUEST({ ...rpc, method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const shown = async (count: number) => {
      while (fake.confirms.length < count) await settled()
      return fake.confirms[count - 1] as (typeof fake.confirms)[number]
    }
    const yes = sign()
    const first = await shown(1)
    expect(first.request).toMatchObject({ origin: 'https://shop.test', action: { text: 'hello' } })
    first.decide(true)
    const signature = (await yes) as `0x${string}`
    const claim = { address: address as `0x${string}`, message: 'hello', signature }
    expect(await verifyMessage(claim)).toBe(true)
    const no = codeOf(sign())
    ;(await shown(2)).decide(false)
    expect(await no).toBe('rejected')
    const off = [codeOf(sign()), codeOf(sign())]
    await shown(3)
    await handlers.RPC_ABORT(undefined)
    expect(await Promise.all(off)).toEqual(['aborted', 'aborted'])
    expect(fake.confirms).toHaveLength(3)
  })

  test('reports once that the wallet was set up on another device', async () => {
    const first = await openTestFrame()
    await logIn(first)
    await first.handlers.GET_USER({ chainId: 1 })
    Object.assign(first.site.accounts.get(email) ?? {}, { newDeviceAt: 7 })
    const { site, store } = first
    const { handlers, fake } = await openTestFrame({ site, store })
    const { address } = await handlers.GET_USER({ chainId: 1 })
    const params = ['0x68656c6c6f', address]
    for (const newDeviceAt of [7, undefined]) {
      const rejected = codeOf(handlers.RPC_REQUEST({ ...rpc, method: 'personal_sign', params }))
      while (fake.confirms.length === 0) await settled()
      const shown = fake.confirms.pop()
      expect(shown?.request.newDeviceAt).toBe(newDeviceAt)
      shown?.decide(false)
      expect(await rejected).toBe('rejected')
    }
  })

  test('needs a code to sign after a long pause, but not to read accounts', async () => {
    const before = await openTestFrame()
    await logIn(before)
    await before.handlers.GET_USER({ chainId: 1 })
    const { site, store } = before
    site.isIdle = true
    const { handlers, fake, clock } = await openTestFrame({ site, store })
    const { address } = await handlers.GET_USER({ chainId: 1 })
    const sign = () =>
      handlers.RPC_REQUEST({ ...rpc, method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const requested = () =>
      site.seen.filter(({ path }) => path === '/api/email/confirm/start').length
    const left = codeOf(sign())
    while (requested() === 0) await settled()
    await handlers.RPC_ABORT(undefined)
    expect(await left).toBe('aborted')
    expect(fake.confirms).toEqual([])

    const yes = async () => {
      while (fake.confirms.length === 0) await settled()
      fake.confirms.pop()?.decide(true)
    }
    fake.codes.push('111111', rightCode)
    const [signature] = await Promise.all([sign(), yes()])
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(fake.faults).toMatchObject([{ failure: { code: 'code-wrong' } }])
    const received = () => site.seen.filter(({ path }) => path === '/api/wallet/share').length
    const first = received()
    await Promise.all([sign(), yes()])
    expect(received()).toBe(first)
    clock.now += 5 * 60_000
    await Promise.all([sign(), yes()])
    expect(received()).toBe(first + 1)
  })

  test('reports activity to the server only after it is confirmed and done', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake, site } = page
    const { address } = await handlers.GET_USER({ chainId: 1 })
    const sign = () =>
      handlers.RPC_REQUEST({ ...rpc, method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const decide = async (isYes: boolean) => {
      while (fake.confirms.length === 0) await settled()
      fake.confirms.pop()?.decide(isYes)
    }
    const reported = () => site.seen.filter(({ path }) => path === '/api/session/active').length
    await Promise.all([codeOf(sign()), decide(false)])
    await handlers.RPC_REQUEST({ ...rpc, method: 'eth_accounts', params: [] })
    void codeOf(handlers.OPEN_ACCOUNT(undefined))
    while (fake.accounts.length === 0) await settled()
    await fake.accounts[0]?.trust()
    await settled()
    expect(reported()).toBe(0)
    await Promise.all([sign(), decide(true)])
    await vi.waitUntil(() => reported() === 1, { interval: 1 })
  })
})

describe('account', () => {
  test('changes its address with two codes, in order', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake } = page
    const other = 'bea@mail.test'
    expect(await codeOf(handlers.UPDATE_EMAIL_PRIMARY_OTP({}))).toBe('code-expired')
    expect(await handlers.UPDATE_EMAIL({ email: other })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    expect(await codeOf(handlers.UPDATE_EMAIL_PRIMARY_OTP({ otp: rightCode }))).toBe('not-allowed')
    fake.codes.push('111111', rightCode)
    await handlers.UPDATE_EMAIL_PRIMARY_OTP({})
    fake.codes.push(rightCode)
    expect(await handlers.UPDATE_EMAIL_SECONDARY_OTP({})).toEqual({ newEmail: other })
    expect(fake.faults).toMatchObject([{ failure: { code: 'code-wrong' } }])
    expect(await codeOf(handlers.UPDATE_EMAIL_SECONDARY_OTP({}))).toBe('code-expired')
  })

  test('shows its keys only in the frame, after a new code', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake, site } = page
    const { accounts = [] } = await handlers.GET_USER({ chainId: 1 })
    const open = codeOf(handlers.OPEN_ACCOUNT(undefined))
    while (fake.accounts.length === 0) await settled()
    const [account] = fake.accounts
    expect(account?.addresses.eip155).toBe(accounts.find(({ type }) => type === 'eoa')?.address)
    const { signal } = new AbortController()
    for (let times = 1; times <= 2; times += 1) {
      const code = await account?.startExport(signal)
      expect(await codeOf(code?.verify('111111', signal) ?? Promise.resolve())).toBe('code-wrong')
      await code?.verify(rightCode, signal)
      expect((await account?.revealKeys(signal))?.eip155).toMatch(/^0x[0-9a-f]{64}$/)
      // One code allows one export.
      expect(await codeOf(code?.verify(rightCode, signal) ?? Promise.resolve())).toBe(
        'code-expired',
      )
      const started = site.seen.filter(({ path }) => path === '/api/email/confirm/start')
      expect(started.map(({ body }) => body.purpose)).toEqual(Array(times).fill('export'))
    }
    await handlers.SIGN_OUT(undefined)
    expect(await open).toBe('not-signed-in')
    await expect(account?.startExport(signal)).rejects.toThrow()
    await expect(account?.revealKeys(signal)).rejects.toThrow()
  })

  test('needs a new log-in for each export when it has no address', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { handlers, fake, site } = page
    site.hidesAddresses = true
    await handlers.IS_CONNECTED({})
    await handlers.GET_USER({ chainId: 1 })
    void codeOf(handlers.OPEN_ACCOUNT(undefined))
    while (fake.accounts.length === 0) await settled()
    const [account] = fake.accounts
    const { signal } = new AbortController()
    expect(await account?.startExport(signal)).toBeUndefined()
    expect(await codeOf(account?.startExport(signal) ?? Promise.resolve())).toBe('not-signed-in')
  })
})

describe('accounts', () => {
  test('are smart accounts only when the network supports them', async () => {
    const page = await openTestFrame({ query: 'chainId=eip155:1' })
    await logIn(page)
    const { handlers } = page
    expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined)).toEqual({
      smartAccountEnabledNetworks: [10],
    })
    expect(await handlers.GET_CHAIN_ID(undefined)).toEqual({ chainId: 1 })
    expect(await codeOf(handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }))).toBe(
      'not-allowed',
    )
    expect(await codeOf(handlers.INIT_SMART_ACCOUNT(undefined))).toBe('not-allowed')
    expect(await codeOf(handlers.SWITCH_NETWORK({ chainId: 5 }))).toBe('invalid-request')
    for (const chainId of [10, '10', 'eip155:10']) {
      expect(await handlers.SWITCH_NETWORK({ chainId })).toEqual({ chainId: 10 })
    }
  })
})

describe('sign-in message', () => {
  const good = {
    accountAddress: addressPlaceholder,
    chainId: 'eip155:1',
    domain: 'shop.test',
    uri: 'https://shop.test/cart?x=1',
    version: '1',
    nonce: '12345678',
    statement: 'Hello there',
    issuedAt: new Date().toISOString(),
    resources: ['https://shop.test/terms'],
  }
  const text = (fields: typeof good, head = fields.domain) =>
    [
      `${head} wants you to sign in with your Ethereum account:`,
      fields.accountAddress,
      '',
      fields.statement,
      '',
      `URI: ${fields.uri}`,
      `Version: ${fields.version}`,
      `Chain ID: ${fields.chainId}`,
      `Nonce: ${fields.nonce}`,
      `Issued At: ${fields.issuedAt}`,
      'Resources:',
      ...fields.resources.map((at) => `- ${at}`),
    ].join('\n')

  test('is signed at the log-in when it is for this page', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const siwxMessage = { ...good, serializedMessage: text(good) }
    const user = await page.handlers.GET_USER({ chainId: 1, siwxMessage })
    const { address, message = '', signature = '' } = user
    expect(message).toBe(text(good).replace(addressPlaceholder, address))
    expect(user.siwxMessage).toMatchObject({ accountAddress: address, serializedMessage: message })
    const claim = {
      address: address as `0x${string}`,
      message,
      signature: signature as `0x${string}`,
    }
    expect(await verifyMessage(claim)).toBe(true)
  })

  test('is signed once for each log-in: 299 of 300 are refused', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const handlers = () => page.handlers.GET_USER({ chainId: 1, siwxMessage: good })
    const ends = [
      ...(await Promise.all(Array.from({ length: 10 }, () => codeOf(handlers())))),
      ...(await Promise.all(Array.from({ length: 290 }, () => codeOf(handlers())))),
    ]
    expect(ends.filter((end) => end === undefined)).toHaveLength(1)
    expect(ends.filter((end) => end === 'not-allowed')).toHaveLength(299)
    expect(page.fake.confirms).toEqual([])
    // The user is still returned.
    expect(await page.handlers.GET_USER({ chainId: 1 })).toMatchObject({ email })
    await page.handlers.SIGN_OUT(undefined)
    await logIn(page)
    expect(await handlers()).toHaveProperty('signature')
  })

  test('is not signed two minutes after the log-in, nor in another document', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const { site, store, clock } = page
    const reloaded = await openTestFrame({ site, store })
    const requested = { chainId: 1, siwxMessage: good }
    expect(await codeOf(reloaded.handlers.GET_USER(requested))).toBe('not-allowed')
    clock.now += 2 * 60_000
    expect(await codeOf(page.handlers.GET_USER(requested))).toBe('not-allowed')
  })

  test('is not signed after the clock was set back', async () => {
    const page = await openTestFrame()
    await logIn(page)
    page.clock.now -= 60_000
    expect(await codeOf(page.handlers.GET_USER({ chainId: 1, siwxMessage: good }))).toBe(
      'not-allowed',
    )
    // The log-in is used up, whatever the clock says later.
    page.clock.now += 60_000
    expect(await codeOf(page.handlers.GET_USER({ chainId: 1, siwxMessage: good }))).toBe(
      'not-allowed',
    )
  })

  test('is signed after a social log-in too, once', async () => {
    const page = await openTestFrame()
    page.site.social = { email, state: 'waiting', number: '4321' }
    page.fake.numbers.push('4321')
    await page.handlers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' })
    const [flow] = [...page.site.flows.keys()]
    const uri = `https://login.test/social?flow=${flow}`
    const requested = { chainId: 1, siwxMessage: good }
    expect(await page.handlers.CONNECT_SOCIAL({ uri, ...requested })).toHaveProperty('signature')
    expect(await codeOf(page.handlers.GET_USER({ socialUri: uri, ...requested }))).toBe(
      'not-allowed',
    )
  })

  test('must grant no rights, expire within 30 days and be recent', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const at = (milliseconds: number) => new Date(page.clock.now + milliseconds).toISOString()
    const hour = 3_600_000
    const day = 24 * hour
    const wrong: readonly object[] = [
      { resources: ['urn:recap:eyJhdHQiOnt9fQ'] },
      { resources: ['https://shop.test/terms', 'URN:ReCap:eyJhdHQiOnt9fQ'] },
      { resources: ['https://shop.test/with space'] },
      { resources: ['https://shop.test/\u00e9'] },
      { resources: Array(21).fill('https://shop.test/') },
      { resources: [`https://shop.test/${'x'.repeat(200)}`] },
      { statement: 'x'.repeat(301) },
      { statement: 'caf\u00e9' },
      { expirationTime: '2099-01-01T00:00:00.000Z' },
      { expirationTime: at(30 * day + 1_000) },
      { expirationTime: at(-1_000) },
      { issuedAt: undefined },
      { issuedAt: at(hour) },
      { issuedAt: at(-2 * hour) },
      { notBefore: at(hour) },
      { notBefore: at(-1_000), expirationTime: at(-2_000) },
    ]
    for (const change of wrong) {
      const siwxMessage = { ...good, ...change }
      const requested = page.handlers.GET_USER({ chainId: 1, siwxMessage })
      expect(await codeOf(requested), JSON.stringify(change)).toBe('not-allowed')
    }
    // A rejected message does not use up the log-in.
    const siwxMessage = { ...good, expirationTime: at(30 * day), notBefore: at(-hour) }
    expect(await page.handlers.GET_USER({ chainId: 1, siwxMessage })).toHaveProperty('signature')
  })

  test('is rejected when anything else differs, 300 of 300 times', async () => {
    const page = await openTestFrame()
    await logIn(page)
    const hosts = [
      'evil.test',
      'shop.test.evil.test',
      'xshop.test',
      'shop.test:444',
      'SHOP.test',
      '',
    ]
    const domains = [
      ...hosts,
      'me@shop.test',
      'https://shop.test',
      'shop.test/',
      'shop.test\n',
      'ѕhop.test',
    ]
    const uris = [
      ...hosts.map((host) => `https://${host}/`),
      'http://shop.test/',
      'https://me@shop.test/',
      'https://shop.test:443@evil.test/',
      'shop.test',
      'javascript:alert(1)',
      'https://shop.test/\nNonce: 1',
    ].filter((uri) => uri !== 'https://SHOP.test/')
    const wrong: (typeof good)[] = [
      ...domains.map((domain) => ({ ...good, domain })),
      ...uris.map((uri) => ({ ...good, uri })),
      ...['eip155:10', 'eip155:01', '10', 'solana:dev', '', 'eip155:1:2'].map((chainId) => ({
        ...good,
        chainId,
      })),
      ...['0x0000000000000000000000000000000000000001', '', `${addressPlaceholder}0`].map(
        (accountAddress) => ({ ...good, accountAddress }),
      ),
      ...['2', '', '1\n'].map((version) => ({ ...good, version })),
      ...['short', 'with space', 'new\nline12', ''].map((nonce) => ({ ...good, nonce })),
      ...['a\nb', 'a\u2028b', 'a\u202eb', 'a\u200bb', 'a\rb', '\u0000'].map((statement) => ({
        ...good,
        statement,
      })),
      ...['yesterday', '2026-13-45T99:00:00Z', '2026-11-16', ''].map((issuedAt) => ({
        ...good,
        issuedAt,
      })),
      ...['a\nb', 'x\u202ey'].map((resource) => ({ ...good, resources: [resource] })),
    ]
    let rejected = 0
    const tryOne = async (siwxMessage: object) => {
      const requested = page.handlers.GET_USER({
        chainId: 1,
        siwxMessage: siwxMessage as typeof good,
      })
      expect(await codeOf(requested), JSON.stringify(siwxMessage)).toBe('not-allowed')
      rejected += 1
    }
    for (const fields of wrong) {
      await tryOne(fields)
      await tryOne({ ...fields, serializedMessage: text(fields) })
    }
    // Honest fields, but a different text.
    const honest = text(good)
    for (let at = 0; rejected < 300; at += 1) {
      const index = (at * 7) % honest.length
      const changed = `${honest.slice(0, index)}\u00b7${honest.slice(index + 1)}`
      await tryOne({ ...good, serializedMessage: changed })
    }
    expect(rejected).toBe(300)
  })
})
