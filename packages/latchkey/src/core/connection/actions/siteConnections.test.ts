import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeLogin } from '../../../../fixtures/fakeLogin.js'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import * as siteCalls from '../../../boot/facade.lazy.js'
import { connectLogin } from '../../login/actions/connectLogin.js'
import { openModal } from '../../modal/actions/navigation.js'
import { openView } from '../../modal/actions/openView.js'
import { currentRoute } from '../../modal/store.js'
import { startPairing } from '../../pairing/actions/startPairing.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import type { Widget } from '../../widget.js'
import { getConnection } from '../store.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { reconnect } from './reconnect.js'
import { signMessage } from './signMessage.js'

vi.setConfig({ testTimeout: 60_000 })

const on = { features: { multiWallet: true } }
const ids = ['io.one', 'io.two', 'io.three'] as const
const addresses = { 'io.one': ['0xA1', '0xA2'], 'io.two': ['0xB1'], 'io.three': ['0xC1'] }
const namespace = 'eip155'

type Given = Parameters<typeof createTestWidget>[0]

function setUp({ options = on, ...given }: Given = {}) {
  const test = createTestWidget({ ...given, options })
  for (const id of ids) test.evm.announce({ id })
  return test
}

type Test = ReturnType<typeof setUp>

async function connectEach({ widget, evm }: Test, ...chosen: (typeof ids)[number][]) {
  for (const connectorId of chosen) {
    evm.behaviour.accounts = addresses[connectorId]
    await connect(widget, { connectorId })
  }
}

/** The connected connectors; the active one has a star. */
async function up(widget: Widget, family: 'eip155' | 'solana' = namespace) {
  const list = await siteCalls.getConnections(widget, family)
  return list.map(({ connectorId, isActive }) => (isActive ? `${connectorId}*` : connectorId))
}

async function recent(widget: Widget) {
  const list = await siteCalls.getRecentConnections(widget, namespace)
  return list.flatMap(({ connectorId, accounts }) =>
    accounts.map(({ address }) => `${connectorId} ${address}`),
  )
}

const switchTo = (widget: Widget, connectorId: string, address?: string) =>
  siteCalls.switchConnection(widget, { connection: { connectorId }, address, namespace })

/** A reload with the same storage. */
const nextPage = ({ storage }: Test, given: Given = {}) =>
  setUp({
    ...given,
    stored: {
      'eip155:connected_connector_id': storage.get('eip155:connected_connector_id') as string,
      connections: storage.get('connections') as string,
      disconnected_connector_ids: storage.get('disconnected_connector_ids') ?? '',
    },
  })

describe('without the feature', () => {
  it('raises an alert on every call and does nothing', async () => {
    const test = setUp({ options: {} })
    const { widget, evm, log } = test
    await connectEach(test, 'io.one')
    const reported = vi.fn()
    expect(await up(widget)).toEqual([])
    expect(await recent(widget)).toEqual([])
    expect(await switchTo(widget, 'io.two')).toBeUndefined()
    const one = { address: '0xA1', connectorId: 'io.one', namespace } as const
    expect(await siteCalls.deleteConnection(widget, one)).toBeUndefined()
    ;(await siteCalls.watchConnections(widget, reported, 'useConnections'))()
    expect(reported).not.toHaveBeenCalled()
    expect(getConnection(widget)?.connectorId).toBe('io.one')
    expect(widget.stores.notice.get().alert).toMatchObject({
      code: 'MULTI_WALLET_NOT_ENABLED',
      variant: 'info',
      long: expect.stringContaining('`useConnections`'),
    })
    expect(log.entries.map(({ message }) => message).join()).toContain('`getRecentConnections`')
    await connectEach(test, 'io.two')
    expect(evm.sessions[0]?.ends).toEqual([{ notifyWallet: true }])
  })

  it("reads the provider's settings before it raises an alert", async () => {
    const features = [{ id: 'multi_wallet', isEnabled: true, config: [] }]
    const provider = createFakeProvider({ getProjectConfig: () => ({ features }) })
    const test = setUp({ provider, options: { providerUrl: 'https://provider.test' } })
    await connectEach(test, 'io.one')
    expect(await up(test.widget)).toEqual(['io.one*'])
    await connectEach(test, 'io.two')
    expect(await up(test.widget)).toEqual(['io.one', 'io.two*'])
    const next = nextPage(test, { options: on })
    await reconnect(next.widget)
    expect(await recent(next.widget)).toEqual([])
  })
})

