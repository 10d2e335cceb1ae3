import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../fixtures/fakeFamily.js'
import { createFakeProvider } from '../../fixtures/fakeProvider.js'
import { createFakeChain, withTransfers } from '../../fixtures/fakeTransfers.js'
import { createTestWidget } from '../../fixtures/testWidget.js'
import { announceInstance, type Instance } from '../boot/instances.js'
import type { Latchkey } from '../boot/latchkey.js'
import { getJournal } from '../core/account/journal/createJournal.js'
import { connect } from '../core/connection/actions/connect.js'
import type { Connected } from '../core/connection/store.js'
import { closeModal } from '../core/modal/actions/navigation.js'
import { currentRoute } from '../core/modal/store.js'
import type { PaymentOptions } from '../core/pay/payment.js'
import { UserRejectedError } from '../core/runtime/errors/connection.js'
import { WalletRequestError } from '../core/runtime/errors/wallet.js'
import * as limits from '../core/runtime/limits.js'
import type { Popup } from '../core/runtime/ports.js'
import { leaveExchange, payByExchange } from '../features/pay/actions/payByExchange.js'
import {
  chooseWallet,
  estimatePayment,
  payFromWallet,
} from '../features/pay/actions/payFromWallet.js'
import '../features/pay/actions/startPayment.js'
import { getAvailableExchanges, getPayUrl } from './exchanges.js'
import {
  getIsPaymentInProgress,
  getPayError,
  getPayResult,
  openPay,
  pay,
  subscribePay,
} from './openPay.js'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const order: PaymentOptions = {
  paymentAsset: {
    network: 'eip155:1',
    asset: 'native',
    metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  recipient: bob,
  amount: '0.25',
  id: 'order-1',
}
const exchange = { id: 'sandbox', name: 'Sandbox', imageUrl: null }
const checkout = { url: 'https://exchange.test/?s=1', sessionId: 'a'.repeat(32) }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

type Status = 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'

async function setUp({ isConnected = true, features = { pay: true } } = {}) {
  const evm = createFakeFamily()
  const chain = createFakeChain()
  const status = { current: 'UNKNOWN' as Status }
  const answers: Record<string, () => object> = {
    reown_getExchanges: () => ({ exchanges: [exchange], total: 1 }),
    reown_getExchangePayUrl: () => checkout,
    reown_getExchangeBuyStatus: () => ({ status: status.current }),
  }
  const provider = createFakeProvider({
    requestPay: ({ method = '' }) => ({ jsonrpc: '2.0', id: 1, result: answers[method]?.() }),
  })
  const test = createTestWidget({
    provider,
    options: { features, families: [withTransfers(evm, chain)] },
  })
  evm.behaviour.accounts = [own]
  evm.announce({ id: 'io.one', name: 'One' })
  const { widget, clock } = test
  const latchkey = {} as Latchkey
  const host = { fetch: async () => undefined, mount: async () => undefined }
  announceInstance({ name: '', latchkey, widget, host, preload: {} } as unknown as Instance)
  const connectWallet = () => connect(widget, { connectorId: 'io.one' })
  if (isConnected) await connectWallet()
  const journal = getJournal(widget)
  return {
    ...test,
    evm,
    chain,
    provider,
    answers,
    status,
    journal,
    latchkey,
    connectWallet,
    view: () => currentRoute(widget.stores.router.get()).view,
    review: async () => {
      await chooseWallet(widget)
      await estimatePayment(widget, { signal: widget.signal })
    },
    mine: () => {
      for (const { id } of journal.entries()) journal.update(id, { status: 'final' })
    },
    settle: () => clock.advance(limits.tabSettling),
  }
}

describe('a payment from a wallet', () => {
  it('is made once and reports its transaction', async () => {
    const { widget, chain, review, settle, mine, view, clock, events, page } = await setUp()
    const outcome = pay({ ...order, redirectUrl: { success: 'https://shop.test/thanks' } })
    await vi.waitFor(() => expect(view()).toBe('Pay'))
    await review()
    expect(view()).toBe('PayQuote')
    void payFromWallet(widget)
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(1))
    expect(view()).toBe('PayLoading')
    expect(getIsPaymentInProgress()).toBe(true)
    await vi.waitFor(() => expect(events).toContain('PAY_INITIATED'))
    mine()
    expect(await outcome).toEqual({
      success: true,
      result: expect.objectContaining({
        id: 'order-1',
        method: 'wallet',
        recipient: bob,
        amount: '0.25',
        asset: 'eip155:1/slip44:60',
        from: own,
        hash: expect.stringContaining('0xhash'),
      }),
    })
    expect(getPayResult()?.id).toBe('order-1')
    expect(events).toContain('PAY_SUCCESS')
    expect(widget.stores.modal.get().isOpen).toBe(true)
    await clock.advance(limits.paidPause)
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(page.opened.at(-1)).toEqual({ url: 'https://shop.test/thanks', target: '_self' })
  })

  it('is not made again for the same id, also from another account', async () => {
    const { widget, chain, review, settle, mine, view, clock } = await setUp()
    await openPay(order)
    await review()
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(1))
    mine()
    await vi.waitFor(() => expect(getPayResult()).toBeDefined())
    await clock.advance(limits.paidPause)
    await expect(pay(order)).resolves.toMatchObject({ success: true })
    expect(view()).toBe('PayLoading')
    // A second order of the same price is another payment.
    await openPay({ ...order, id: 'order-2' })
    await review()
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(2))
  })

  it('can be tried again when declined, and ends when the modal closes', async () => {
    const { widget, chain, review, settle, view, journal } = await setUp()
    const outcome = pay(order)
    await vi.waitFor(() => expect(view()).toBe('Pay'))
    await review()
    chain.wallet = async () => {
      throw new UserRejectedError({ request: true })
    }
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(getPayError()).toBeDefined())
    expect(journal.entries()).toEqual([])
    expect(getIsPaymentInProgress()).toBe(false)
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(2))
    await vi.waitFor(() => expect(getIsPaymentInProgress()).toBe(false))
    closeModal(widget)
    expect(await outcome).toMatchObject({ success: false, code: 'GENERIC_PAYMENT_ERROR' })
    void payFromWallet(widget)
    await settle()
    expect(chain.requests).toHaveLength(2)
  })

  it('asks before it pays again after a lost answer', async () => {
    const { widget, chain, review, settle } = await setUp()
    await openPay(order)
    await review()
    chain.wallet = async () => {
      throw new WalletRequestError('One')
    }
    await payFromWalletSettled()
    await vi.waitFor(() => expect(getPayError()).toBeDefined())
    await payFromWalletSettled()
    expect(chain.requests).toHaveLength(1)

    async function payFromWalletSettled() {
      void payFromWallet(widget)
      await settle()
    }
  })

  it('is refused when the funds, the account or the network have changed', async () => {
    const { widget, chain, review, evm } = await setUp()
    await openPay(order)
    chain.balances.set('', 10n ** 17n)
    await review()
    await expect(payFromWallet(widget)).rejects.toMatchObject({ code: 'send/insufficient-funds' })
    chain.balances.set('', 10n ** 18n)
    await estimatePayment(widget, { signal: widget.signal })
    evm.behaviour.accounts = [bob]
    const { eip155 } = widget.stores.connection.get()
    const active = { namespace: 'eip155', address: bob, type: 'eoa' } as const
    widget.stores.connection.set({ eip155: { ...eip155, active } as Connected })
    await expect(payFromWallet(widget)).rejects.toMatchObject({ code: 'send/review-outdated' })
    expect(chain.requests).toEqual([])
  })

  it('continues after the visitor has connected', async () => {
    const { widget, view, connectWallet } = await setUp({ isConnected: false })
    await openPay(order)
    await chooseWallet(widget)
    expect(view()).toBe('Connect')
    await connectWallet()
    expect(view()).toBe('PayQuote')
    expect(widget.stores.modal.get().isOpen).toBe(true)
  })

  it('ends when the visitor closes the modal without a wallet', async () => {
    const { widget, view } = await setUp({ isConnected: false })
    const outcome = pay(order)
    await vi.waitFor(() => expect(view()).toBe('Pay'))
    await chooseWallet(widget)
    closeModal(widget)
    expect(await outcome).toMatchObject({ success: false, error: 'Payment cancelled' })
  })
})

