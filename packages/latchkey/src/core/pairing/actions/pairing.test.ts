import { PairingError } from '@latchkey/pairing/errors'
import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { toProposalError } from '../../../connectors/pairing/pairedWallet.js'
import { connect } from '../../connection/actions/connect.js'
import { disconnect } from '../../connection/actions/disconnect.js'
import { reconnect } from '../../connection/actions/reconnect.js'
import { closeModal, openModal } from '../../modal/actions/navigation.js'
import { openView } from '../../modal/actions/openView.js'
import { currentRoute } from '../../modal/store.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import { PairingFailedError, RelayUnavailableError } from '../../runtime/errors/pairing.js'
import * as limits from '../../runtime/limits.js'
import { openWallet } from '../../wallets/actions/openWallet.js'
import type { Widget } from '../../widget.js'
import { resumePendingPairing } from './reconnectPaired.js'
import { startPairing } from './startPairing.js'

const custom = { id: 'acme', name: 'Acme', mobile_link: 'acme://', homepage: 'https://acme.test' }

function setUp({ stored = {}, ...given }: Parameters<typeof createTestWidget>[0] = {}) {
  const test = createTestWidget({
    ...given,
    stored,
    options: { relayUrls: ['wss://relay.test'], customWallets: [custom], ...given.options },
  })
  const connector = createFakePairing(test.clock.now)
  const widget: Widget = { ...test.widget, pairing: async () => connector }
  return { ...test, widget, connector }
}

/** Lets the offer be made. */
const offered = (test: ReturnType<typeof setUp>, count = 1) =>
  expect.poll(() => test.connector.offers.length).toBe(count)