describe('several wallets', () => {
  it('stay connected, with the newest active and shown in an open modal', async () => {
    const test = setUp()
    const { widget, evm, storage } = test
    const reported = vi.fn()
    await siteCalls.watchConnections(widget, reported, 'test')
    openModal(widget)
    await connectEach(test, 'io.one')
    expect(widget.stores.modal.get().isOpen).toBe(false)
    openView(widget, { view: 'Connect' })
    await connectEach(test, 'io.two')
    expect(evm.sessions.flatMap(({ ends }) => ends)).toEqual([])
    expect(currentRoute(widget.stores.router.get()).view).toBe('ProfileWallets')
    expect(widget.stores.notice.get().toast?.message).toBe('New Wallet Added')
    expect(await up(widget)).toEqual(['io.one', 'io.two*'])
    expect(await signMessage(widget, { message: 'hi' })).toBe('0xB1 signed hi')
    expect(storage.get('eip155:connected_connector_id')).toBe('io.two')
    expect(reported.mock.lastCall?.[0].connections.eip155).toMatchObject([
      { name: 'io.one', accounts: [{ address: '0xA1' }, { address: '0xA2' }], isActive: false },
      { name: 'io.two', caipNetwork: { id: 'eip155:1' }, isActive: true },
    ])
  })

  it('switch to a wallet or an account without prompting', async () => {
    const test = setUp()
    const { widget, evm } = test
    await connectEach(test, 'io.one', 'io.two')
    evm.sessions[0]?.change({ networkId: 'eip155:8453' })
    expect(widget.stores.network.get().active.eip155).toBe('eip155:1')
    expect(await switchTo(widget, 'io.one', '0xa2')).toEqual({
      address: '0xA2',
      namespace,
      hasSwitchedAccount: true,
      hasSwitchedWallet: true,
      hasDeletedWallet: false,
    })
    expect(await signMessage(widget, { message: 'hi' })).toBe('0xA2 signed hi')
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
    expect(await switchTo(widget, 'io.one', '0xA1')).toMatchObject({
      hasSwitchedAccount: true,
      hasSwitchedWallet: false,
    })
    expect(await switchTo(widget, 'io.one')).toMatchObject({ hasSwitchedAccount: false })
    expect(await up(widget)).toEqual(['io.one*', 'io.two'])
    expect(evm.attached).toHaveLength(2)
    await expect(switchTo(widget, 'io.one', '0xB1')).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
    await expect(switchTo(widget, 'io.nobody')).rejects.toMatchObject({
      code: 'connection/connector-not-found',
    })
  })

  it('disconnect one by one when a wallet disconnects, locks or is removed', async () => {
    const test = setUp()
    const { widget, evm } = test
    await connectEach(test, ...ids)
    const statuses: unknown[] = []
    widget.stores.connection.subscribe(({ eip155 }) => statuses.push(eip155?.status))
    evm.sessions[1]?.hangUp()
    expect(await up(widget)).toEqual(['io.one', 'io.three*'])
    evm.sessions[2]?.change({ accounts: [] })
    expect(await up(widget)).toEqual(['io.one*'])
    expect(new Set(statuses)).toEqual(new Set(['connected']))
    expect(evm.sessions[0]?.ends).toEqual([])
    await disconnect(widget, { namespace, id: 'io.two' })
    expect(await up(widget)).toEqual(['io.one*'])
    evm.sessions[0]?.hangUp()
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('are notified when the visitor disconnects one or all', async () => {
    const test = setUp()
    const { widget, evm, events } = test
    await connectEach(test, ...ids)
    openModal(widget)
    await disconnect(widget, { namespace, id: 'io.three' })
    expect(evm.sessions.map(({ ends }) => ends.some((end) => end.notifyWallet))).toEqual([
      false,
      false,
      true,
    ])
    expect(currentRoute(widget.stores.router.get()).view).toBe('ProfileWallets')
    expect(await up(widget)).toEqual(['io.one*', 'io.two'])
    evm.behaviour.end = new Error('boom')
    await expect(disconnect(widget, { namespace })).rejects.toMatchObject({
      code: 'connection/disconnect-failed',
    })
    expect(await up(widget)).toEqual([])
    expect(await recent(widget)).toEqual([
      'io.three 0xC1',
      'io.two 0xB1',
      'io.one 0xA1',
      'io.one 0xA2',
    ])
    expect(events.filter((event) => event.startsWith('DISCONNECT'))).toEqual([
      'DISCONNECT_SUCCESS',
      'DISCONNECT_ERROR',
    ])
  })

  it('of one namespace do not affect another', async () => {
    const solana = createFakeFamily('solana')
    const evm = createFakeFamily('eip155')
    const options = {
      ...on,
      families: [evm, solana],
      networks: [testNetworks.mainnet, testNetworks.solana] as const,
    }
    const { widget } = createTestWidget({
      options: { ...options, networks: [...options.networks] },
    })
    for (const id of ids) evm.announce({ id })
    solana.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one', namespace: 'eip155' })
    await connect(widget, { connectorId: 'io.one', namespace: 'solana' })
    await connect(widget, { connectorId: 'io.two' })
    await disconnect(widget, { namespace: 'eip155', id: 'io.one' })
    expect(await up(widget)).toEqual(['io.two*'])
    expect(await up(widget, 'solana')).toEqual(['io.one*'])
  })
})

describe('a reload', () => {
  it('restores all connected wallets and no other', async () => {
    const before = setUp()
    await connectEach(before, ...ids)
    await switchTo(before.widget, 'io.two')
    await disconnect(before.widget, { namespace, id: 'io.three' })
    const test = nextPage(before)
    await reconnect(test.widget)
    expect(await up(test.widget)).toEqual(['io.two*', 'io.one'])
    expect(test.evm.attached.map(({ mode }) => mode)).toEqual(['silent', 'silent'])
    expect(await recent(test.widget)).toEqual(['io.three 0xC1'])
  })

  it('lists a locked wallet among the recent ones', async () => {
    const before = setUp()
    await connectEach(before, 'io.one', 'io.two')
    const test = nextPage(before)
    test.evm.behaviour.silent = false
    await reconnect(test.widget)
    expect(await up(test.widget)).toEqual([])
    expect(await recent(test.widget)).toEqual(['io.two 0xB1', 'io.one 0xA1', 'io.one 0xA2'])
  })

  it('accepts any content of the storage', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((value) => `{"eip155":${value}}`),
      fc.json().map((value) => `{"eip155":[{"connectorId":"io.one","accounts":${value}}]}`),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (connections, left) => {
        const stored = { connections, disconnected_connector_ids: left }
        const { widget, end } = setUp({ stored })
        await reconnect(widget)
        expect(Array.isArray(await up(widget))).toBe(true)
        expect(Array.isArray(await recent(widget))).toBe(true)
        await connect(widget, { connectorId: 'io.two' })
        expect(await up(widget)).toContain('io.two*')
        end()
      }),
      { numRuns: 40 },
    )
  })
})

