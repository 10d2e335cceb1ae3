import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import type { LatchkeyOptions } from '../../config/options.js'
import { connect } from '../../connection/actions/connect.js'
import { ModalClosedError, UserRejectedError } from '../../runtime/errors/connection.js'
import { WidgetError } from '../../runtime/errors/WidgetError.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { currentRoute } from '../store.js'
import type { PublicViewName } from '../views.js'
import { closeModal, goBack, navigate, openModal, requestClose } from './navigation.js'
import { notify, presentError } from './notify.js'
import { type OpenViewParameters, openView } from './openView.js'

const view = (widget: Widget) => currentRoute(widget.stores.router.get()).view

describe('openView', () => {
  it('shows Connect, or Account when a wallet is connected', async () => {
    const { widget, evm } = createTestWidget()
    openModal(widget)
    expect(view(widget)).toBe('Connect')
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    openModal(widget)
    expect(view(widget)).toBe('Account')
  })

  it('shows the given view and clears the history', () => {
    const { widget } = createTestWidget()
    openModal(widget)
    navigate(widget, { view: 'WhatIsAWallet', params: undefined })
    openView(widget, { view: 'Networks' })
    expect(view(widget)).toBe('Networks')
    expect(widget.stores.router.get().history).toHaveLength(1)
  })

  it.each(['WalletSend', 'WalletReceive', 'Transactions', 'ProfileWallets'] as const)(
    'opens %s when a wallet is connected, and Connect otherwise',
    async (name) => {
      const { widget, evm } = createTestWidget()
      openView(widget, { view: name })
      expect(view(widget)).toBe('Connect')
      evm.announce({ id: 'io.one' })
      await connect(widget, { connectorId: 'io.one' })
      openView(widget, { view: name })
      expect(view(widget)).toBe(name)
    },
  )

  it('opens Swap with its arguments, and rejects it without a provider', async () => {
    const given = { amount: '2', fromToken: 'ETH', toToken: 'USDC' }
    const { widget, evm } = createTestWidget({ provider: createFakeProvider() })
    evm.announce({ id: 'io.one' })
    openView(widget, { view: 'Swap', arguments: given })
    expect(view(widget)).toBe('Connect')
    await connect(widget, { connectorId: 'io.one' })
    openView(widget, { view: 'Swap', arguments: given })
    expect(currentRoute(widget.stores.router.get())).toEqual({ view: 'Swap', params: given })
    const { widget: alone } = createTestWidget()
    expect(() => openView(alone, { view: 'Swap' })).toThrow('features.swaps')
  })

  it('activates the given chain family', () => {
    const { widget } = createTestWidget({
      options: {
        networks: [testNetworks.mainnet, testNetworks.solana],
        families: [createFakeFamily('eip155'), createFakeFamily('solana')],
      },
    })
    openModal(widget, { namespace: 'solana' })
    expect(widget.stores.network.get().activeNamespace).toBe('solana')
    expect(widget.stores.modal.get().namespace).toBe('solana')
    closeModal(widget)
    expect(widget.stores.modal.get().namespace).toBeUndefined()
  })

  it('shows a given pairing URI', () => {
    const { widget } = createTestWidget()
    openView(widget, { uri: 'wc:abc@2' })
    expect(view(widget)).toBe('ConnectingWalletConnect')
    expect(widget.stores.pairing.get()).toMatchObject({ phase: 'waiting', uri: 'wc:abc@2' })
  })

  it('passes arguments to the view and throws for unknown connectors and networks', () => {
    const { widget, evm } = createTestWidget()
    evm.announce({ id: 'io.one' })
    openView(widget, { view: 'ConnectingExternal', arguments: { connectorId: 'io.one' } })
    expect(currentRoute(widget.stores.router.get())).toEqual({
      view: 'ConnectingExternal',
      params: { connectorId: 'io.one' },
    })
    openView(widget, { view: 'SwitchNetwork', arguments: { networkId: 'eip155:8453' } })
    expect(view(widget)).toBe('SwitchNetwork')
    const gone = { view: 'ConnectingExternal', arguments: { connectorId: 'io.gone' } } as const
    expect(() => openView(widget, gone)).toThrow('Provider not found.')
    const unknown = { view: 'SwitchNetwork', arguments: { networkId: 'eip155:5' } } as const
    expect(() => openView(widget, unknown)).toThrow('CaipNetwork not found')
    expect(view(widget)).toBe('SwitchNetwork')
  })

  const loginSite = { providerUrls: { login: 'https://login.test' } }
  it.each<[PublicViewName, string, Partial<LatchkeyOptions>, Partial<LatchkeyOptions>]>([
    ['WalletSend', 'features.send', { features: { send: false } }, {}],
    ['WalletReceive', 'features.receive', { features: { receive: false } }, {}],
    ['Transactions', 'features.history', { features: { history: false } }, {}],
    ['Transactions', 'features.history', { basic: true }, {}],
    ['EmailLogin', 'features.email', { ...loginSite, features: { email: false } }, loginSite],
    ['EmailLogin', 'features.email', {}, loginSite],
    ['ConnectSocials', 'features.socials', { ...loginSite, features: { socials: [] } }, loginSite],
    ['AllWallets', 'allWallets', { features: { allWallets: false } }, {}],
    ['AllWallets', 'allWallets', { allWallets: 'HIDE' }, {}],
    ['AllWallets', 'allWallets', { allWallets: 'ONLY_MOBILE' }, {}],
    ['AllWallets', 'allWallets', { enableWallets: false }, {}],
    ['ConnectingWalletConnect', 'relayUrls', {}, { relayUrls: ['wss://relay.test'] }],
    ['Networks', 'enableNetworkSwitch', { enableNetworkSwitch: false }, {}],
    ['RegisterAccountName', 'names', {}, { providerUrl: 'https://provider.test' }],
    ['AccountSettings', 'providerUrls.login', {}, loginSite],
    ['UpdateEmailWallet', 'providerUrls.login', {}, loginSite],
    ['WalletSecurity', 'providerUrls.login', {}, loginSite],
  ])('throws for %s without %s', (name, option, off, on) => {
    const { widget } = createTestWidget({ options: off })
    const parameters = { view: name } as OpenViewParameters
    expect(() => openView(widget, parameters)).toThrow(
      expect.objectContaining({ code: 'interface/view-unavailable', view: name, option }),
    )
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(() => openModal(createTestWidget({ options: on }).widget, parameters)).not.toThrow()
  })

  it('throws for names where the provider has no open zone', () => {
    const { widget } = createTestWidget({ options: { providerUrl: 'https://provider.test' } })
    widget.stores.settings.set({ nameZone: undefined })
    expect(() => openView(widget, { view: 'RegisterAccountName' })).toThrow(/names/)
  })

  it('throws for a view that the provider has turned off', () => {
    const { widget } = createTestWidget()
    const { settings } = widget.stores
    settings.set(({ remoteFeatures }) => ({
      remoteFeatures: { ...remoteFeatures, activity: false },
    }))
    expect(() => openView(widget, { view: 'Transactions' })).toThrow(/features\.history/)
  })

  it.each(['SwapPreview', 'connect', 'ApproveTransaction', 'constructor', '', 7, null])(
    'throws for the unknown view %o and lists the known views',
    (name) => {
      const { widget } = createTestWidget()
      const parameters = { view: name } as unknown as OpenViewParameters
      expect(() => openView(widget, parameters)).toThrow(
        expect.objectContaining({
          code: 'interface/unknown-view',
          message: expect.stringMatching(/Connect, Account, Networks.*WalletSecurity/),
        }),
      )
      expect(widget.stores.modal.get().isOpen).toBe(false)
    },
  )

  it.each(['ConnectingExternal', 'SwitchNetwork'])('throws for %s without arguments', (name) => {
    const { widget } = createTestWidget()
    const parameters = { view: name } as unknown as OpenViewParameters
    expect(() => openView(widget, parameters)).toThrow(WidgetError)
  })

  it('does nothing in basic mode when a wallet is connected', async () => {
    const { widget, evm } = createTestWidget({ options: { basic: true } })
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    openModal(widget)
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })
})

