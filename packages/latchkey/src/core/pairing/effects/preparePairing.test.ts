import { describe, expect, it, vi } from 'vitest'
import { createFakePairedWallet, createFakePairing } from '../../../../fixtures/fakePairing.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { closeModal, goBack, navigate, openModal } from '../../modal/actions/navigation.js'
import { currentRoute } from '../../modal/store.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import { RelayUnavailableError } from '../../runtime/errors/pairing.js'
import { selectWallet } from '../../wallets/actions/selectWallet.js'
import { createTapOpener } from '../../wallets/tapOpener.js'
import { getOrCreate, type Widget } from '../../widget.js'
import { createPairingOffer } from '../actions/pairingOffer.js'
import '../actions/startPairing.lazy.js'

const acme = { id: 'acme', name: 'Acme', mobile_link: 'acme://' }
const phone = { isMobile: true, isAndroid: true }

function setUp({
  device = phone,
  wallets = [acme],
  savesData = false,
}: {
  device?: object
  wallets?: (typeof acme | { id: string; name: string })[]
  savesData?: boolean
} = {}) {
  const options = { relayUrls: ['wss://relay.test'], wallets }
  const test = createTestWidget({ device, options })
  const { widget, clock } = test
  const connector = createFakePairing(clock.now)
  Object.assign(widget, { pairing: async () => connector })
  Object.assign(widget.ports.system, { savesData: () => savesData })
  const isReady = () => widget.stores.pairing.get().isPublished
  const wait = (walletId: string, signal: AbortSignal) =>
    getOrCreate(widget, createPairingOffer).waitForWallet({ walletId, signal })
  return { ...test, connector, wait, ready: () => vi.waitFor(() => expect(isReady()).toBe(true)) }
}

/** Waits for the code that only phones load. */
const loaded = (widget: Widget) =>
  vi.waitFor(() => expect(getOrCreate(widget, createTapOpener).open).toBeDefined())

/** Enough turns for an offer that must not be made. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('on a phone', () => {
  it('opens the app within the tap, with an offer that the relay already has, and connects', async () => {
    const { widget, connector, ready, page, wait, storage } = setUp()
    openModal(widget)
    await ready()
    expect(widget.stores.modal.get().busy).toEqual([])
    expect(storage.get('pairing_pending')).toBeUndefined()
    selectWallet(widget, { walletId: 'acme' })
    // Without a turn in between.
    expect(page.opened).toEqual([{ url: 'acme://wc?uri=wc%3A0%402', target: '_self' }])
    expect(storage.get('pairing_pending')).toBeDefined()
    expect(currentRoute(widget.stores.router.get())).toEqual({
      view: 'ConnectingWalletConnect',
      params: { walletId: 'acme', isOpened: true },
    })
    const connected = wait('acme', new AbortController().signal)
    connector.offers[0]?.approve(createFakePairedWallet())
    await connected
    expect(connector.offers).toHaveLength(1)
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
    expect(widget.stores.registry.get().recent.map(({ id }) => id)).toEqual(['acme'])
  })

  it('keeps the offer when the visitor goes back and chooses another wallet', async () => {
    const other = { id: 'other', name: 'Other', mobile_link: 'other://' }
    const { widget, connector, ready, page, wait } = setUp({ wallets: [acme, other] })
    openModal(widget)
    await ready()
    selectWallet(widget, { walletId: 'acme' })
    const view = new AbortController()
    const left = expect(wait('acme', view.signal)).rejects.toThrow('left')
    view.abort(new Error('left'))
    await left
    goBack(widget)
    selectWallet(widget, { walletId: 'other' })
    expect(page.opened.map(({ url }) => url)).toEqual([
      'acme://wc?uri=wc%3A0%402',
      'other://wc?uri=wc%3A0%402',
    ])
    expect(connector.offers).toHaveLength(1)
  })

  it('makes a new offer after one was declined', async () => {
    const { widget, connector, ready, wait } = setUp()
    openModal(widget)
    await ready()
    selectWallet(widget, { walletId: 'acme' })
    const signal = new AbortController().signal
    const declined = expect(wait('acme', signal)).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    connector.offers[0]?.refuse(new UserRejectedError())
    await declined
    expect(widget.stores.pairing.get().phase).toBe('declined')
    const again = wait('acme', signal)
    await vi.waitFor(() => expect(connector.offers).toHaveLength(2))
    connector.offers[1]?.approve(createFakePairedWallet())
    await again
  })

  it('ends the offer with the modal, and makes one when it opens again', async () => {
    const { widget, connector, ready, page } = setUp()
    openModal(widget)
    await ready()
    closeModal(widget)
    await vi.waitFor(() => expect(connector.offers[0]?.signal.aborted).toBe(true))
    await settle()
    expect(connector.offers).toHaveLength(1)
    openModal(widget)
    await vi.waitFor(() => expect(connector.offers).toHaveLength(2))
    expect(page.opened).toEqual([])
  })

  it('tries a failed offer once, and reports it only to a visitor who chose a wallet', async () => {
    const { widget, connector, ready, events } = setUp()
    openModal(widget)
    await ready()
    connector.offers[0]?.refuse(new RelayUnavailableError())
    await vi.waitFor(() => expect(widget.stores.pairing.get().phase).toBe('failed'))
    navigate(widget, { view: 'AllWallets' })
    await settle()
    expect(connector.offers).toHaveLength(1)
    expect(events).not.toContain('CONNECT_ERROR')
  })

  it('opens nothing in the tap while the relay does not have the offer', async () => {
    const { widget, connector, page } = setUp()
    Object.assign(connector, {
      propose: (given: Parameters<typeof connector.propose>[0]) => ({
        ...createFakePairing(() => 0).propose(given),
        published: new Promise(() => {}),
      }),
    })
    openModal(widget)
    await vi.waitFor(() => expect(widget.stores.pairing.get().uri).toBeDefined())
    selectWallet(widget, { walletId: 'acme' })
    expect(page.opened).toEqual([])
    expect(currentRoute(widget.stores.router.get()).params).toEqual({ walletId: 'acme' })
  })

  it('opens a wallet with a browser within the tap, without an offer', async () => {
    const id = '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'
    const options = {
      customWallets: [{ id, name: 'Solflare' }],
      relayUrls: ['wss://relay.test'],
    }
    const { widget, page } = createTestWidget({ device: phone, options })
    await loaded(widget)
    widget.stores.modal.set({ isOpen: true, namespace: 'solana' })
    selectWallet(widget, { walletId: id })
    expect(page.opened.map(({ url }) => url)).toEqual([expect.stringContaining('solflare.com')])
  })
})

it.each([
  ['on a computer', { device: {} }],
  ['for a visitor who saves data', { savesData: true }],
  ['without a wallet that an app link opens', { wallets: [{ id: 'a', name: 'A' }] }],
])('makes no offer ahead %s', async (_, settings) => {
  const { widget, connector } = setUp(settings)
  openModal(widget)
  await settle()
  expect(connector.offers).toEqual([])
  expect(widget.stores.pairing.get().phase).toBe('idle')
})
