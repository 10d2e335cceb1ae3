import type { Namespace } from '@latchkey/wire/caip'
import { describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import { findInstalledWallet } from '../../wallets/findInstalledWallet.js'
// Preloads lazy modules: imports are slow on a busy machine.
import '../../pairing/actions/startPairing.lazy.js'
import './reconnectAnnounced.js'
import './reconnectAnnounced.js'
import '../../pairing/actions/reconnectPaired.js'
import { openModal } from '../../modal/actions/navigation.js'
import { currentRoute } from '../../modal/store.js'
import {
  selectNetwork,
  switchActiveChain,
  switchNetwork,
} from '../../network/actions/switchNetwork.js'
import { startPairing } from '../../pairing/actions/startPairing.js'
import { selectWallet } from '../../wallets/actions/selectWallet.js'
import type { Widget } from '../../widget.js'
import { connect, connectNamespaces } from './connect.js'
import { disconnect } from './disconnect.js'
import { reconnect } from './reconnect.js'

const id = 'io.poly'

/** A site with three namespaces, and a wallet announced in all of them. */
function setUp({ stored = {}, options = {} }: Parameters<typeof createTestWidget>[0] = {}) {
  const [evm, solana, bitcoin] = (['eip155', 'solana', 'bip122'] as const).map(createFakeFamily)
  if (!evm || !solana || !bitcoin) throw new Error('three families')
  const test = createTestWidget({
    stored,
    options: {
      networks: [testNetworks.mainnet, testNetworks.solana, testNetworks.bitcoin],
      families: [evm, solana, bitcoin],
      relayUrls: ['wss://relay.test'],
      ...options,
    },
  })
  for (const family of [evm, solana, bitcoin]) family.announce({ id, name: 'Poly' })
  const pairing = createFakePairing(test.clock.now)
  Object.assign(test.widget, { pairing: async () => pairing })
  return { ...test, evm, solana, bitcoin, pairing }
}

const statuses = ({ stores }: Widget) =>
  (['eip155', 'solana', 'bip122'] as const).map(
    (namespace: Namespace) => stores.connection.get()[namespace]?.status ?? 'disconnected',
  )
const active = ({ stores }: Widget) => stores.network.get().activeNamespace
const route = ({ stores }: Widget) => currentRoute(stores.router.get())

describe('connectNamespaces', () => {
  it('connects the chosen namespace and makes it active', async () => {
    const { widget, solana, evm } = setUp()
    openModal(widget)
    await connect(widget, { connectorId: id, namespace: 'solana' })
    expect(statuses(widget)).toEqual(['disconnected', 'connected', 'disconnected'])
    expect(active(widget)).toBe('solana')
    expect([evm.attached.length, solana.attached.length]).toEqual([0, 1])
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('restores the network of every namespace after a reload', async () => {
    const devnet = { ...testNetworks.solana, id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
    const options = { networks: [testNetworks.mainnet, testNetworks.solana, devnet] as const }
    const { widget, storage } = setUp({ options })
    await connect(widget, { connectorId: id, namespace: 'eip155' })
    await connect(widget, { connectorId: id, namespace: 'solana' })
    await switchNetwork(widget, { networkId: `solana:${devnet.id}` })
    await switchNetwork(widget, { networkId: 'eip155:1' })
    const keys = [
      'active_caip_network_id',
      'eip155:connected_connector_id',
      'solana:connected_connector_id',
      'solana:network_cache',
    ] as const
    const stored = Object.fromEntries(keys.map((key) => [key, storage.get(key)]))

    const again = setUp({ stored, options })
    await reconnect(again.widget)
    expect(active(again.widget)).toBe('eip155')
    expect(again.solana.attached[0]?.network.id).toBe(`solana:${devnet.id}`)
    expect(again.widget.stores.network.get().active.solana).toBe(`solana:${devnet.id}`)

    // A stored network that the site no longer has is ignored.
    const less = setUp({ stored })
    await reconnect(less.widget)
    expect(less.widget.stores.network.get().active.solana).toBe(`solana:${testNetworks.solana.id}`)
  })

  it('connects all namespaces in turn when one is rejected', async () => {
    const { widget, solana } = setUp()
    solana.behaviour.prompt = new UserRejectedError()
    openModal(widget)
    const wallets = findInstalledWallet(widget, { connectorId: id }) ?? []
    const failures = await connectNamespaces(widget, { wallets })
    expect(failures).toEqual({ solana: expect.any(UserRejectedError) })
    expect(statuses(widget)).toEqual(['connected', 'disconnected', 'connected'])
    expect(active(widget)).toBe('eip155')
    expect(widget.stores.modal.get().isOpen).toBe(true)

    solana.behaviour.prompt = 'approve'
    const rest = wallets.filter(({ namespace }) => namespace === 'solana')
    expect(await connectNamespaces(widget, { wallets: rest })).toEqual({})
    expect(statuses(widget)).toEqual(['connected', 'connected', 'connected'])
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('stops prompting when the visitor leaves', async () => {
    const { widget, evm, solana } = setUp()
    evm.behaviour.prompt = 'never'
    const leaving = new AbortController()
    const wallets = findInstalledWallet(widget, { connectorId: id }) ?? []
    const all = connectNamespaces(widget, { wallets, signal: leaving.signal })
    const ended = expect(all).rejects.toMatchObject({ name: 'AbortError' })
    leaving.abort()
    await ended
    expect(solana.attached).toEqual([])
    expect(statuses(widget)).toEqual(['disconnected', 'disconnected', 'disconnected'])
  })

  it('offers the choice of namespace from a listing unless one is requested', () => {
    const customWallets = [{ id: 'listed', name: 'Poly' }]
    const { widget } = setUp({ options: { customWallets } })
    openModal(widget)
    selectWallet(widget, { walletId: 'listed' })
    expect(route(widget)).toMatchObject({ view: 'ConnectingMultiChain' })
    openModal(widget, { namespace: 'bip122' })
    selectWallet(widget, { walletId: 'listed' })
    expect(route(widget)).toEqual({
      view: 'ConnectingExternal',
      params: { connectorId: id, namespace: 'bip122' },
    })
  })
})

describe('namespaces', () => {
  it('connect, restore, change and disconnect independently', async () => {
    const { widget, evm, solana, storage } = setUp()
    await connect(widget, { connectorId: id, namespace: 'eip155' })
    solana.behaviour.prompt = 'never'
    void connect(widget, { connectorId: id, namespace: 'solana' }).catch(() => undefined)
    await connect(widget, { connectorId: id, namespace: 'bip122' })
    expect(statuses(widget)).toEqual(['connected', 'disconnected', 'connected'])

    evm.sessions[0]?.change({ accounts: ['0xB2'], networkId: 'eip155:5' })
    expect(active(widget)).toBe('bip122')
    expect(widget.stores.modal.get().isOpen).toBe(false)
    await disconnect(widget, { namespace: 'bip122' })
    expect(statuses(widget)).toEqual(['connected', 'disconnected', 'disconnected'])
    expect(evm.sessions[0]?.ends).toEqual([])

    expect(storage.get('eip155:connected_connector_id')).toBe(id)
    expect(storage.get('bip122:connected_connector_id')).toBeUndefined()
    const again = setUp({
      stored: { 'eip155:connected_connector_id': id, 'solana:connected_connector_id': id },
    })
    again.solana.behaviour.silent = false
    await reconnect(again.widget)
    expect(statuses(again.widget)).toEqual(['connected', 'disconnected', 'disconnected'])
  })

  it('can be switched in an embedded modal', async () => {
    const { widget } = setUp({ options: { enableEmbedded: true } })
    await connect(widget, { connectorId: id, namespace: 'eip155' })
    await selectNetwork(widget, { networkId: `solana:${testNetworks.solana.id}` })
    expect(route(widget).view).toBe('SwitchActiveChain')
    await switchActiveChain(widget, { networkId: `solana:${testNetworks.solana.id}` })
    await connect(widget, { connectorId: id, namespace: 'solana' })
    expect(statuses(widget)).toEqual(['connected', 'connected', 'disconnected'])
    expect(route(widget).view).toBe('Account')
  })
})

describe('a pairing session of several namespaces', () => {
  async function paired(
    test: ReturnType<typeof setUp>,
    wallet = createFakePairedWallet({ namespaces: ['eip155', 'solana'] }),
  ) {
    const attempt = startPairing(test.widget)
    await vi.waitFor(() => expect(test.pairing.offers).toHaveLength(1))
    test.pairing.offers[0]?.approve(wallet)
    await attempt
    return wallet
  }

  it('connects the approved namespaces and disconnects them together', async () => {
    const test = setUp()
    const { widget } = test
    await connect(widget, { connectorId: id, namespace: 'bip122' })
    const wallet = await paired(test)
    expect(statuses(widget)).toEqual(['connected', 'connected', 'connected'])
    expect(active(widget)).toBe('bip122')
    await disconnect(widget, { namespace: 'solana' })
    expect(statuses(widget)).toEqual(['disconnected', 'disconnected', 'connected'])
    expect(wallet.ended()).toBe(true)
  })

  it('switches to a connected namespace and keeps other wallets', async () => {
    const test = setUp()
    const { widget, solana } = test
    await connect(widget, { connectorId: id, namespace: 'solana' })
    await switchNetwork(widget, { networkId: 'eip155:1' })
    const wallet = createFakePairedWallet({ namespaces: ['solana', 'bip122'] })
    await paired(test, wallet)
    expect(widget.stores.connection.get().solana).toMatchObject({ connectorId: id })
    expect(solana.sessions[0]?.ends).toEqual([])
    expect(statuses(widget)).toEqual(['disconnected', 'connected', 'connected'])
    expect(active(widget)).toBe('bip122')
  })

  it('rejects a wallet without the required namespace', async () => {
    const test = setUp()
    const { widget, pairing } = test
    const attempt = startPairing(widget, { namespace: 'bip122' })
    const refused = expect(attempt).rejects.toMatchObject({ code: 'network/chain-not-supported' })
    await vi.waitFor(() => expect(pairing.offers).toHaveLength(1))
    const wallet = createFakePairedWallet({ namespaces: ['eip155'] })
    pairing.offers[0]?.approve(wallet)
    await refused
    expect(wallet.ended()).toBe(true)
    expect(statuses(widget)).toEqual(['disconnected', 'disconnected', 'disconnected'])
  })

  it('keeps one namespace when an installed wallet replaces another', async () => {
    const test = setUp()
    const { widget, solana } = test
    const wallet = await paired(test)
    await connect(widget, { connectorId: id, namespace: 'solana' })
    expect(solana.sessions[0]?.ends).toEqual([{ notifyWallet: false }])
    expect(wallet.ended()).toBe(false)
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('updates when the wallet adds or removes a namespace', async () => {
    const test = setUp()
    const { widget, bitcoin } = test
    const wallet = await paired(test)
    wallet.serve(['eip155', 'solana', 'bip122'])
    await vi.waitFor(() => expect(statuses(widget)[2]).toBe('connected'))
    bitcoin.sessions[0]?.change({ accounts: [] })
    wallet.serve(['eip155', 'solana'])
    expect(statuses(widget)).toEqual(['connected', 'connected', 'disconnected'])
  })

  it('restores only the stored namespaces', async () => {
    const paired = {
      'eip155:connected_connector_id': 'walletConnect',
      'solana:connected_connector_id': 'walletConnect',
    } as const
    const test = setUp({ stored: { ...paired, 'bip122:connected_connector_id': id } })
    const { widget, pairing } = test
    pairing.stored = createFakePairedWallet({ namespaces: ['eip155', 'solana', 'bip122'] })
    await reconnect(widget)
    expect(statuses(widget)).toEqual(['connected', 'connected', 'connected'])
    expect(widget.stores.connection.get().bip122).toMatchObject({ connectorId: id })
  })
})

describe('connectHost', () => {
  const host = { id: 'safe', name: 'Safe', isHost: true }

  it('connects once without opening the modal', async () => {
    const { widget, evm } = setUp()
    evm.announce(host)
    await vi.dynamicImportSettled()
    await vi.waitFor(() => expect(statuses(widget)[0]).toBe('connected'))
    expect(widget.stores.modal.get().isOpen).toBe(false)
    await disconnect(widget)
    evm.announce(host)
    await vi.dynamicImportSettled()
    expect(statuses(widget)[0]).toBe('disconnected')
  })

  it('replaces a restored connection but not one the visitor made', async () => {
    const restored = setUp({ stored: { 'eip155:connected_connector_id': id } })
    await reconnect(restored.widget)
    restored.evm.announce(host)
    await vi.dynamicImportSettled()
    await vi.waitFor(() =>
      expect(restored.widget.stores.connection.get().eip155).toMatchObject({
        connectorId: 'safe',
      }),
    )
    expect(restored.evm.sessions[0]?.ends).toEqual([{ notifyWallet: false }])

    const chosen = setUp()
    await connect(chosen.widget, { connectorId: id, namespace: 'eip155' })
    chosen.evm.announce(host)
    await vi.dynamicImportSettled()
    expect(chosen.widget.stores.connection.get().eip155).toMatchObject({ connectorId: id })
  })
})