describe('navigate and goBack', () => {
  it('goes back view by view and closes the modal from the first', () => {
    const { widget } = createTestWidget()
    openModal(widget)
    navigate(widget, { view: 'WhatIsAWallet', params: undefined })
    navigate(widget, { view: 'GetWallet', params: undefined })
    goBack(widget)
    expect(view(widget)).toBe('WhatIsAWallet')
    expect(widget.stores.router.get().direction).toBe('prev')
    goBack(widget)
    goBack(widget)
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('does nothing when the view is the current one', () => {
    const { widget } = createTestWidget()
    navigate(widget, { view: 'Connect', params: undefined })
    expect(widget.stores.router.get().history).toHaveLength(1)
  })

  it('replaces the current view in the history', () => {
    const { widget } = createTestWidget()
    navigate(widget, { view: 'WhatIsAWallet', params: undefined })
    navigate(widget, { view: 'GetWallet', params: undefined, how: 'replace' })
    expect(widget.stores.router.get().history.map((route) => route.view)).toEqual([
      'Connect',
      'GetWallet',
    ])
  })
})

describe('requestClose and closeModal', () => {
  it('shakes instead of closing on an unsupported network', async () => {
    const { widget, clock } = createTestWidget()
    openView(widget, { view: 'UnsupportedChain' })
    requestClose(widget)
    expect(widget.stores.modal.get()).toMatchObject({ isOpen: true, isShaking: true })
    navigate(widget, { view: 'SwitchNetwork', params: { networkId: 'eip155:1' } })
    await clock.advance(limits.shakeDuration)
    expect(widget.stores.modal.get().isShaking).toBe(false)
    requestClose(widget)
    expect(widget.stores.modal.get()).toMatchObject({ isOpen: true, isShaking: true })
  })

  it('closes where only a feature does not support the network', () => {
    const { widget } = createTestWidget()
    openModal(widget)
    navigate(widget, { view: 'UnsupportedChain', params: { feature: 'swap' } })
    requestClose(widget)
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it('shows the first view in embedded mode', () => {
    const { widget } = createTestWidget({ options: { enableEmbedded: true } })
    navigate(widget, { view: 'WhatIsAWallet', params: undefined })
    closeModal(widget)
    expect(view(widget)).toBe('Connect')
  })
})

describe('notify and presentError', () => {
  it('shows a toast after a pause when it replaces another', async () => {
    const { widget, clock } = createTestWidget()
    await notify(widget, { variant: 'success', message: 'one' })
    const second = notify(widget, { variant: 'error', message: 'two' })
    expect(widget.stores.notice.get().toast).toBeUndefined()
    await clock.advance(limits.toastReshowDelay)
    await second
    expect(widget.stores.notice.get().toast).toMatchObject({ message: 'two', id: 2 })
  })

  it('shows only the newest of two toasts that replace one', async () => {
    const { widget, clock } = createTestWidget()
    await notify(widget, { variant: 'success', message: 'one' })
    const second = notify(widget, { variant: 'success', message: 'two' })
    const third = notify(widget, { variant: 'success', message: 'three' })
    await clock.advance(limits.toastReshowDelay)
    await Promise.all([second, third])
    expect(widget.stores.notice.get().toast).toMatchObject({ message: 'three', id: 3 })
  })

  it('shows known errors, a general text for others, and nothing when cancelled', async () => {
    const { widget, log } = createTestWidget()
    presentError(widget, new ModalClosedError())
    presentError(widget, new DOMException('gone', 'AbortError'))
    expect(widget.stores.notice.get().toast).toBeUndefined()
    presentError(widget, new UserRejectedError())
    expect(widget.stores.notice.get().toast).toMatchObject({ message: 'Connection rejected' })
    const { widget: other } = createTestWidget()
    presentError(other, new TypeError('x is not a function'))
    expect(other.stores.notice.get().toast).toMatchObject({ message: 'Something went wrong' })
    expect(log.entries).toEqual([])
  })
})
