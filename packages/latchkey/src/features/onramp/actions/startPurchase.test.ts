import { afterEach, describe, expect, it } from 'vitest'
import { checkout, openOnramp, purchaseId } from '../../../../fixtures/fakeOnramp.js'
import { getPurchases } from '../../../core/account/purchases/purchases.js'
import { closeModal } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import { resumePurchase, retryPurchase, startPurchase } from './startPurchase.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(given?: Parameters<typeof openOnramp>[0]) {
  const test = await openOnramp(given)
  ends.push(test.end)
  return { ...test, view: () => currentRoute(test.widget.stores.router.get()).view }
}

/** Started, with the window on the provider's page. */
async function started() {
  const test = await open()
  startPurchase(test.widget, { order: await test.order() })
  await test.clock.advance(0)
  return test
}

const seconds = (count: number) => count * 1_000

describe('startPurchase', () => {
  it('opens a blank window without an opener in the click, then the address', async () => {
    const { widget, order, windows, popups, provider, flow, view, clock } = await open()
    const chosen = await order()
    startPurchase(widget, { order: chosen })
    expect(windows.map(({ url }) => url)).toEqual(['about:blank'])
    expect(popups.given).toEqual([{ width: 600, height: 800, noOpener: true }])
    expect([view(), flow()?.phase]).toEqual(['BuyInProgress', 'opening'])
    await clock.advance(0)
    expect([windows[0]?.url, flow()?.phase]).toEqual([checkout, 'waiting'])
    expect(provider.calls.find(({ name }) => name === 'createOnrampUrl')?.input).toMatchObject({
      destinationWallets: [{ address: chosen.address, assets: ['USDC'] }],
      defaultNetwork: 'ethereum-mainnet',
      presetFiatAmount: 100,
      paymentCurrency: 'USD',
      paymentMethod: 'card',
      provider: 'meld',
    })
  })

  it('says that a window was blocked, and opens it in the next click', async () => {
    const { widget, order, windows, popups, flow, clock } = await open()
    popups.areBlocked = true
    startPurchase(widget, { order: await order() })
    await clock.advance(0)
    expect([windows.length, flow()?.phase]).toEqual([0, 'blocked'])
    popups.areBlocked = false
    retryPurchase(widget)
    expect([windows[0]?.url, flow()?.phase]).toEqual([checkout, 'waiting'])
  })

  it.each([
    ['https://evil.example/', 'onramp/unsafe-url'],
    ['http://meldcrypto.com/', 'onramp/unsafe-url'],
  ])('closes the window instead of opening %s', async (url, code) => {
    const { widget, order, windows, provider, flow, events, clock } = await open()
    provider.answer('createOnrampUrl', () => ({ url, provider: 'meld', purchaseId }))
    startPurchase(widget, { order: await order() })
    await clock.advance(0)
    expect(windows.map((one) => [one.url, one.state])).toEqual([['about:blank', 'closed']])
    expect([flow()?.phase, flow()?.error?.code]).toEqual(['failed', code])
    expect(events).toContain('BUY_FAIL')
    expect(getPurchases(widget).get().list).toEqual([])
  })

  it('opens nothing of another provider than the chosen one', async () => {
    const { widget, order, windows, provider, flow, clock } = await open()
    provider.answer('createOnrampUrl', () => ({ url: checkout, provider: 'coinbase' }))
    startPurchase(widget, { order: await order() })
    await clock.advance(0)
    expect([windows[0]?.state, flow()?.phase]).toEqual(['closed', 'failed'])
  })

  it('can be repeated after the provider was down', async () => {
    const { widget, order, windows, provider, flow, clock } = await open()
    provider.answer('createOnrampUrl', () => {
      throw new ProviderError('unreachable')
    })
    startPurchase(widget, { order: await order() })
    await clock.advance(0)
    expect([windows[0]?.state, flow()?.error?.code]).toEqual(['closed', 'onramp/not-started'])
    provider.answer('createOnrampUrl', () => ({ url: checkout, provider: 'meld', purchaseId }))
    retryPurchase(widget)
    await clock.advance(0)
    expect([windows[1]?.url, flow()?.phase]).toEqual([checkout, 'waiting'])
  })

  it('does not open the window of an order that was replaced', async () => {
    const { widget, order, windows, flow, clock } = await open()
    const first = await order()
    startPurchase(widget, { order: first })
    startPurchase(widget, { order: { ...first, amount: '250' } })
    await clock.advance(0)
    expect(windows.map(({ state }) => state)).toEqual(['closed', 'page'])
    expect(flow()?.order.amount).toBe('250')
  })
})

