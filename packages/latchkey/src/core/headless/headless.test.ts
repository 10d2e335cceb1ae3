import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createFakeFamily } from '../../../fixtures/fakeFamily.js'
import { createFakePairedWallet, createFakePairing } from '../../../fixtures/fakePairing.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { UserRejectedError } from '../runtime/errors/connection.js'
// Preloads lazy modules: imports are slow on a busy machine.
import '../pairing/actions/startPairing.lazy.js'
import '../config/providerData.lazy.js'
import type { Account } from '../connection/family.js'
import { getHeadless, type Headless, type HeadlessState } from './createHeadless.js'
import type { WalletItem } from './walletItem.js'

const acme = {
  id: 'acme',
  name: 'Acme',
  mobile_link: 'acme://',
  app_store: 'https://apps.test/acme',
  chains: ['eip155:1', 'solana:x'],
}

const solflare = {
  id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  name: 'Solflare',
}

function setUp({ device = {} }: Parameters<typeof createTestWidget>[0] = {}) {
  const evm = createFakeFamily('eip155')
  const solana = createFakeFamily('solana')
  const test = createTestWidget({
    device,
    options: {
      networks: [testNetworks.mainnet, testNetworks.solana],
      families: [evm, solana],
      relayUrls: ['wss://relay.test'],
      customWallets: device.isMobile ? [acme, solflare] : [acme],
    },
  })
  for (const family of [evm, solana]) family.announce({ id: 'io.poly', name: 'Poly' })
  const pairing = createFakePairing(test.clock.now)
  Object.assign(test.widget, { pairing: async () => pairing })
  const headless = getHeadless(test.widget)
  const offered = () => vi.waitFor(() => expect(headless.getState().pairingUri).toBeDefined())
  return { ...test, evm, solana, pairing, headless, offered }
}

