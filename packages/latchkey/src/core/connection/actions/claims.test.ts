import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeLogin } from '../../../../fixtures/fakeLogin.js'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import type { PairedWallet } from '../../pairing/store.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import type { Widget } from '../../widget.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { reconnect } from './reconnect.js'

/** A reload with a connection whose restore the test controls. */
function setUp(connectorId: string) {
  const evm = createFakeFamily('eip155')
  const solana = createFakeFamily('solana')
  const test = createTestWidget({
    stored: {
      'eip155:connected_connector_id': connectorId,
      'solana:connected_connector_id': connectorId,
    },
    options: {
      families: [evm, solana],
      networks: [testNetworks.mainnet, testNetworks.base, testNetworks.solana],
      relayUrls: ['wss://relay.test'],
      providerUrls: { login: 'https://login.test' },
    },
  })
  const login = createFakeLogin(test.widget)
  const pairing = createFakePairing(test.clock.now)
  const widget: Widget = { ...login.widget, pairing: async () => pairing }
  login.widget = widget
  login.answers.set('SIGN_OUT', undefined)
  const paired = createFakePairedWallet({ namespaces: ['eip155', 'solana'] })
  let answerPairing: (wallet: PairedWallet) => void = () => undefined
  const restored = new Promise<PairedWallet>((resolve) => {
    answerPairing = resolve
  })
  pairing.restore = () => restored
  let answerLogin: (answer: unknown) => void = () => undefined
  const response = new Promise((resolve) => {
    answerLogin = resolve
  })
  login.answers.set('IS_CONNECTED', () => response)
  evm.announce({ id: 'io.one' })
  evm.announce({ id: 'io.two' })
  return {
    ...test,
    widget,
    evm,
    solana,
    login,
    pairing,
    paired,
    /** The stored session, log-in or wallet responds. */
    answer() {
      answerPairing(paired)
      answerLogin({ isConnected: true })
      solana.announce({ id: connectorId })
      if (!['walletConnect', 'AUTH'].includes(connectorId)) evm.announce({ id: connectorId })
    },
    status: (namespace: 'eip155' | 'solana') =>
      widget.stores.connection.get()[namespace]?.status ?? 'disconnected',
    connector: (namespace: 'eip155' | 'solana') => {
      const state = widget.stores.connection.get()[namespace]
      return state && 'connectorId' in state ? state.connectorId : undefined
    },
  }
}

const connectors = ['walletConnect', 'AUTH', 'io.slow']