describe('a recent wallet', () => {
  it('is prompted when it connects again, and stays recent when rejected', async () => {
    const test = setUp()
    const { widget, evm } = test
    await connectEach(test, 'io.one', 'io.two')
    await disconnect(widget, { namespace, id: 'io.one' })
    evm.behaviour.prompt = new UserRejectedError()
    await expect(switchTo(widget, 'io.one')).rejects.toBeInstanceOf(UserRejectedError)
    expect(await up(widget)).toEqual(['io.two*'])
    expect(await recent(widget)).toHaveLength(2)
    evm.behaviour.prompt = 'approve'
    evm.behaviour.accounts = ['0xA3']
    expect(await switchTo(widget, 'io.one', '0xA1')).toMatchObject({
      address: '0xA3',
      hasSwitchedWallet: true,
    })
    expect(await up(widget)).toEqual(['io.two', 'io.one*'])
  })

  it('is deleted account by account, and disconnected if connected', async () => {
    const test = setUp()
    const { widget } = test
    await connectEach(test, 'io.one', 'io.two')
    await disconnect(widget, { namespace, id: 'io.one' })
    const forget = (connectorId: string, address: string) =>
      siteCalls.deleteConnection(widget, { connectorId, address, namespace })
    expect(await forget('io.one', '0xa1')).toMatchObject({
      address: '0xB1',
      hasDeletedWallet: true,
      hasSwitchedWallet: false,
    })
    expect(await recent(widget)).toEqual(['io.one 0xA2'])
    expect(await forget('io.two', '0xB1')).toMatchObject({ address: undefined })
    expect(await up(widget)).toEqual([])
    expect(await recent(widget)).toEqual(['io.one 0xA2'])
  })
})

describe('another tab', () => {
  it('has the same wallets and its own active one', async () => {
    const there = setUp()
    await connectEach(there, 'io.one', 'io.two')
    const { widget, storage } = nextPage(there)
    await reconnect(widget)
    await switchTo(widget, 'io.one')
    await connectEach(there, 'io.three')
    storage.changeElsewhere('connections', there.storage.get('connections'))
    await expect.poll(() => up(widget)).toEqual(['io.two', 'io.one*', 'io.three'])
    await disconnect(there.widget, { namespace, id: 'io.one' })
    const left = there.storage.get('disconnected_connector_ids')
    storage.changeElsewhere('disconnected_connector_ids', left)
    expect(await up(widget)).toEqual(['io.two*', 'io.three'])
  })
})