describe('headless', () => {
  it('lists wallets with their data', () => {
    const { headless } = setUp()
    const { wallets } = headless.getState()
    expect(wallets.map(({ id, isInjected }) => [id, isInjected])).toEqual([
      ['walletConnect', false],
      ['io.poly', true],
      ['acme', false],
    ])
    expect(wallets[1]?.connectors).toMatchObject([
      { id: 'io.poly', chain: 'eip155' },
      { id: 'io.poly', chain: 'solana' },
    ])
    expect(wallets[2]?.walletInfo).toMatchObject({
      supportedNamespaces: ['eip155', 'solana'],
      website: undefined,
      installationLinks: { appStore: 'https://apps.test/acme' },
      deepLink: 'acme://',
    })
  })

  it('connects a wallet in the page for the given chain family', async () => {
    const { headless, widget, solana } = setUp()
    const seen: (string | undefined)[] = []
    const stop = headless.subscribe(({ connectingWallet }) => seen.push(connectingWallet?.name))
    const { accounts } = await headless.connect('io.poly', { namespace: 'solana' })
    stop()
    expect(accounts).toMatchObject([{ namespace: 'solana' }])
    expect(widget.stores.network.get().activeNamespace).toBe('solana')
    expect(solana.sessions).toHaveLength(1)
    expect(seen).toContain('Poly')
    expect(headless.getState().connectingWallet).toBeUndefined()
    expect(headless.getState().wallets[1]?.isConnected).toBe(true)
    expect(headless.getState()).toBe(headless.getState())
  })

  it('rejects with typed errors and can cancel', async () => {
    const { headless, evm, widget } = setUp()
    await expect(headless.connect('gone')).rejects.toMatchObject({
      code: 'connection/connector-not-found',
    })
    await expect(headless.connect('io.poly', { namespace: 'bip122' })).rejects.toMatchObject({
      code: 'connection/connector-not-found',
    })
    evm.behaviour.prompt = new UserRejectedError()
    await expect(headless.connect('io.poly')).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    evm.behaviour.prompt = 'never'
    const attempt = expect(headless.connect('io.poly')).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(headless.getState().connectingWallet?.id).toBe('io.poly')
    headless.resetConnectingWallet()
    await attempt
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('searches the local wallets without a directory', async () => {
    const { headless } = setUp()
    await headless.fetchWallets()
    expect(headless.getState().listed.map(({ id }) => id)).toEqual(['acme'])
    await headless.fetchWallets({ search: ' ac ' })
    expect(headless.getState()).toMatchObject({ count: 1, isFetchingWallets: false })
    await headless.fetchWallets({ search: 'nothing' })
    expect(headless.getState().listed).toEqual([])
  })

  it('shows a pairing URI until a wallet approves it or it is cancelled', async () => {
    const { headless, pairing, widget, storage } = setUp()
    const uri = await headless.getPairingUri()
    expect(await headless.getPairingUri()).toBe(uri)
    expect(headless.getState()).toMatchObject({ pairingUri: uri, isFetchingUri: false })
    headless.resetPairingUri()
    await vi.waitFor(() => expect(headless.getState().pairingUri).toBeUndefined())
    expect(pairing.offers[0]?.signal.aborted).toBe(true)

    await headless.getPairingUri()
    const connected = headless.connect('acme')
    pairing.offers[1]?.approve(createFakePairedWallet({ namespaces: ['eip155', 'solana'] }))
    expect((await connected).accounts).toHaveLength(2)
    expect(pairing.offers).toHaveLength(2)
    expect(JSON.parse(storage.get('recent_wallets') ?? '')).toMatchObject([{ id: 'acme' }])
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('pairs with the last chosen wallet', async () => {
    const { headless, pairing, offered, storage } = setUp()
    const first = expect(headless.connect('walletConnect')).rejects.toMatchObject({
      name: 'AbortError',
    })
    await offered()
    const second = headless.connect('acme')
    await first
    await vi.waitFor(() => expect(pairing.offers).toHaveLength(2))
    await offered()
    expect(pairing.offers[0]?.signal.aborted).toBe(true)
    expect(headless.getState()).toMatchObject({
      connectingWallet: { id: 'acme' },
      pairingError: undefined,
    })
    pairing.offers[1]?.approve(createFakePairedWallet())
    expect((await second).accounts).toHaveLength(1)
    expect(JSON.parse(storage.get('recent_wallets') ?? '')).toMatchObject([{ id: 'acme' }])
  })

  it('reports why a pairing failed', async () => {
    const { headless, pairing, offered } = setUp()
    const attempt = expect(headless.connect('walletConnect')).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    await offered()
    pairing.offers[0]?.refuse(new UserRejectedError())
    await attempt
    expect(headless.getState().pairingError).toBeInstanceOf(UserRejectedError)
  })

  it('opens the app on a phone, inside the click if the URI exists', async () => {
    const phone = { isMobile: true, isIos: true }
    const ahead = setUp({ device: phone })
    await ahead.headless.getPairingUri()
    await Promise.resolve()
    const connected = ahead.headless.connect('acme')
    expect(ahead.page.opened.map(({ url }) => url)).toEqual(['acme://wc?uri=wc%3A0%402'])
    ahead.pairing.offers[0]?.approve(createFakePairedWallet())
    await connected

    const later = setUp({ device: phone })
    const attempt = later.headless.connect('acme')
    await later.offered()
    await vi.waitFor(() => expect(later.page.opened).toHaveLength(1))
    later.pairing.offers[0]?.approve(createFakePairedWallet())
    await attempt
  })

  it('opens the page in a wallet app with a browser, and can be aborted', async () => {
    const { headless, page, pairing, clock } = setUp({ device: { isMobile: true, isIos: true } })
    const given = new AbortController()
    const attempt = headless.connect(solflare.id, { namespace: 'solana', signal: given.signal })
    expect(page.opened.map(({ url }) => url)).toEqual([
      expect.stringMatching(/^https:\/\/solflare\.com\/ul\/v1\/browse\/https%3A/),
    ])
    given.abort(new Error('enough'))
    await expect(attempt).rejects.toThrow('enough')
    expect(pairing.offers).toEqual([])
    expect(clock.sleepers).toBe(0)
  })

  it('has precise types', () => {
    expectTypeOf<Headless['getState']>().returns.toEqualTypeOf<HeadlessState>()
    expectTypeOf<HeadlessState['wallets']>().items.toEqualTypeOf<WalletItem>()
    expectTypeOf<Headless['connect']>().parameter(0).toEqualTypeOf<WalletItem | string>()
    expectTypeOf<Headless['connect']>().returns.resolves.toEqualTypeOf<{
      readonly accounts: readonly Account[]
    }>()
    expectTypeOf<Headless['getPairingUri']>().returns.resolves.toEqualTypeOf<string>()
    // @ts-expect-error: unknown chain family
    expectTypeOf<Headless['connect']>().toBeCallableWith('acme', { namespace: 'near' })
  })
})