describe('a started purchase', () => {
  it('moves to the activity when it is paid, and reports its arrival', async () => {
    const { clock, setStatus, view, events, widget } = await started()
    await clock.advance(seconds(3))
    setStatus('pending')
    expect(view()).toBe('BuyInProgress')
    await clock.advance(seconds(4))
    expect(view()).toBe('OnRampActivity')
    expect(events).not.toContain('BUY_SUCCESS')
    setStatus('delivered')
    await clock.advance(seconds(4))
    expect(events.filter((event) => event.startsWith('BUY_'))).toEqual(['BUY_SUCCESS'])
    expect(getPurchases(widget).find(purchaseId)?.status).toBe('delivered')
    expect(clock.sleepers).toBe(0)
  })

  it('is polled every four seconds', async () => {
    const { clock, provider } = await started()
    await clock.advance(seconds(20))
    expect(provider.count('getOnrampPurchase')).toBe(5)
  })

  it('tells a closed window from a failed purchase', async () => {
    const { clock, windows, flow, events, provider } = await started()
    await clock.advance(seconds(1))
    windows[0]?.close()
    await clock.advance(seconds(1))
    expect(provider.count('getOnrampPurchase')).toBe(1)
    expect([flow()?.phase, flow()?.error]).toEqual(['closed', undefined])
    expect(events.filter((event) => event.startsWith('BUY_'))).toEqual(['BUY_CANCEL'])
  })

  it('does not count a window closed after paying as cancelled', async () => {
    const { clock, windows, view, events, setStatus } = await started()
    await clock.advance(seconds(1))
    setStatus('pending')
    windows[0]?.close()
    await clock.advance(seconds(1))
    expect(view()).toBe('OnRampActivity')
    expect(events).not.toContain('BUY_CANCEL')
  })

  it('finds a payment that is confirmed after the window was closed', async () => {
    const { clock, windows, view, setStatus } = await started()
    await clock.advance(seconds(1))
    windows[0]?.close()
    await clock.advance(seconds(60))
    setStatus('pending')
    await clock.advance(seconds(4))
    expect(view()).toBe('OnRampActivity')
  })

  it('waits for a window that cut its link to this page', async () => {
    const { clock, windows, flow } = await started()
    const [popup] = windows
    if (popup) popup.state = 'cut'
    await clock.advance(seconds(170))
    expect(flow()?.phase).toBe('waiting')
  })

  it('ends after 180 seconds without a sign, and can be paid later', async () => {
    const { clock, windows, flow, events, widget, setStatus, view } = await started()
    const [popup] = windows
    if (popup) popup.state = 'cut'
    await clock.advance(limits.purchaseSignWait + seconds(1))
    expect([flow()?.phase, flow()?.error?.code]).toEqual(['lost', 'onramp/no-sign'])
    expect(events.filter((event) => event.startsWith('BUY_'))).toEqual(['BUY_FAIL'])
    expect(clock.sleepers).toBe(0)
    expect(getPurchases(widget).find(purchaseId)?.status).toBe('open')
    retryPurchase(widget)
    expect(windows[1]?.url).toBe(checkout)
    setStatus('pending')
    await clock.advance(seconds(4))
    expect(view()).toBe('OnRampActivity')
  })

  it('waits longer while the window is open', async () => {
    const { clock, flow } = await started()
    await clock.advance(2 * limits.purchaseSignWait)
    expect(flow()?.phase).toBe('waiting')
  })

  it('reports a purchase that the provider could not complete', async () => {
    const { clock, flow, events, setStatus } = await started()
    setStatus('failed')
    await clock.advance(seconds(4))
    expect([flow()?.phase, flow()?.error?.code]).toEqual(['failed', 'onramp/failed'])
    expect(events.filter((event) => event.startsWith('BUY_'))).toEqual(['BUY_FAIL'])
  })

  it('survives a provider that is down', async () => {
    const { clock, provider, setStatus, view } = await started()
    provider.answer('getOnrampPurchase', () => {
      throw new ProviderError('unreachable')
    })
    await clock.advance(seconds(60))
    expect(view()).toBe('BuyInProgress')
    provider.answer('getOnrampPurchase', () => ({
      id: purchaseId,
      provider: 'meld',
      status: 'pending',
      destination: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      network: null,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }))
    setStatus('pending')
    await clock.advance(seconds(4))
    expect(view()).toBe('OnRampActivity')
  })

  it('ignores a purchase for another account', async () => {
    const { clock, provider, view, widget } = await started()
    provider.answer('getOnrampPurchase', () => ({
      id: purchaseId,
      provider: 'meld',
      status: 'delivered',
      destination: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      network: null,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }))
    await clock.advance(seconds(4))
    expect(view()).toBe('BuyInProgress')
    expect(getPurchases(widget).find(purchaseId)?.status).toBe('open')
  })

  it('is followed while the modal is closed', async () => {
    const { clock, widget, setStatus, events } = await started()
    closeModal(widget)
    setStatus('delivered')
    await clock.advance(seconds(4))
    expect(events).toContain('BUY_SUCCESS')
  })

  it('is continued by the next page', async () => {
    const { storage } = await started()
    const stored = { onramp_purchases: storage.get('onramp_purchases') ?? '' }
    const next = await open({ stored })
    const [purchase] = getPurchases(next.widget).get().list
    if (!purchase) throw new Error('not stored')
    resumePurchase(next.widget, { purchase })
    expect([next.view(), next.flow()?.phase]).toEqual(['BuyInProgress', 'waiting'])
    next.setStatus('pending')
    await next.clock.advance(seconds(4))
    expect(next.view()).toBe('OnRampActivity')
  })
})

describe('stored purchases', () => {
  it.each([
    'nonsense',
    '{}',
    '[1, null, {}]',
    JSON.stringify([{ id: 'x', url: 'javascript:alert(1)' }]),
  ])('drops %s', async (text) => {
    const { widget } = await open({ stored: { onramp_purchases: text } })
    expect(getPurchases(widget).get().list).toEqual([])
  })

  it('never opens a stored address of another host', async () => {
    const { storage } = await started()
    const text = storage.get('onramp_purchases')?.replace('meldcrypto.com', 'evil.example') ?? ''
    const next = await open({ stored: { onramp_purchases: text } })
    const [purchase] = getPurchases(next.widget).get().list
    if (!purchase) throw new Error('not stored')
    resumePurchase(next.widget, { purchase })
    retryPurchase(next.widget)
    expect(next.windows.map((one) => [one.url, one.state])).toEqual([['about:blank', 'closed']])
    expect(next.flow()?.error?.code).toBe('onramp/unsafe-url')
  })
})
