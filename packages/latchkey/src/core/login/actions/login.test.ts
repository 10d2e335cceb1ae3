import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeLogin } from '../../../../fixtures/fakeLogin.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { getPublicAccount, getPublicWalletInfo } from '../../../boot/publicState.js'
import { disconnect } from '../../connection/actions/disconnect.js'
import { reconnect } from '../../connection/actions/reconnect.js'
import { currentRoute } from '../../modal/store.js'
import { FrameSilentError } from '../../runtime/errors/login.js'
import * as limits from '../../runtime/limits.js'
import { connectLogin, switchLoginNetwork } from './connectLogin.js'

function setUp(given: Parameters<typeof createTestWidget>[0] = {}) {
  const test = createTestWidget({
    ...given,
    options: { providerUrls: { login: 'https://login.test' }, ...given.options },
  })
  const login = createFakeLogin(test.widget)
  return { ...test, login, widget: login.widget }
}

/** Lazily loaded modules are slow on a busy machine. */
const eventually = (read: () => unknown) => expect.poll(read)

const used = { 'eip155:connected_connector_id': 'AUTH' } as const
const never = new AbortController().signal

describe('the embedded wallet', () => {
  it('connects every supported namespace and reports the user', async () => {
    const solana = createFakeFamily('solana')
    const evm = createFakeFamily('eip155')
    const { widget, storage } = setUp({
      options: { families: [evm, solana], networks: [testNetworks.mainnet, testNetworks.solana] },
    })
    await connectLogin(widget, { signal: never })
    expect(getPublicAccount(widget)).toMatchObject({
      isConnected: true,
      address: '0xA1',
      embeddedWalletInfo: {
        user: { email: 'ada@example.test' },
        authProvider: 'email',
        accountType: 'smartAccount',
        isSmartAccountDeployed: false,
      },
    })
    expect(getPublicAccount(widget, 'solana')).toMatchObject({
      isConnected: true,
      // Specification §6: Solana has only one account type.
      embeddedWalletInfo: { accountType: 'eoa', isSmartAccountDeployed: false },
    })
    expect(getPublicWalletInfo(widget)).toEqual({
      name: 'AUTH',
      type: 'AUTH',
      identifier: 'ada@example.test',
      social: 'email',
    })
    expect(storage.get('@appkit-wallet/EMAIL_LOGIN_USED_KEY')).toBe('true')
    expect(storage.get('@appkit-wallet/EMAIL')).toBe('ada@example.test')
    expect(storage.get('@appkit-wallet/LAST_USED_CHAIN_KEY')).toBeDefined()
    expect(storage.get('eip155:connected_connector_id')).toBe('AUTH')
  })

  it('connects later in a namespace that failed at first', async () => {
    const solana = createFakeFamily('solana')
    solana.behaviour.prompt = new Error('not now')
    const { widget } = setUp({
      options: {
        families: [createFakeFamily('eip155'), solana],
        networks: [testNetworks.mainnet, testNetworks.solana],
      },
    })
    await connectLogin(widget, { signal: never })
    const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const attempt = () => switchLoginNetwork(widget, { networkId, signal: never })
    await expect(attempt()).rejects.toMatchObject({ code: 'login/no-address' })
    expect(getPublicAccount(widget).isConnected).toBe(true)
    solana.behaviour.prompt = 'approve'
    await attempt()
    expect(getPublicAccount(widget, 'solana').isConnected).toBe(true)
    expect(currentRoute(widget.stores.router.get())).toMatchObject({
      view: 'SwitchNetwork',
      params: { networkId },
    })
  })

  it('disconnects in all namespaces and clears the storage', async () => {
    const solana = createFakeFamily('solana')
    const { widget, storage, login } = setUp({
      options: {
        families: [createFakeFamily('eip155'), solana],
        networks: [testNetworks.mainnet, testNetworks.solana],
      },
    })
    await connectLogin(widget, { signal: never })
    storage.set('connected_social', 'google')
    await disconnect(widget, { namespace: 'solana' })
    expect(getPublicAccount(widget).isConnected).toBe(false)
    expect(login.requests.some(({ name }) => name === 'SIGN_OUT')).toBe(true)
    for (const item of [
      'EMAIL_LOGIN_USED_KEY',
      'EMAIL',
      'SOCIAL_USERNAME',
      'LAST_USED_CHAIN_KEY',
    ] as const) {
      expect(storage.get(`@appkit-wallet/${item}`)).toBeUndefined()
    }
    expect(storage.get('connected_social')).toBeUndefined()
    expect(widget.stores.login.get().user).toBeUndefined()
  })

  it('is restored after a reload', async () => {
    const { widget, login } = setUp({ stored: used })
    login.answers.set('IS_CONNECTED', { isConnected: true })
    const restored = reconnect(widget)
    await eventually(() => widget.stores.connection.get().eip155?.status).toBe('connected')
    await restored
  })

  it('is removed when the frame ends the session', async () => {
    const { widget, login, storage } = setUp({
      stored: { ...used, '@appkit-wallet/EMAIL': 'ada@example.test' },
    })
    login.answers.set('IS_CONNECTED', { isConnected: false })
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(storage.get('eip155:connected_connector_id')).toBeUndefined()
    expect(storage.get('@appkit-wallet/EMAIL')).toBeUndefined()
  })

  it('is disconnected after three seconds and connects when the frame responds later', async () => {
    const { widget, login, clock } = setUp({ stored: used })
    let answer: (value: unknown) => void = () => undefined
    login.answers.set('IS_CONNECTED', () => new Promise((resolve) => (answer = resolve)))
    const restored = reconnect(widget)
    await eventually(() => login.requests.length).toBe(1)
    expect(widget.stores.connection.get().eip155?.status).toBe('connecting')
    await clock.advance(limits.loginRestoreWait)
    await restored
    expect(widget.stores.connection.get().eip155?.status).toBe('disconnected')
    answer({ isConnected: true })
    await eventually(() => widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('is disconnected when the frame fails to load or the site has none', async () => {
    const { widget, login } = setUp({ stored: used })
    login.answers.set('IS_CONNECTED', new FrameSilentError('iframe_load_failed'))
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('is removed when its session ends in another tab', async () => {
    const { widget, storage } = setUp()
    await connectLogin(widget, { signal: never })
    storage.changeElsewhere('eip155:connected_connector_id', undefined)
    expect(getPublicAccount(widget).isConnected).toBe(false)
    expect(storage.get('@appkit-wallet/EMAIL_LOGIN_USED_KEY')).toBeUndefined()
  })
})
