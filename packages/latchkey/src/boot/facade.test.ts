import { afterEach, describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../fixtures/fakeFamily.js'
import { createFakeLogin } from '../../fixtures/fakeLogin.js'
import { createFakePairedWallet, createFakePairing } from '../../fixtures/fakePairing.js'
import { createFakeWallet } from '../../fixtures/fakeWallet.js'
import { createTestLatchkey } from '../../fixtures/testLatchkey.js'
import { createTestWidget, testNetworks } from '../../fixtures/testWidget.js'
import { connect } from '../core/connection/actions/connect.js'
import { recordEvent } from '../core/events/actions/recordEvent.js'
import type { Engine } from './engine.js'
import { getBalance } from './facade.lazy.js'
import type { Latchkey } from './latchkey.js'
import { loadOnce } from './loadOnce.js'
import { getPublicAccount } from './publicState.js'
import { restoreConnections } from './startup.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function create(...given: Parameters<typeof createTestLatchkey>) {
  const test = createTestLatchkey(...given)
  ends.push(test.end)
  return test
}

type Subscription = Exclude<
  Extract<keyof Latchkey, `subscribe${string}`>,
  // Waits for code that only sites with several wallets load.
  'subscribeConnections'
>

const values: readonly Exclude<Subscription, 'subscribeEvents'>[] = [
  'subscribeAccount',
  'subscribeNetwork',
  'subscribeState',
  'subscribeWalletInfo',
  'subscribeTheme',
  'subscribePairing',
  'subscribeSession',
]

function subscribe(latchkey: Latchkey, name: Subscription, listener: (value: unknown) => void) {
  return (latchkey[name] as (listener: (value: unknown) => void) => () => void)(listener)
}

describe('subscribe', () => {
  it.each(values)('calls back once with the current value on %s', async (name) => {
    const { latchkey } = create()
    const received: unknown[] = []
    subscribe(latchkey, name, (value) => received.push(value))
    expect(received).toHaveLength(1)
    const current = {
      subscribeAccount: latchkey.getAccount(),
      subscribeNetwork: { chainId: 1, caipNetworkId: 'eip155:1' },
      subscribeState: latchkey.getState(),
      subscribeWalletInfo: undefined,
      subscribeTheme: { mode: latchkey.getThemeMode() },
      subscribePairing: { phase: 'idle' },
      subscribeSession: { status: 'off' },
    }[name]
    if (current) expect(received[0]).toMatchObject(current)
    else expect(received[0]).toBeUndefined()
  })

  it('reports changes until it is stopped', async () => {
    const { latchkey, choose } = create()
    const received: string[] = []
    const stop = latchkey.subscribeAccount(({ status }) => received.push(status))
    await choose()
    expect(received).toEqual(['disconnected', 'connecting', 'connected'])
    stop()
    await latchkey.disconnect()
    expect(received).toHaveLength(3)
  })

  it('does not repeat past events', async () => {
    const { latchkey, widget } = create()
    recordEvent(widget, { event: 'MODAL_OPEN' })
    const received: string[] = []
    latchkey.subscribeEvents(({ data }) => received.push(data.event))
    expect(received).toEqual([])
    recordEvent(widget, { event: 'MODAL_CLOSE' })
    expect(received).toEqual(['MODAL_CLOSE'])
  })

  it('calls back with the current value in headless mode', async () => {
    const { latchkey } = create()
    const headless = await latchkey.headless()
    const received: unknown[] = []
    headless.subscribe((state) => received.push(state))
    expect(received).toEqual([headless.getState()])
  })
})

describe('a listener that throws', () => {
  it.each([...values, 'subscribeEvents'] as const)(
    'is logged and has no effect with %s',
    async (name) => {
      const { latchkey, choose, storage, log } = create()
      const fault = new Error('of the site')
      subscribe(latchkey, name, () => {
        throw fault
      })
      await choose()
      expect(latchkey.getAccount().status).toBe('connected')
      expect(storage.get('eip155:connected_connector_id')).toBe('fox')
      if (name !== 'subscribePairing')
        expect(log.entries).toContainEqual(expect.objectContaining({ cause: fault }))
    },
  )

  it('is logged and has no effect in headless mode', async () => {
    const { latchkey, choose, storage, log } = create()
    const fault = new Error('of the site')
    const headless = await latchkey.headless()
    headless.subscribe(() => {
      throw fault
    })
    await choose()
    expect(storage.get('eip155:connected_connector_id')).toBe('fox')
    expect(log.entries).toContainEqual(expect.objectContaining({ cause: fault }))
  })

  it('can be stopped when it listens to connections', async () => {
    const { latchkey, choose, log } = create({
      options: { features: { multiWallet: true } as never },
    })
    const fault = new Error('of the site')
    const stop = latchkey.subscribeConnections(() => {
      throw fault
    })
    await choose()
    await expect.poll(() => log.entries.some(({ cause }) => cause === fault)).toBe(true)
    const count = log.entries.length
    stop()
    await new Promise((resolve) => setTimeout(resolve, 0))
    await latchkey.disconnect()
    expect(log.entries).toHaveLength(count)
  })
})