describe('pairing', () => {
  it('offers a code and connects the wallet that takes it', async () => {
    const test = setUp()
    const { widget, connector, storage, events } = test
    openView(widget, { view: 'ConnectingWalletConnect' })
    const attempt = startPairing(widget)
    expect(widget.stores.pairing.get().phase).toBe('preparing')
    await offered(test)
    expect(widget.stores.pairing.get()).toMatchObject({ phase: 'waiting', uri: 'wc:0@2' })
    expect(storage.get('pairing_pending')).toBeDefined()
    connector.offers[0]?.approve(createFakePairedWallet())
    await attempt
    expect(widget.stores.connection.get().eip155).toMatchObject({
      status: 'connected',
      connectorId: 'walletConnect',
      wallet: { name: 'Phone Wallet', type: 'WALLET_CONNECT' },
    })
    expect(storage.get('pairing_pending')).toBeUndefined()
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(events).toContain('CONNECT_SUCCESS')
  })

  it('shows a fresh code ten seconds before the old one ends, and still takes the old one', async () => {
    const test = setUp()
    const { widget, connector, clock } = test
    const attempt = startPairing(widget)
    await offered(test)
    await clock.advance(limits.pairingLifetime - limits.pairingExpiryMargin - 1)
    expect(connector.offers).toHaveLength(1)
    await clock.advance(1)
    await offered(test, 2)
    expect(widget.stores.pairing.get().uri).toBe('wc:1@2')
    expect(connector.offers[0]?.signal.aborted).toBe(false)
    connector.offers[0]?.approve(createFakePairedWallet({ name: 'Slow Scanner' }))
    await attempt
    expect(widget.stores.connection.get().eip155).toMatchObject({
      wallet: { name: 'Slow Scanner' },
    })
    expect(connector.offers[1]?.signal.aborted).toBe(true)
  })

  it('goes on with the fresh code when the replaced one runs out', async () => {
    const test = setUp()
    const { widget, connector, clock } = test
    const attempt = startPairing(widget)
    await offered(test)
    await clock.advance(limits.pairingLifetime - limits.pairingExpiryMargin)
    await offered(test, 2)
    connector.offers[0]?.refuse(new PairingFailedError())
    await clock.advance(limits.pairingExpiryMargin)
    expect(widget.stores.pairing.get()).toMatchObject({ phase: 'waiting', uri: 'wc:1@2' })
    connector.offers[1]?.approve(createFakePairedWallet())
    await attempt
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('takes a refusal also of the code that was just replaced', async () => {
    const test = setUp()
    const { widget, connector, clock } = test
    const refused = expect(startPairing(widget)).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    await offered(test)
    await clock.advance(limits.pairingLifetime - limits.pairingExpiryMargin)
    await offered(test, 2)
    connector.offers[0]?.refuse(new UserRejectedError())
    await refused
    expect(widget.stores.pairing.get().phase).toBe('declined')
  })

  it('a newer attempt is not disturbed by the end of the one it replaces', async () => {
    const test = setUp()
    const { widget, connector, storage } = test
    const first = expect(startPairing(widget)).rejects.toMatchObject({
      code: 'connection/modal-closed',
    })
    await offered(test)
    const second = startPairing(widget)
    await first
    expect(widget.stores.pairing.get().phase).not.toBe('idle')
    await offered(test, 2)
    expect(widget.stores.pairing.get()).toMatchObject({ phase: 'waiting', uri: 'wc:1@2' })
    expect(storage.get('pairing_pending')).toBeDefined()
    connector.offers[1]?.approve(createFakePairedWallet())
    await second
  })

  it('says so when the wallet refuses, and can try again', async () => {
    const test = setUp()
    const { widget, connector } = test
    const attempt = startPairing(widget)
    const refused = expect(attempt).rejects.toMatchObject({ code: 'connection/user-rejected' })
    await offered(test)
    connector.offers[0]?.refuse(new UserRejectedError())
    await refused
    expect(widget.stores.pairing.get().phase).toBe('declined')
    const again = startPairing(widget)
    await offered(test, 2)
    connector.offers[1]?.approve(createFakePairedWallet())
    await again
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('says so when the relay cannot be reached', async () => {
    const test = setUp()
    const { widget, connector } = test
    const attempt = startPairing(widget)
    const failed = expect(attempt).rejects.toMatchObject({ code: 'pairing/relay-unavailable' })
    await offered(test)
    connector.setReachable(false)
    expect(widget.stores.pairing.get().isRelayReachable).toBe(false)
    connector.offers[0]?.refuse(new RelayUnavailableError())
    await failed
    expect(widget.stores.pairing.get().phase).toBe('failed')
  })

  it('withdraws the offer when the modal is closed', async () => {
    const test = setUp()
    const { widget, connector } = test
    openModal(widget)
    const attempt = startPairing(widget)
    const gone = expect(attempt).rejects.toMatchObject({ code: 'connection/modal-closed' })
    await offered(test)
    closeModal(widget)
    await gone
    expect(connector.offers[0]?.signal.aborted).toBe(true)
    expect(widget.stores.pairing.get()).toMatchObject({ phase: 'idle', uri: undefined })
  })

  it('remembers the two wallets used last', async () => {
    const wallets = ['one', 'two', 'three'].map((id) => ({ id, name: id }))
    const test = setUp({ options: { customWallets: wallets } })
    const { widget, connector, storage } = test
    for (const [index, { id }] of wallets.entries()) {
      const attempt = startPairing(widget, { walletId: id })
      await offered(test, index + 1)
      connector.offers[index]?.approve(createFakePairedWallet())
      await attempt
    }
    expect(JSON.parse(storage.get('recent_wallets') ?? '')).toMatchObject([
      { id: 'three' },
      { id: 'two' },
    ])
  })

  it('lets go of a wallet that serves none of the site’s chain families', async () => {
    const test = setUp()
    const { widget, connector } = test
    const wallet = createFakePairedWallet({ namespaces: ['solana'] })
    const attempt = startPairing(widget)
    const failed = expect(attempt).rejects.toMatchObject({ code: 'network/chain-not-supported' })
    await offered(test)
    connector.offers[0]?.approve(wallet)
    await failed
    expect(wallet.ended()).toBe(true)
  })
})

describe('a paired wallet', () => {
  async function paired() {
    const test = setUp()
    const wallet = createFakePairedWallet()
    const attempt = startPairing(test.widget)
    await offered(test)
    test.connector.offers[0]?.approve(wallet)
    await attempt
    return { ...test, wallet }
  }

  it('is told when the visitor disconnects', async () => {
    const { widget, wallet } = await paired()
    await disconnect(widget)
    expect(wallet.ended()).toBe(true)
  })

  it('that ends the session is gone at once', async () => {
    const { widget, wallet } = await paired()
    wallet.hangUp()
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })
})

describe('a relay that refuses the token', () => {
  it('raises the alert that the session expired', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    await offered(test)
    test.connector.offers[0]?.refuse(
      toProposalError(
        new PairingError('pairing/relay-refused', 'Bad token', { data: 'InvalidJwt' }),
      ),
    )
    await expect(attempt).rejects.toMatchObject({ code: 'pairing/relay-refused' })
    expect(test.widget.stores.notice.get().alert?.short).toBe('Session Expired')
  })

  it('raises no such alert when it refuses the site', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    await offered(test)
    const data = 'OriginNotAllowed'
    test.connector.offers[0]?.refuse(
      toProposalError(new PairingError('pairing/relay-refused', 'Not allowed', { data })),
    )
    await expect(attempt).rejects.toMatchObject({ code: 'pairing/relay-refused' })
    expect(test.widget.stores.notice.get().alert).toBeUndefined()
  })
})

describe('after a reload', () => {
  const stored = { 'eip155:connected_connector_id': 'walletConnect' } as const

  it('the stored session is shown without asking the wallet', async () => {
    const { widget, connector } = setUp({ stored })
    connector.stored = createFakePairedWallet()
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toMatchObject({
      status: 'connected',
      connectorId: 'walletConnect',
    })
  })

  it('a session that is gone leaves an honest state', async () => {
    const { widget } = setUp({ stored })
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('a wallet that leaves while it is being taken up is not shown as connected', async () => {
    const { widget, connector } = setUp({ stored })
    connector.restore = async () => {
      const wallet = createFakePairedWallet()
      // Nobody listens yet.
      wallet.hangUp()
      return wallet
    }
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('a stale session is ended, and a new pairing is offered', async () => {
    const { widget, connector } = setUp({ stored })
    const wallet = createFakePairedWallet({ isStale: true })
    connector.stored = wallet
    await reconnect(widget)
    expect(wallet.ended()).toBe(true)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(widget.stores.modal.get().isOpen).toBe(true)
    expect(currentRoute(widget.stores.router.get()).view).toBe('ConnectingWalletConnect')
  })

  it('a session that is stale for one of its families is ended as a whole', async () => {
    const { widget, connector } = setUp({
      stored: { ...stored, 'solana:connected_connector_id': 'walletConnect' },
      options: {
        relayUrls: ['wss://relay.test'],
        families: [createFakeFamily('eip155'), createFakeFamily('solana')],
        networks: [testNetworks.mainnet, testNetworks.solana],
      },
    })
    const wallet = createFakePairedWallet({
      namespaces: ['eip155', 'solana'],
      isStale: (wanted) => wanted.some((id) => id.startsWith('solana:')),
    })
    connector.stored = wallet
    await reconnect(widget)
    expect(wallet.ended()).toBe(true)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(currentRoute(widget.stores.router.get()).view).toBe('ConnectingWalletConnect')
  })

  it('a stale session opens nothing once the visitor has connected otherwise', async () => {
    const { widget, connector, evm } = setUp({ stored })
    evm.announce({ id: 'io.one' })
    connector.stored = createFakePairedWallet({ isStale: true })
    const restoring = reconnect(widget)
    await connect(widget, { connectorId: 'io.one' })
    await restoring
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('an offer made before can still be taken up', async () => {
    const test = setUp()
    test.storage.set('pairing_pending', test.clock.now() + 60_000)
    const waiting = resumePendingPairing(test.widget)
    await expect.poll(() => test.clock.sleepers).toBeGreaterThan(0)
    test.connector.takeUp(createFakePairedWallet())
    await waiting
    await expect.poll(() => test.widget.stores.connection.get().eip155?.status).toBe('connected')
    expect(test.storage.get('pairing_pending')).toBeUndefined()
  })

  it('a session made just before, of which nothing else was written down, is taken up', async () => {
    const test = setUp()
    test.storage.set('pairing_pending', test.clock.now() + 60_000)
    test.connector.stored = createFakePairedWallet()
    await resumePendingPairing(test.widget)
    await expect.poll(() => test.widget.stores.connection.get().eip155?.status).toBe('connected')
    expect(test.storage.get('pairing_pending')).toBeUndefined()
  })

  it('the note of a newer offer outlives the earlier one', async () => {
    const test = setUp()
    const { clock, storage } = test
    storage.set('pairing_pending', clock.now() + 60_000)
    const waiting = resumePendingPairing(test.widget)
    await expect.poll(() => clock.sleepers).toBeGreaterThan(0)
    const newer = clock.now() + 240_000
    storage.set('pairing_pending', newer)
    await clock.advance(60_000)
    await waiting
    expect(storage.get('pairing_pending')).toBe(newer)
  })
})

describe('opening a wallet app', () => {
  it('fills the wallet’s link with the offer', async () => {
    const test = setUp({ device: { isMobile: true } })
    const { widget, page, storage } = test
    startPairing(widget, { walletId: 'acme' }).catch(() => undefined)
    await offered(test)
    openWallet(widget, { walletId: 'acme', platform: 'mobile' })
    expect(page.opened).toEqual([
      { url: `acme://wc?uri=${encodeURIComponent('wc:0@2')}`, target: '_self' },
    ])
    expect(storage.get('pairing_return_link')).toBe('acme://')
  })

  it('refuses a link that could run in the page', async () => {
    const evil = { id: 'evil', name: 'Evil', mobile_link: 'evil://' }
    const test = setUp({ device: { isMobile: true }, options: { customWallets: [evil] } })
    // As if it had come past the check of the options.
    evil.mobile_link = 'javascript://x'
    startPairing(test.widget, { walletId: 'evil' }).catch(() => undefined)
    await offered(test)
    expect(() => openWallet(test.widget, { walletId: 'evil', platform: 'mobile' })).toThrow()
    expect(test.page.opened).toEqual([])
  })
})
