import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../../fixtures/fakeFamily.js'
import { createFakeLogin } from '../../../fixtures/fakeLogin.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { switchConnection } from '../../boot/facade.lazy.js'
import { connect } from '../../core/connection/actions/connect.js'
import { disconnect } from '../../core/connection/actions/disconnect.js'
import { setAccountType } from '../../core/login/actions/setAccountType.js'
import { closeModal, goBack, openModal } from '../../core/modal/actions/navigation.js'
import { currentRoute } from '../../core/modal/store.js'
import { FrameError } from '../../core/runtime/errors/login.js'
import { LoadError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import type { Popup } from '../../core/runtime/ports.js'
import type { Widget } from '../../core/widget.js'
import { reconnectWallet } from '../wallets/actions/manageWallets.js'
import { cancelSocialLogin, retrySocialLogin } from './actions/cancelSocialLogin.js'
import { leaveFrameScreen } from './actions/frameScreens.js'
import { logInByEmail } from './actions/logInByEmail.js'
import { openSocialLogin } from './actions/openSocialLogin.js'
import { resumeSocialLogin } from './actions/resumeSocialLogin.js'
import { startFarcasterLogin } from './actions/startFarcasterLogin.js'
import { updateEmail } from './actions/updateEmail.js'
import { loginFlow } from './store.js'

const origin = 'https://login.test'
const flowId = '6f1ed002-ab55-4f5a-8d3a-000000000001'
const startUri = `${origin}/oauth/start/${flowId}`
const resultUri = `${origin}/social?flow=${flowId}`

/** Lazy imports are slow on a busy machine. */
const eventually = (read: () => unknown) => expect.poll(read)

/** The monotonic clock; the system time is the widget's clock. */
let monotonic = 0
beforeEach(() => {
  monotonic = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** As the code view does on unmount. */
function turnBack(widget: Widget) {
  goBack(widget)
  leaveFrameScreen(widget)
}

function setUp(given: Parameters<typeof createTestWidget>[0] = {}) {
  const test = createTestWidget({
    ...given,
    options: { providerUrls: { login: origin }, ...given.options },
  })
  const login = createFakeLogin(test.widget)
  const { widget } = login
  const popups: (Popup & { post(from: string, data: unknown): void; state: string; at: string })[] =
    []
  const blocked = { is: false }
  Object.assign(test.page, {
    openPopup(url: string) {
      if (blocked.is) return undefined
      const received = new Set<{ origin: string; listener: (data: unknown) => void }>()
      const popup = {
        state: 'open',
        at: url,
        navigate(to: string) {
          popup.at = to
        },
        close() {
          popup.state = 'closed'
        },
        isClosed: () => popup.state !== 'open',
        hasLeft: () => popup.at !== '',
        onMessage(from: string, listener: (data: unknown) => void, signal: AbortSignal) {
          const one = { origin: from, listener }
          received.add(one)
          signal.addEventListener('abort', () => received.delete(one))
        },
        post(from: string, data: unknown) {
          for (const one of [...received]) if (one.origin === from) one.listener(data)
        },
      }
      popups.push(popup)
      return popup
    },
  })
  return {
    ...test,
    login,
    widget,
    popups,
    blocked,
    flow: () => loginFlow(widget).get(),
    view: () => currentRoute(widget.stores.router.get()).view,
    isConnected: () => widget.stores.connection.get().eip155?.status === 'connected',
    countRequests: (name: string) => login.requests.filter((one) => one.name === name).length,
    settle: () => test.clock.advance(0),
    async pass(ms: number) {
      monotonic += ms
      await test.clock.advance(ms)
    },
  }
}

async function signIn(test: ReturnType<typeof setUp>) {
  test.login.answers.set('CONNECT_EMAIL', { action: 'CONNECT' })
  await logInByEmail(test.widget, { email: 'ada@example.test' })
  openModal(test.widget)
}

describe('logInByEmail', () => {
  it('verifies a code and connects', async () => {
    const { widget, login, flow, view, isConnected, events, storage, settle } = setUp()
    openModal(widget)
    login.answers.set('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    let text: (value: unknown) => void = () => undefined
    login.answers.set('CONNECT_OTP', () => new Promise((resolve) => (text = resolve)))
    const attempt = logInByEmail(widget, { email: ' ada@example.test ' })
    await settle()
    expect([view(), flow().emailStep]).toEqual(['EmailVerifyOtp', 'code'])
    expect(login.requests).toContainEqual({ name: 'CONNECT_OTP', payload: {} })
    text(undefined)
    await attempt
    expect(isConnected()).toBe(true)
    expect(flow().emailStep).toBe('idle')
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(events).toEqual(
      expect.arrayContaining([
        'EMAIL_SUBMITTED',
        'EMAIL_VERIFICATION_CODE_SENT',
        'EMAIL_VERIFICATION_CODE_PASS',
        'CONNECT_SUCCESS',
      ]),
    )
    expect(storage.get('@appkit-wallet/LAST_EMAIL_LOGIN_TIME')).toBeUndefined()
  })

  it('approves a new device first', async () => {
    const { widget, login, view, flow, events, settle } = setUp()
    openModal(widget)
    login.answers.set('CONNECT_EMAIL', { action: 'VERIFY_DEVICE' })
    let approve: (value: unknown) => void = () => undefined
    login.answers.set('CONNECT_DEVICE', () => new Promise((resolve) => (approve = resolve)))
    void logInByEmail(widget, { email: 'ada@example.test' })
    await settle()
    expect([view(), flow().emailStep]).toEqual(['EmailVerifyDevice', 'device'])
    approve(undefined)
    await settle()
    expect([view(), flow().emailStep]).toEqual(['EmailVerifyOtp', 'code'])
    expect(widget.stores.router.get().history.map((route) => route.view)).toEqual([
      'Connect',
      'EmailVerifyOtp',
    ])
    expect(events).toContain('DEVICE_REGISTERED_FOR_EMAIL')
  })

  it('connects a trusted device at once', async () => {
    const { widget, login, isConnected } = setUp()
    login.answers.set('CONNECT_EMAIL', { action: 'CONNECT' })
    await logInByEmail(widget, { email: 'ada@example.test' })
    expect(isConnected()).toBe(true)
  })

  it('rejects an invalid address without a request', async () => {
    const { widget, login, flow } = setUp()
    for (const email of ['', 'ada', 'ada@', 'a b@c.test', `${'a'.repeat(250)}@b.test`]) {
      await logInByEmail(widget, { email })
      expect(flow().emailError).toMatchObject({
        code: 'login/invalid-email',
        message: 'Invalid email',
      })
    }
    expect(login.requests).toEqual([])
  })

  it.each([
    ['the visitor goes back', turnBack],
    ['the modal is closed', closeModal],
  ])('is cancelled when %s', async (_, leaveViews) => {
    const { widget, login, flow, isConnected, settle } = setUp()
    openModal(widget)
    login.answers.set('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    const attempt = logInByEmail(widget, { email: 'ada@example.test' })
    await settle()
    leaveViews(widget)
    await attempt
    expect(flow()).toMatchObject({ emailStep: 'idle', emailError: undefined })
    expect(isConnected()).toBe(false)
    expect(widget.stores.notice.get().toast).toBeUndefined()
  })

  it('shows code errors in the view and other errors as a toast', async () => {
    const { widget, login, flow, view, events, pass } = setUp()
    openModal(widget)
    login.answers.set('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    login.answers.set(
      'CONNECT_OTP',
      new FrameError({ message: 'That code has expired', code: 'code-expired' }),
    )
    await logInByEmail(widget, { email: 'ada@example.test' })
    expect(view()).toBe('EmailVerifyOtp')
    expect(flow().emailError?.message).toBe('That code has expired')
    expect(events).toContain('EMAIL_VERIFICATION_CODE_FAIL')
    goBack(widget)
    await pass(limits.emailCooldown)
    login.answers.set('CONNECT_EMAIL', new FrameError({ message: '' }))
    await logInByEmail(widget, { email: 'ada@example.test' })
    expect(widget.stores.notice.get().toast?.message).toBe('An error occurred')
  })
})

describe('email cooldown', () => {
  const day = 86_400_000

  async function send(test: ReturnType<typeof setUp>) {
    test.login.answers.set('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    test.login.answers.set('CONNECT_OTP', new FrameError({ message: 'no', code: 'code-expired' }))
    await logInByEmail(test.widget, { email: 'ada@example.test' })
    return test.flow().emailError
  }

  it('reports the seconds left and ends', async () => {
    const test = setUp()
    await send(test)
    await test.pass(10_500)
    expect(await send(test)).toMatchObject({
      code: 'login/cooldown',
      message: 'Please try again after 20 seconds',
    })
    expect(test.countRequests('CONNECT_EMAIL')).toBe(1)
    await test.pass(19_500)
    await send(test)
    expect(test.countRequests('CONNECT_EMAIL')).toBe(2)
  })

  it.each([day, -day, 40_000, -40_000])(
    'is the same when the clock jumps by %d ms',
    async (jump) => {
      const test = setUp()
      const { clock } = test.widget.ports
      const now = clock.now.bind(clock)
      await send(test)
      Object.assign(clock, { now: () => now() + jump })
      await test.pass(5_000)
      expect((await send(test))?.message).toBe('Please try again after 25 seconds')
      await test.pass(25_000)
      await send(test)
      expect(test.countRequests('CONNECT_EMAIL')).toBe(2)
    },
  )

  it.each([
    ['ten seconds ago', -10_000, 'Please try again after 20 seconds'],
    ['a day ago', -day, undefined],
    ['tomorrow, by a clock that was wrong then', day, undefined],
  ])('survives a reload if the stored time is plausible: sent %s', async (_, offset, message) => {
    const start = 1_700_000_000_000
    const test = setUp({
      stored: { '@appkit-wallet/LAST_EMAIL_LOGIN_TIME': String(start + offset) },
    })
    const error = await send(test)
    if (message) expect(error?.message).toBe(message)
    expect(test.countRequests('CONNECT_EMAIL')).toBe(message ? 0 : 1)
  })
})

describe('social login', () => {
  it('opens the popup inside the click and connects with its result', async () => {
    const { widget, login, popups, flow, view, isConnected, storage, events, settle } = setUp()
    openModal(widget)
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    login.answers.set('CONNECT_SOCIAL', {})
    openSocialLogin(widget, { provider: 'google' })
    expect(popups[0]?.at).toBe(`${origin}/loading`)
    expect(view()).toBe('ConnectingSocial')
    await settle()
    expect(popups[0]?.at).toBe(startUri)
    expect(flow().social?.phase).toBe('waiting')
    popups[0]?.post('https://evil.test', { resultUri })
    for (const forged of [
      null,
      7,
      {},
      { resultUri: 7 },
      { resultUri: 'https://evil.test/social?flow=x' },
    ]) {
      popups[0]?.post(origin, forged)
    }
    await settle()
    expect(flow().social?.phase).toBe('waiting')
    popups[0]?.post(origin, { resultUri })
    await eventually(isConnected).toBe(true)
    expect(popups[0]?.state).toBe('closed')
    expect(storage.get('connected_social')).toBe('google')
    expect(events).toContain('SOCIAL_LOGIN_SUCCESS')
    await eventually(() => widget.stores.modal.get().isOpen).toBe(false)
  })

  it('completes when the popup lost its opener and looks closed', async () => {
    const { widget, login, popups, flow, isConnected, settle, pass } = setUp()
    openModal(widget)
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    login.answers.set('CONNECT_SOCIAL', {})
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    popups[0]?.close()
    await pass(limits.frameRequestTimeout - 1_000)
    expect(flow().social?.phase).toBe('waiting')
    login.emit('social', resultUri)
    await eventually(isConnected).toBe(true)
  })

  it("reports 'Popup closed' two minutes after the popup closed", async () => {
    const { widget, login, popups, flow, settle, pass } = setUp()
    openModal(widget)
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    popups[0]?.close()
    await pass(limits.frameRequestTimeout)
    expect(flow().social?.phase).toBe('waiting')
    await pass(1_000)
    expect(flow().social).toMatchObject({ phase: 'failed', error: { message: 'Popup closed' } })
  })

  it('offers a button when the popup is blocked or has no handle', async () => {
    const { widget, login, blocked, flow, isConnected, settle } = setUp()
    openModal(widget)
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    login.answers.set('CONNECT_SOCIAL', {})
    blocked.is = true
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    expect(flow().social).toMatchObject({ phase: 'blocked', uri: startUri })
    retrySocialLogin(widget)
    expect(flow().social?.phase).toBe('waiting')
    login.emit('social', resultUri)
    await eventually(isConnected).toBe(true)
  })

  it.each([
    ['error=denied', 'Failed to connect'],
    ['error=abandoned', 'Popup closed'],
  ])('reports the error: %s', async (query, message) => {
    const { widget, login, popups, flow, settle } = setUp()
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    openSocialLogin(widget, { provider: 'github' })
    await settle()
    popups[0]?.post(origin, { resultUri: `${origin}/social?flow=${flowId}&${query}` })
    await eventually(() => flow().social?.error?.message).toBe(message)
  })

  it.each([
    ['rejected', 'login/social-cancelled'],
    ['recovery-pending', 'login/social-wallet-pending'],
    ['passkey-needed', 'login/social-passkey-needed'],
    ['login-failed', 'login/social-not-connected'],
  ] as const)('reports why no wallet was opened: %s', async (code, shown) => {
    const { widget, login, popups, flow, settle } = setUp()
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    login.answers.set('CONNECT_SOCIAL', new FrameError({ message: 'As the frame says it', code }))
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    popups[0]?.post(origin, { resultUri })
    await eventually(() => flow().social?.error?.code).toBe(shown)
    expect(flow().social?.phase).toBe('failed')
  })

  it('opens only URLs of the login site', async () => {
    const { widget, login, popups, flow, settle } = setUp()
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: 'https://evil.test/oauth' })
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    expect(flow().social?.error?.message).toBe('Failed to initiate social connection')
    expect(popups[0]).toMatchObject({ at: `${origin}/loading`, state: 'closed' })
  })

  it('closes the popup when cancelled', async () => {
    const { widget, login, popups, flow, view, events, countRequests, settle } = setUp()
    openModal(widget)
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    cancelSocialLogin(widget)
    await settle()
    expect([view(), flow().social, popups[0]?.state]).toEqual(['Connect', undefined, 'closed'])
    expect(events).toContain('SOCIAL_LOGIN_CANCELED')
    expect(countRequests('RPC_ABORT')).toBe(1)
  })

  describe('from the recent wallets', () => {
    const again = (widget: Widget, name = 'google') =>
      reconnectWallet(widget, {
        namespace: 'eip155',
        connection: {
          connectorId: 'AUTH',
          name: 'AUTH',
          type: 'AUTH',
          accounts: [],
          isActive: false,
          auth: { name },
        },
      })

    it('opens the popup inside the click and logs in there', async () => {
      const { widget, login, popups, view, isConnected, settle } = setUp()
      openModal(widget)
      login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
      login.answers.set('CONNECT_SOCIAL', {})
      again(widget)
      expect([view(), popups.length, popups[0]?.at]).toEqual([
        'ConnectingSocial',
        1,
        `${origin}/loading`,
      ])
      openSocialLogin(widget, { provider: 'google' })
      await settle()
      expect([popups.length, popups[0]?.at]).toEqual([1, startUri])
      popups[0]?.post(origin, { resultUri })
      await eventually(isConnected).toBe(true)
      expect(popups[0]?.state).toBe('closed')
    })

    it.each([
      ['closes the modal', closeModal],
      ['goes back', goBack],
    ])('closes the popup when the visitor %s before the view is open', (_, leaveViews) => {
      const { widget, popups } = setUp()
      openModal(widget)
      again(widget)
      leaveViews(widget)
      expect(popups.map(({ state }) => state)).toEqual(['closed'])
    })

    it.each([
      ['email', {}],
      ['farcaster', {}],
      ['google', { isMobile: true }],
    ])('opens no popup for %s if none is needed: %o', (name, device) => {
      const { widget, popups } = setUp({ device })
      openModal(widget)
      again(widget, name)
      closeModal(widget)
      expect(popups).toEqual([])
    })
  })

  it('redirects on phones and accepts the result of that log-in once', async () => {
    const { widget, login, page, storage, isConnected, settle } = setUp({
      device: { isMobile: true },
    })
    login.answers.set('GET_SOCIAL_REDIRECT_URI', { uri: startUri })
    login.answers.set('CONNECT_SOCIAL', {})
    openSocialLogin(widget, { provider: 'google' })
    await settle()
    expect(login.requests).toContainEqual({
      name: 'GET_SOCIAL_REDIRECT_URI',
      payload: { provider: 'google', returnTo: 'https://site.test/page' },
    })
    expect(page.opened).toEqual([{ url: startUri, target: '_self' }])
    expect(storage.get('social_provider')).toBe('google')
    await resumeSocialLogin(widget, { resultUri })
    expect(isConnected()).toBe(true)
    expect(storage.get('social_provider')).toBeUndefined()
    expect(storage.get('social_return_cache')).toBeUndefined()
  })

  it('rejects 100 forged result URLs', async () => {
    const state = JSON.stringify({ uri: startUri, at: 1_700_000_000_000 })
    const other = '6f1ed002-ab55-4f5a-8d3a-000000000002'
    const planted = [
      `${origin}/social?flow=${other}`,
      `https://evil.test/social?flow=${flowId}`,
      `${origin}.evil.test/social?flow=${flowId}`,
      `${origin}@evil.test/social?flow=${flowId}`,
      `${origin}/other?flow=${flowId}`,
      `javascript:alert(1)//social?flow=${flowId}`,
      'not an address',
      '',
      `${origin}/social`,
      `${origin}/social?flow=oauth/start`,
    ]
    let logins = 0
    for (let round = 0; round < 10; round += 1) {
      for (const uri of planted) {
        const { widget, login } = setUp({
          stored: { social_provider: 'google', social_return_cache: state },
        })
        login.answers.set('CONNECT_SOCIAL', () => {
          logins += 1
        })
        await resumeSocialLogin(widget, { resultUri: uri })
        expect(login.requests).toEqual([])
      }
    }
    for (const stored of [
      {},
      { social_provider: 'google' },
      { social_return_cache: state },
      { social_provider: 'google', social_return_cache: '{' },
      { social_provider: 'nobody', social_return_cache: state },
      {
        social_provider: 'google',
        social_return_cache: JSON.stringify({
          uri: startUri,
          at: 1_700_000_000_000 - limits.socialRedirectTimeout,
        }),
      },
      {
        social_provider: 'google',
        social_return_cache: JSON.stringify({ uri: startUri, at: 1_700_000_000_001 }),
      },
    ]) {
      const { widget, login } = setUp({ stored })
      await resumeSocialLogin(widget, { resultUri })
      expect(login.requests).toEqual([])
    }
    expect(logins).toBe(0)
  })
})

describe('farcaster', () => {
  it('shows a link until the app has accepted it', async () => {
    const { widget, login, flow, isConnected, settle } = setUp()
    login.answers.set('GET_FARCASTER_URI', { url: 'https://farcaster.test/x' })
    let accept: (value: unknown) => void = () => undefined
    login.answers.set('CONNECT_FARCASTER', () => new Promise((resolve) => (accept = resolve)))
    const attempt = startFarcasterLogin(widget)
    await settle()
    expect(flow().farcaster).toMatchObject({ phase: 'waiting', url: 'https://farcaster.test/x' })
    accept({ userName: 'ada' })
    await attempt
    expect(isConnected()).toBe(true)
  })

  it('reports a failure', async () => {
    const { widget, login, flow } = setUp()
    login.answers.set('GET_FARCASTER_URI', new FrameError({ message: 'no' }))
    await expect(startFarcasterLogin(widget)).rejects.toThrow('Failed to connect to farcaster')
    expect(flow().farcaster?.phase).toBe('failed')
  })

  it.each([
    ['rejected', 'login/social-cancelled'],
    ['recovery-pending', 'login/social-wallet-pending'],
  ] as const)('reports why no wallet was opened: %s', async (code, shown) => {
    const { widget, login, flow } = setUp()
    login.answers.set('GET_FARCASTER_URI', { url: 'https://farcaster.test/x' })
    login.answers.set('CONNECT_FARCASTER', new FrameError({ message: 'As it says it', code }))
    await expect(startFarcasterLogin(widget)).rejects.toMatchObject({ code: shown })
    expect(flow().farcaster).toMatchObject({ phase: 'failed', error: { code: shown } })
  })
})

describe('account settings', () => {
  it('changes the address after a code from each', async () => {
    const test = setUp()
    const { widget, login, view, flow, settle, storage } = test
    await signIn(test)
    login.answers.set('UPDATE_EMAIL', { action: 'VERIFY_PRIMARY_OTP' })
    const text: ((value: unknown) => void)[] = []
    login.answers.set(
      'UPDATE_EMAIL_PRIMARY_OTP',
      () => new Promise((resolve) => text.push(resolve)),
    )
    login.answers.set(
      'UPDATE_EMAIL_SECONDARY_OTP',
      () => new Promise((resolve) => text.push(resolve)),
    )
    const update = updateEmail(widget, { email: 'new@example.test' })
    await settle()
    expect([view(), flow().update?.step]).toEqual(['UpdateEmailPrimaryOtp', 'primary'])
    text[0]?.(undefined)
    await settle()
    expect([view(), flow().update?.step]).toEqual(['UpdateEmailSecondaryOtp', 'secondary'])
    login.user = { ...login.user, email: 'new@example.test' }
    text[1]?.({ newEmail: 'new@example.test' })
    await update
    expect(view()).toBe('Account')
    expect(widget.stores.login.get().user?.email).toBe('new@example.test')
    expect(storage.get('@appkit-wallet/EMAIL')).toBe('new@example.test')
  })

  it('keeps the old address when the update fails or is cancelled', async () => {
    const test = setUp()
    const { widget, login, flow, settle, view } = test
    await updateEmail(widget, { email: 'new@example.test' })
    expect(flow().update?.error?.message).toBe('Not connected to email or social')
    await signIn(test)
    login.answers.set('UPDATE_EMAIL', new FrameError({ message: 'taken' }))
    await updateEmail(widget, { email: 'new@example.test' })
    expect(flow().update).toMatchObject({ step: 'form', error: { message: 'taken' } })
    login.answers.set('UPDATE_EMAIL', { action: 'VERIFY_SECONDARY_OTP' })
    const left = updateEmail(widget, { email: 'new@example.test' })
    await settle()
    goBack(widget)
    leaveFrameScreen(widget)
    await left
    expect([view(), flow().update]).toEqual(['Account', undefined])
    expect(widget.stores.login.get().user?.email).toBe('ada@example.test')
  })

  it('switches the account type only on networks with smart accounts', async () => {
    const test = setUp()
    const { widget, login, events, countRequests } = test
    await expect(setAccountType(widget, { type: 'eoa' })).rejects.toThrow(
      'Not connected to email or social',
    )
    login.user = { ...login.user, preferredAccountType: 'eoa' }
    await signIn(test)
    login.answers.set('SET_PREFERRED_ACCOUNT', { type: 'smartAccount', address: '0xB2' })
    await setAccountType(widget, { type: 'eoa' })
    expect(countRequests('SET_PREFERRED_ACCOUNT')).toBe(0)
    await expect(setAccountType(widget, { type: 'smartAccount' })).rejects.toMatchObject({
      code: 'login/account-type',
    })
    login.emit('smartAccountNetworks', [1])
    login.user = { ...login.user, preferredAccountType: 'smartAccount' }
    await setAccountType(widget, { type: 'smartAccount' })
    expect(widget.stores.login.get().user?.accountType).toBe('smartAccount')
    expect(events).toContain('SET_PREFERRED_ACCOUNT_TYPE')
  })
})

describe('missing parts', () => {
  const email = 'ada@example.test'

  it('rejects on a site without log-in', async () => {
    const { widget } = createTestWidget()
    await logInByEmail(widget, { email })
    expect(loginFlow(widget).get().emailError?.message).toBe('No auth connector found')
    openSocialLogin(widget, { provider: 'google' })
    await eventually(() => loginFlow(widget).get().social?.error?.message).toBe(
      'No auth connector found',
    )
  })

  it('rejects without a page for the frame', async () => {
    const { widget } = createTestWidget({ options: { providerUrls: { login: origin } } })
    await logInByEmail(widget, { email })
    expect(loginFlow(widget).get().emailError?.message).toBe('W3mFrame: iframe is not set')
  })

  it('rejects when the connector cannot be loaded', async () => {
    const { widget, flow } = setUp()
    Object.assign(widget, { login: () => Promise.reject(new LoadError()) })
    openModal(widget)
    await logInByEmail(widget, { email })
    expect(flow().emailError?.message).toBe('Unable to load email login dependency')
    await eventually(() => widget.stores.notice.get().toast?.message).toBe(
      'Unable to load email login dependency',
    )
  })

  it('rejects when another wallet is connected in its only family', async () => {
    const evm = createFakeFamily('eip155')
    const { widget, login, flow } = setUp({
      options: {
        families: [evm, createFakeFamily('bip122')],
        networks: [testNetworks.mainnet, testNetworks.bitcoin],
      },
    })
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    openModal(widget, { namespace: 'bip122' })
    login.answers.set('CONNECT_EMAIL', { action: 'CONNECT' })
    await logInByEmail(widget, { email })
    expect(flow().emailError?.message).toBe('Address or auth connector not found')
  })

  it('rejects when the visitor closes the modal instead of logging in again', async () => {
    const test = setUp({ options: { features: { multiWallet: true } } })
    const { widget } = test
    await signIn(test)
    await disconnect(widget, {})
    const again = switchConnection(widget, {
      connection: { connectorId: 'AUTH', auth: { name: 'email' } },
      namespace: 'eip155',
    })
    const refused = expect(again).rejects.toThrow('Modal closed')
    await eventually(() => widget.stores.modal.get().isOpen).toBe(true)
    closeModal(widget)
    await refused
  })
})