describe('a stored connection after a reload', () => {
  const stored = { 'eip155:connected_connector_id': 'fox' } as const

  it('is `connecting` on the first read, then `connected`', async () => {
    const wallet = createFakeWallet()
    wallet.isTrusted = true
    const { latchkey } = create({ stored, wallet })
    expect(latchkey.getAccount().status).toBe('connecting')
    const received: string[] = []
    latchkey.subscribeAccount(({ status }) => received.push(status))
    await latchkey.ready()
    expect(received).toEqual(['connecting', 'connected'])
  })

  it('is `disconnected` on the first read when `enableReconnect` is off', async () => {
    const { latchkey, storage } = create({ stored, options: { enableReconnect: false } })
    expect(latchkey.getAccount().status).toBe('disconnected')
    await latchkey.ready()
    expect(latchkey.getAccount().status).toBe('disconnected')
    expect(storage.get('eip155:connected_connector_id')).toBeUndefined()
    expect(storage.get('connection_status')).toBe('disconnected')
  })

  it('is `disconnected` when the site no longer has its chain family', async () => {
    const { latchkey } = create({ stored: { 'solana:connected_connector_id': 'ghost' } })
    expect(latchkey.getAccount('solana').status).toBe('disconnected')
  })

  it('is `disconnected` when the engine fails to load', async () => {
    const { widget, end } = createTestWidget({ stored })
    ends.push(end)
    expect(getPublicAccount(widget).status).toBe('connecting')
    const failing = loadOnce((): Promise<Engine> => Promise.reject(new Error('offline')))
    await restoreConnections(widget, failing)
    expect(getPublicAccount(widget).status).toBe('disconnected')
  })
})

describe('enableReconnect: false', () => {
  it('ends the pairing session and the log-in of an earlier page', async () => {
    const solana = createFakeFamily('solana')
    const test = createTestWidget({
      stored: {
        'eip155:connected_connector_id': 'AUTH',
        'solana:connected_connector_id': 'walletConnect',
        '@appkit-wallet/EMAIL': 'ada@example.test',
      },
      options: {
        families: [createFakeFamily('eip155'), solana],
        networks: [testNetworks.mainnet, testNetworks.solana],
        relayUrls: ['wss://relay.test'],
        providerUrls: { login: 'https://login.test' },
        enableReconnect: false,
      },
    })
    ends.push(test.end)
    const login = createFakeLogin(test.widget)
    login.answers.set('SIGN_OUT', undefined)
    const pairing = createFakePairing(test.clock.now)
    const paired = createFakePairedWallet({ namespaces: ['solana'] })
    pairing.stored = paired
    const widget = { ...login.widget, pairing: async () => pairing }
    await restoreConnections(
      widget,
      loadOnce(() => import('./engine.lazy.js')),
    )
    expect(paired.ended()).toBe(true)
    expect(login.requests).toMatchObject([{ name: 'SIGN_OUT' }])
    expect(test.storage.get('@appkit-wallet/EMAIL')).toBeUndefined()
    expect(test.storage.get('solana:connected_connector_id')).toBeUndefined()
    expect(getPublicAccount(widget).status).toBe('disconnected')
  })
})

describe('getBalance', () => {
  it.each([
    [testNetworks.mainnet, '1'],
    [testNetworks.sepolia, undefined],
  ])('returns the balance of %o, except on test networks', async (network, balance) => {
    const evm = createFakeFamily('eip155')
    const { widget, end } = createTestWidget({ options: { families: [evm], networks: [network] } })
    ends.push(end)
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    expect((await getBalance(widget))?.balance).toBe(balance)
  })
})