/** Runs everything that is not blocked. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

describe.each(connectors)('reconnecting %s', (connectorId) => {
  it('is replaced when the visitor connects, and restores other namespaces', async () => {
    const test = setUp(connectorId)
    const { widget, storage } = test
    const restoring = reconnect(widget)
    expect(test.status('eip155')).toBe('connecting')
    await connect(widget, { connectorId: 'io.one' })
    test.answer()
    await restoring
    await settle()
    expect(test.connector('eip155')).toBe('io.one')
    expect(test.status('eip155')).toBe('connected')
    expect(storage.get('eip155:connected_connector_id')).toBe('io.one')
    expect(test.connector('solana')).toBe(connectorId)
    expect(test.status('solana')).toBe('connected')
    expect(widget.stores.modal.get().busy).toEqual([])
  })

  it('continues when the visitor rejects another wallet', async () => {
    const test = setUp(connectorId)
    const { widget, evm } = test
    const restoring = reconnect(widget)
    evm.behaviour.prompt = new UserRejectedError()
    await expect(connect(widget, { connectorId: 'io.one' })).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    expect(test.status('eip155')).toBe('connecting')
    evm.behaviour.prompt = 'approve'
    test.answer()
    await restoring
    await expect.poll(() => test.status('eip155')).toBe('connected')
    expect(test.connector('eip155')).toBe(connectorId)
  })

  it('does not connect after `disconnect()`', async () => {
    const test = setUp(connectorId)
    const { widget, storage, clock } = test
    const restoring = reconnect(widget)
    const leaving = disconnect(widget)
    test.answer()
    await Promise.all([restoring, leaving])
    await clock.advance(60_000)
    for (const namespace of ['eip155', 'solana'] as const) {
      expect(test.status(namespace)).toBe('disconnected')
      expect(storage.get(`${namespace}:connected_connector_id`)).toBeUndefined()
    }
  })

  it('does not connect after `disconnect()` of its namespace', async () => {
    const test = setUp(connectorId)
    const { widget } = test
    const restoring = reconnect(widget)
    const leaving = disconnect(widget, { namespace: 'eip155' })
    test.answer()
    await Promise.all([restoring, leaving])
    await settle()
    expect(test.status('eip155')).toBe('disconnected')
    // A pairing session and a log-in serve all namespaces and end in all of them.
    expect(test.status('solana')).toBe(connectorId === 'io.slow' ? 'connected' : 'disconnected')
  })

  it('does not connect after another tab has disconnected', async () => {
    const test = setUp(connectorId)
    const { widget, storage, clock } = test
    const restoring = reconnect(widget)
    for (const namespace of ['eip155', 'solana'] as const) {
      storage.changeElsewhere(`${namespace}:connected_connector_id`, undefined)
      expect(test.status(namespace)).toBe('disconnected')
    }
    test.answer()
    await restoring
    await clock.advance(60_000)
    for (const namespace of ['eip155', 'solana'] as const) {
      expect(test.status(namespace)).toBe('disconnected')
      expect(storage.get(`${namespace}:connected_connector_id`)).toBeUndefined()
    }
  })

  it('is replaced when another tab connects another wallet', async () => {
    const test = setUp(connectorId)
    const { widget, storage } = test
    const restoring = reconnect(widget)
    storage.changeElsewhere('eip155:connected_connector_id', 'io.one')
    test.answer()
    await restoring
    await expect.poll(() => test.status('eip155')).toBe('connected')
    expect(test.connector('eip155')).toBe('io.one')
    expect(test.connector('solana')).toBe(connectorId)
    expect(storage.get('eip155:connected_connector_id')).toBe('io.one')
  })

  it('continues when another tab stores the same connection', async () => {
    const test = setUp(connectorId)
    const restoring = reconnect(test.widget)
    test.storage.changeElsewhere('eip155:connected_connector_id', connectorId)
    test.answer()
    await restoring
    await expect.poll(() => test.status('eip155')).toBe('connected')
    expect(test.connector('eip155')).toBe(connectorId)
  })

  it("keeps the visitor's own attempt when another tab disconnects", async () => {
    const test = setUp(connectorId)
    const { widget, storage } = test
    const restoring = reconnect(widget)
    const connecting = connect(widget, { connectorId: 'io.one' })
    storage.changeElsewhere('eip155:connected_connector_id', undefined)
    expect(test.status('eip155')).toBe('connecting')
    test.answer()
    await Promise.all([restoring, connecting])
    expect(test.connector('eip155')).toBe('io.one')
    expect(storage.get('eip155:connected_connector_id')).toBe('io.one')
  })
})

it('restores no other namespace of a log-in that another tab has ended', async () => {
  const test = setUp('AUTH')
  test.storage.remove('solana:connected_connector_id')
  const restoring = reconnect(test.widget)
  await settle()
  test.storage.changeElsewhere('eip155:connected_connector_id', undefined)
  test.answer()
  await restoring
  await test.clock.advance(60_000)
  expect([test.status('eip155'), test.status('solana')]).toEqual(['disconnected', 'disconnected'])
})

it('ends the pairing session that is still being restored on `disconnect()`', async () => {
  const test = setUp('walletConnect')
  const restoring = reconnect(test.widget)
  const leaving = disconnect(test.widget)
  test.answer()
  await Promise.all([restoring, leaving])
  expect(test.paired.ended()).toBe(true)
})

it('logs out a log-in that is still being restored on `disconnect()`', async () => {
  const test = setUp('AUTH')
  test.storage.set('@appkit-wallet/EMAIL', 'ada@example.test')
  const restoring = reconnect(test.widget)
  const leaving = disconnect(test.widget)
  test.answer()
  await Promise.all([restoring, leaving])
  expect(test.login.requests.some(({ name }) => name === 'SIGN_OUT')).toBe(true)
  expect(test.storage.get('@appkit-wallet/EMAIL')).toBeUndefined()
})

it('connects a log-in that responds late unless the visitor disconnected', async () => {
  const test = setUp('AUTH')
  const restoring = reconnect(test.widget)
  await expect.poll(() => test.login.requests.length).toBe(1)
  await test.clock.advance(3_000)
  await restoring
  expect(test.status('eip155')).toBe('disconnected')
  await disconnect(test.widget)
  test.answer()
  await settle()
  expect(test.status('eip155')).toBe('disconnected')
})

describe('a newer attempt to connect', () => {
  it('is `connecting` after the older one is aborted', async () => {
    const { widget, evm, connector, status } = setUp('io.gone')
    evm.behaviour.prompt = 'never'
    const first = connect(widget, { connectorId: 'io.one' })
    const aborted = expect(first).rejects.toMatchObject({ code: 'connection/modal-closed' })
    await settle()
    const second = connect(widget, { connectorId: 'io.two' }).catch(() => undefined)
    await aborted
    await settle()
    expect([status('eip155'), connector('eip155')]).toEqual(['connecting', 'io.two'])
    await disconnect(widget)
    await second
  })

  it('leaves nothing `connecting` when it fails too', async () => {
    const { widget, evm, status } = setUp('io.gone')
    await disconnect(widget)
    evm.behaviour.prompt = 'never'
    const first = connect(widget, { connectorId: 'io.one' }).catch(() => undefined)
    evm.behaviour.prompt = new UserRejectedError()
    await expect(connect(widget, { connectorId: 'io.two' })).rejects.toThrow()
    await first
    expect(status('eip155')).toBe('disconnected')
  })

  it('replaces a disconnect that still waits for its wallet', async () => {
    const { widget, evm, clock, connector, status } = setUp('io.gone')
    await connect(widget, { connectorId: 'io.one' })
    evm.behaviour.end = 'never'
    const leaving = disconnect(widget).catch((error: unknown) => error)
    await settle()
    await connect(widget, { connectorId: 'io.two' })
    await clock.advance(3_000)
    await leaving
    expect([status('eip155'), connector('eip155')]).toEqual(['connected', 'io.two'])
  })
})
