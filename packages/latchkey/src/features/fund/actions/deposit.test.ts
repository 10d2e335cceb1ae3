import { afterEach, describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { installPopups } from '../../../../fixtures/fakePopups.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { connect } from '../../../core/connection/actions/connect.js'
import { openModal } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import { findDepositContext, getDepositAssets, toDepositUnits } from '../depositAssets.js'
import { depositStoreOf } from '../store.js'
import { changeAmount, chooseAsset, openBlocked, startDeposit } from './deposit.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const exchange = { id: 'sandbox', name: 'Sandbox Exchange', imageUrl: null }
const url = 'https://exchange.test/pay?session=1'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A connected account whose project has deposits. */
async function open() {
  const evm = createFakeFamily('eip155')
  evm.behaviour.accounts = [address]
  let status = 'IN_PROGRESS'
  const provider = createFakeProvider({
    getAccountBalance: () => ({ balances: [] }),
    requestPay: ({ id = '', method }) => ({
      ...{ jsonrpc: '2.0', id },
      result:
        method === 'reown_getExchangePayUrl' ? { url, sessionId: 'ab'.repeat(16) } : { status },
    }),
  })
  const test = createTestWidget({
    provider,
    options: {
      providerUrl: 'https://provider.test',
      families: [evm],
      networks: [testNetworks.mainnet],
    },
  })
  ends.push(test.end)
  const { widget } = test
  const links: string[] = []
  Object.assign(test.page, { openLink: (link: string) => links.push(link) })
  const { windows, popups } = installPopups(test.page)
  evm.announce({ id: 'io.one' })
  await connect(widget, { connectorId: 'io.one' })
  openModal(widget, { route: { view: 'PayWithExchange' } })
  const context = findDepositContext(widget)
  if (!context) throw new Error('There is no account')
  const assets = getDepositAssets(widget, context)
  const token = assets.find((one) => one.address === usdc)
  if (!token) throw new Error('There is no token')
  return {
    ...{ ...test, provider, windows, popups, links, assets, token },
    start: (units: bigint | undefined = 12_500_000n) =>
      startDeposit(widget, { exchange, token, units }),
    setStatus(next: string) {
      status = next
    },
    calls: () =>
      provider.calls
        .filter(({ name }) => name === 'requestPay')
        .map(({ input }) => input as unknown as { method: string; source: string; params: object }),
    toast: () => widget.stores.notice.get().toast?.message,
    view: () => currentRoute(widget.stores.router.get()).view,
  }
}

describe('startDeposit', () => {
  it('opens the exchange in the click, for exactly the amount to the own account', async () => {
    const { start, windows, popups, clock, calls, toast } = await open()
    start()
    expect(windows.map((one) => one.url)).toEqual(['about:blank'])
    expect(popups.given).toEqual([{ width: 480, height: 720, noOpener: true }])
    await clock.advance(0)
    expect(windows[0]?.url).toBe(url)
    expect(calls()).toMatchObject([
      {
        method: 'reown_getExchangePayUrl',
        source: 'fund-wallet',
        params: {
          exchangeId: 'sandbox',
          asset: `eip155:1/erc20:${usdc}`,
          amount: '12.5',
          recipient: `eip155:1:${address}`,
        },
      },
    ])
    expect(toast()).toBe('Deposit in progress...')
  })

  it('shows the account once the tokens have arrived', async () => {
    const { start, clock, setStatus, toast, view } = await open()
    start()
    await clock.advance(limits.depositPolling)
    expect(view()).toBe('PayWithExchange')
    setStatus('SUCCESS')
    await clock.advance(limits.depositPolling + limits.toastReshowDelay)
    expect([toast(), view()]).toEqual(['Deposit completed', 'Account'])
  })

  it('says that a deposit failed', async () => {
    const { start, clock, setStatus, toast, view } = await open()
    start()
    setStatus('FAILED')
    await clock.advance(limits.depositPolling + limits.toastReshowDelay)
    expect([toast(), view()]).toEqual(['Deposit failed', 'PayWithExchange'])
  })

  it('asks for an amount and opens nothing', async () => {
    const { start, windows, toast, calls, widget, token } = await open()
    startDeposit(widget, { exchange, token, units: undefined })
    expect([windows, calls()]).toEqual([[], []])
    expect(toast()).toBe('Please enter an amount')
    start()
    expect(windows).toHaveLength(1)
  })

  it('offers a blocked window again', async () => {
    const { start, popups, clock, links, widget } = await open()
    popups.areBlocked = true
    start()
    await clock.advance(0)
    expect(depositStoreOf(widget).get().blocked).toEqual({ exchange, url })
    openBlocked(widget)
    expect(links).toEqual([url])
    expect(depositStoreOf(widget).get().blocked).toBeUndefined()
  })

  it('closes the window and says why when the provider is down', async () => {
    const { start, windows, provider, clock, toast } = await open()
    provider.answer('requestPay', () => {
      throw new ProviderError('unreachable')
    })
    start()
    await clock.advance(0)
    expect(windows[0]?.state).toBe('closed')
    expect(toast()).toBe('Unable to get the payment page of the exchange')
  })

  it('stops asking some time after the window was closed, not before', async () => {
    const { start, windows, clock, calls } = await open()
    start()
    await clock.advance(limits.depositPolling * (limits.depositPolls + 5))
    const [popup] = windows
    expect(calls()).toHaveLength(1 + limits.depositPolls + 5)
    if (popup) popup.state = 'closed'
    await clock.advance(limits.depositPolling * (limits.depositPolls + 5))
    expect(calls()).toHaveLength(1 + 2 * limits.depositPolls + 5)
  })
})

describe('the form of a deposit', () => {
  it('offers the coin first, then well-known tokens of the network', async () => {
    const { assets } = await open()
    expect(assets.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'USDT'])
  })

  it('takes at most ten digits and six decimals', async () => {
    const { widget, assets } = await open()
    const amount = () => depositStoreOf(widget).get().amount
    changeAmount(widget, { text: '1234567890,123456' })
    for (const bad of ['12345678901', '1.1234567', '-1', '1e3', 'ten', '1.2.3']) {
      changeAmount(widget, { text: bad })
    }
    expect(amount()).toBe('1234567890.123456')
    chooseAsset(widget, { token: assets[1] as (typeof assets)[number] })
    expect(depositStoreOf(widget).get().assetKey).toBe(usdc.toLowerCase())
  })

  it.each([
    ['100', 18, 2_000, 50_000_000_000_000_000n],
    ['10', 6, 1, 10_000_000n],
    ['10', 6, 0.9999, 10_001_000n],
    // A third of a coin, cut after eight decimals.
    ['100', 18, 300, 333_333_330_000_000_000n],
    ['0.01', 8, 100_000, 10n],
    ['0', 18, 2_000, undefined],
    ['', 18, 2_000, undefined],
    ['.', 18, 2_000, undefined],
    ['100', 18, undefined, undefined],
    ['0.000001', 2, 2_000, undefined],
    ['1', 18, 1e-7, 10_000_000n * 10n ** 18n],
  ])('turns $%s into units of %i decimals at a price of %s', (amount, decimals, price, units) => {
    expect(toDepositUnits(amount, { decimals }, price)).toBe(units)
  })
})