describe('limits', () => {
  it('ends at the limit and can then not be paid', async () => {
    const { widget, chain, review, clock, view } = await setUp()
    const outcome = pay(
      { ...order, redirectUrl: { success: 'https://a.test', failure: 'https://b.test' } },
      5_000,
    )
    await vi.waitFor(() => expect(view()).toBe('Pay'))
    await review()
    await clock.advance(5_000)
    expect(await outcome).toEqual({
      success: false,
      error: 'Payment timeout',
      code: 'GENERIC_PAYMENT_ERROR',
    })
    expect(widget.stores.modal.get().isOpen).toBe(false)
    await payFromWallet(widget)
    expect(chain.requests).toEqual([])
  })

  it('needs the feature and one payment at a time', async () => {
    await setUp({ features: { pay: false } })
    await expect(openPay(order)).rejects.toMatchObject({ code: 'INVALID_PAYMENT_CONFIG' })
    vi.stubGlobal('window', new EventTarget())
    await expect(openPay(order)).rejects.toMatchObject({ code: 'UNABLE_TO_INITIATE_PAYMENT' })
    const { widget, review, settle, chain } = await setUp()
    chain.wallet = () => new Promise(() => {})
    await openPay(order)
    await review()
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(1))
    await expect(openPay({ ...order, id: 'order-2' })).rejects.toMatchObject({
      code: 'UNABLE_TO_INITIATE_PAYMENT',
    })
    await openPay(order)
    expect(chain.requests).toHaveLength(1)
  })
})

