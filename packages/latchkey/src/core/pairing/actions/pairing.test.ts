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

/** Waits for the offer. */
const offered = (test: ReturnType<typeof setUp>, count = 1) =>
  expect.poll(() => test.connector.offers.length).toBe(count)

describe('pairing', () => {
  it('offers a code and connects the wallet that approves', async () => {
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

  it('renews the code ten seconds before it expires and still accepts the old one', async () => {
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

  it('continues with the new code when the old one expires', async () => {
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

  it('rejects when the wallet rejects the replaced code', async () => {
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

  it('keeps a newer attempt when the replaced one ends', async () => {
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

  it('is `declined` when the wallet rejects, and can try again', async () => {
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

  it('is `failed` when the relay is unreachable', async () => {
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

  it('cancels the offer when the modal closes', async () => {
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

  it('stores the two most recent wallets', async () => {
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

  it('ends the session when the wallet supports none of the namespaces', async () => {
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

  it('is notified when the visitor disconnects', async () => {
    const { widget, wallet } = await paired()
    await disconnect(widget)
    expect(wallet.ended()).toBe(true)
  })

  it('is removed when it ends the session', async () => {
    const { widget, wallet } = await paired()
    wallet.hangUp()
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })
})

describe('a relay that rejects the token', () => {
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

  it('raises no such alert when it rejects the site', async () => {
    const test = setUp()
    const attempt = startPairing(test.widget)
    await offered(test)
    const data = 'OriginNotAllowed'
    test.connector.offers[0]?.refuse(
      toProposalError(new PairingError('pairing/relay-refused', 'Not\u202e allowed', { data })),
    )
    await expect(attempt).rejects.toMatchObject({
      code: 'pairing/relay-refused',
      message: 'The connection service rejected this site: Not allowed',
    })
    expect(test.widget.stores.notice.get().alert).toBeUndefined()
  })
})

describe('after a reload', () => {
  const stored = { 'eip155:connected_connector_id': 'walletConnect' } as const

  it('restores the stored session without a request to the wallet', async () => {
    const { widget, connector } = setUp({ stored })
    connector.stored = createFakePairedWallet()
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toMatchObject({
      status: 'connected',
      connectorId: 'walletConnect',
    })
  })

  it('is disconnected when the session is gone', async () => {
    const { widget } = setUp({ stored })
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('is disconnected when the wallet disconnects during the restore', async () => {
    const { widget, connector } = setUp({ stored })
    connector.restore = async () => {
      const wallet = createFakePairedWallet()
      // There are no listeners yet.
      wallet.hangUp()
      return wallet
    }
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('ends a stale session and offers a new pairing', async () => {
    const { widget, connector } = setUp({ stored })
    const wallet = createFakePairedWallet({ isStale: true })
    connector.stored = wallet
    await reconnect(widget)
    expect(wallet.ended()).toBe(true)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(widget.stores.modal.get().isOpen).toBe(true)
    expect(currentRoute(widget.stores.router.get()).view).toBe('ConnectingWalletConnect')
  })

  it('ends a session that is stale in one namespace', async () => {
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

  it('does not open the modal for a stale session when the visitor has connected', async () => {
    const { widget, connector, evm } = setUp({ stored })
    evm.announce({ id: 'io.one' })
    connector.stored = createFakePairedWallet({ isStale: true })
    const restoring = reconnect(widget)
    await connect(widget, { connectorId: 'io.one' })
    await restoring
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('connects a wallet that approves an earlier offer', async () => {
    const test = setUp()
    test.storage.set('pairing_pending', String(test.clock.now() + 60_000))
    const waiting = resumePendingPairing(test.widget)
    await expect.poll(() => test.clock.sleepers).toBeGreaterThan(0)
    test.connector.takeUp(createFakePairedWallet())
    await waiting
    await expect.poll(() => test.widget.stores.connection.get().eip155?.status).toBe('connected')
    expect(test.storage.get('pairing_pending')).toBeUndefined()
  })

  it('restores a session that was approved just before the reload', async () => {
    const test = setUp()
    test.storage.set('pairing_pending', String(test.clock.now() + 60_000))
    test.connector.stored = createFakePairedWallet()
    await resumePendingPairing(test.widget)
    await expect.poll(() => test.widget.stores.connection.get().eip155?.status).toBe('connected')
    expect(test.storage.get('pairing_pending')).toBeUndefined()
  })

  it.each(['0', '-1', 'soon', '{}'])('removes the entry %j without pairing', async (text) => {
    const test = setUp()
    test.storage.set('pairing_pending', text)
    const resumed = resumePendingPairing(test.widget)
    // Before awaiting: with a valid entry the call waits until it expires.
    expect(test.storage.get('pairing_pending')).toBeUndefined()
    await resumed
    expect(test.clock.sleepers).toBe(0)
  })

  it('keeps the entry of a newer offer', async () => {
    const test = setUp()
    const { clock, storage } = test
    storage.set('pairing_pending', String(clock.now() + 60_000))
    const waiting = resumePendingPairing(test.widget)
    await expect.poll(() => clock.sleepers).toBeGreaterThan(0)
    const newer = String(clock.now() + 240_000)
    storage.set('pairing_pending', newer)
    await clock.advance(60_000)
    await waiting
    expect(storage.get('pairing_pending')).toBe(newer)
  })
})

describe('openWallet', () => {
  it('adds the pairing URI to the link of the wallet', async () => {
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

  it('rejects a link that could run a script', async () => {
    const evil = { id: 'evil', name: 'Evil', mobile_link: 'evil://' }
    const test = setUp({ device: { isMobile: true }, options: { customWallets: [evil] } })
    // As if it had passed the options check.
    evil.mobile_link = 'javascript://x'
    startPairing(test.widget, { walletId: 'evil' }).catch(() => undefined)
    await offered(test)
    expect(() => openWallet(test.widget, { walletId: 'evil', platform: 'mobile' })).toThrow()
    expect(test.page.opened).toEqual([])
  })
})