describe('paired and embedded wallets', () => {
  it('keeps a paired wallet with an installed one after a reload', async () => {
    const options = { ...on, relayUrls: ['wss://relay.test'] }
    const before = setUp({ options })
    const phone = createFakePairing(before.clock.now)
    const widget: Widget = { ...before.widget, pairing: async () => phone }
    const attempt = startPairing(widget)
    await expect.poll(() => phone.offers.length).toBe(1)
    const paired = createFakePairedWallet()
    phone.offers[0]?.approve(paired)
    await attempt
    await connectEach({ ...before, widget }, 'io.one')
    expect(await up(widget)).toEqual(['walletConnect', 'io.one*'])

    const test = nextPage(before, { options })
    phone.stored = createFakePairedWallet()
    const again: Widget = { ...test.widget, pairing: async () => phone }
    await reconnect(again)
    expect(await up(again)).toEqual(['io.one*', 'walletConnect'])
    await disconnect(again, { namespace, id: 'walletConnect' })
    expect(await up(again)).toEqual(['io.one*'])
    expect(await recent(again)).toEqual([expect.stringContaining('walletConnect')])
  })

  it('keeps a log-in with an installed wallet and stores no user', async () => {
    const options = { ...on, providerUrls: { login: 'https://login.test' } }
    const test = setUp({ options })
    const { widget } = createFakeLogin(test.widget)
    await connectLogin(widget, { signal: widget.signal })
    await connectEach({ ...test, widget }, 'io.two')
    expect(await up(widget)).toEqual(['AUTH', 'io.two*'])
    expect(widget.stores.login.get().user?.email).toBe('ada@example.test')
    expect(test.storage.get('connections')).toContain('"auth":{"name":"email"}')
    await disconnect(widget, { namespace, id: 'AUTH' })
    expect(widget.stores.login.get().user).toBeUndefined()
    expect(test.storage.get('connections')).not.toContain('ada@')
    expect(await up(widget)).toEqual(['io.two*'])
    expect((await siteCalls.getRecentConnections(widget, namespace))[0]).toMatchObject({
      connectorId: 'AUTH',
      auth: { name: 'email' },
    })
  })

  it('lists both accounts of a log-in and switches between them', async () => {
    const test = setUp({ options: { ...on, providerUrls: { login: 'https://login.test' } } })
    const login = createFakeLogin(test.widget)
    const { widget } = login
    const [smart, key] = [
      { address: '0xA1', type: 'smartAccount' },
      { address: '0xE1', type: 'eoa' },
    ] as const
    login.user = { ...login.user, accounts: [key, smart] }
    login.answers.set('SET_PREFERRED_ACCOUNT', ({ type }: { type: 'eoa' | 'smartAccount' }) => {
      const { address } = type === 'eoa' ? key : smart
      login.user = { ...login.user, address, preferredAccountType: type }
      test.evm.sessions[0]?.change({ accounts: [address] })
      return { type, address }
    })
    await connectLogin(widget, { signal: widget.signal })
    await connectEach({ ...test, widget }, 'io.two')
    login.emit('smartAccountNetworks', [1])
    const listAddresses = async () => {
      const [first] = await siteCalls.getConnections(widget, namespace)
      return first?.accounts.map(({ address }) => address)
    }
    expect(await listAddresses()).toEqual(['0xA1', '0xE1'])
    expect(await switchTo(widget, 'AUTH', '0xe1')).toMatchObject({
      address: '0xE1',
      hasSwitchedAccount: true,
      hasSwitchedWallet: true,
    })
    expect(await listAddresses()).toEqual(['0xE1', '0xA1'])
    expect(getConnection(widget)?.embedded).toMatchObject({
      accountType: 'eoa',
      user: { accounts: [key, smart] },
    })
    expect(await switchTo(widget, 'AUTH')).toMatchObject({ hasSwitchedAccount: false })
    expect(login.requests.filter(({ name }) => name === 'SET_PREFERRED_ACCOUNT')).toHaveLength(1)
    login.emit('smartAccountNetworks', [])
    await expect(switchTo(widget, 'AUTH', '0xA1')).rejects.toMatchObject({
      code: 'login/account-type',
    })
    expect(getConnection(widget)?.active.address).toBe('0xE1')
  })
})