describe('a payment by exchange', () => {
  async function openExchange() {
    const test = await setUp()
    const { widget, page, view, clock } = test
    const popup = { at: 'about:blank', isOpen: true }
    page.openPopup = () =>
      ({
        navigate: (to: string) => {
          popup.at = to
        },
        close: () => {
          popup.isOpen = false
        },
        isClosed: () => !popup.isOpen,
        hasLeft: () => popup.at !== 'about:blank',
      }) as Popup
    const outcome = pay(order)
    await vi.waitFor(() => expect(view()).toBe('Pay'))
    payByExchange(widget, { exchange })
    payByExchange(widget, { exchange })
    await vi.waitFor(() => expect(popup.at).toBe(checkout.url))
    const poll = () => clock.advance(limits.paymentPolling)
    return { ...test, popup, outcome, poll }
  }

  it('opens one session and follows it', async () => {
    const { outcome, poll, status, provider, view } = await openExchange()
    expect(view()).toBe('PayLoading')
    await poll()
    status.current = 'SUCCESS'
    await poll()
    expect(await outcome).toMatchObject({
      success: true,
      result: { method: 'exchange', exchangeId: 'sandbox', sessionId: checkout.sessionId },
    })
    const urls = provider.calls.filter(({ input }) => input.method === 'reown_getExchangePayUrl')
    expect(urls).toHaveLength(1)
    expect(urls[0]?.input.params).toEqual({
      exchangeId: 'sandbox',
      asset: 'eip155:1/slip44:60',
      amount: '0.25',
      recipient: `eip155:1:${bob}`,
    })
  })

  it('shows that it failed', async () => {
    const { poll, status, widget, outcome } = await openExchange()
    status.current = 'FAILED'
    await poll()
    await vi.waitFor(() => expect(getPayError()).toBeDefined())
    closeModal(widget)
    expect(await outcome).toMatchObject({ success: false })
  })

  it('gives way to another payment once the modal is closed', async () => {
    const { widget, outcome, view, chain, review, settle } = await openExchange()
    await expect(openPay({ ...order, id: 'order-2' })).rejects.toMatchObject({
      code: 'UNABLE_TO_INITIATE_PAYMENT',
    })
    closeModal(widget)
    await openPay({ ...order, id: 'order-2' })
    expect(view()).toBe('Pay')
    expect(await outcome).toMatchObject({ success: false })
    await review()
    void payFromWallet(widget)
    await settle()
    await vi.waitFor(() => expect(chain.requests).toHaveLength(1))
  })

  it('is not paid from a wallet once the exchange has paid', async () => {
    const { widget, status, review, chain, settle, outcome, poll } = await openExchange()
    leaveExchange(widget)
    await review()
    status.current = 'SUCCESS'
    void payFromWallet(widget)
    await settle()
    await poll()
    expect(chain.requests).toEqual([])
    expect(await outcome).toMatchObject({ success: true, result: { method: 'exchange' } })
  })
})

describe('calls', () => {
  it('gets exchanges and their pages', async () => {
    const { provider, answers } = await setUp()
    await expect(getAvailableExchanges({ network: 'eip155:1', asset: 'native' })).resolves.toEqual([
      exchange,
    ])
    expect(provider.calls.at(-1)?.input.params).toEqual({ page: 0, asset: 'eip155:1/slip44:60' })
    await expect(getAvailableExchanges({ asset: 'native' })).rejects.toMatchObject({
      code: 'INVALID_ASSET',
    })
    const { id: _, ...terms } = order
    await expect(getPayUrl('sandbox', terms)).resolves.toEqual(checkout)
    await expect(getPayUrl('sandbox', { ...terms, amount: 0 })).rejects.toMatchObject({
      code: 'INVALID_AMOUNT',
    })
    answers.reown_getExchanges = () => ({ exchanges: 'all' })
    await expect(getAvailableExchanges()).rejects.toMatchObject({
      code: 'UNABLE_TO_GET_EXCHANGES',
    })
    provider.answer('requestPay', () => ({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -7, message: 'The asset is not supported' },
    }))
    await expect(getPayUrl('sandbox', terms)).rejects.toMatchObject({ code: 'ASSET_NOT_SUPPORTED' })
  })

  it('uses the given widget and reports changes', async () => {
    const first = await setUp()
    const second = await setUp()
    const seen: boolean[] = []
    const stop = subscribePay((status) => seen.push(status.isEnded), second.latchkey)
    await openPay(order, second.latchkey)
    expect(first.view()).not.toBe('Pay')
    expect(second.view()).toBe('Pay')
    stop()
    expect(seen).toEqual([true, false])
  })
})
