import { urlOf } from '../fixtures/chains.js'
import { coinsOf, tokens, tokensOf } from '../fixtures/funds.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import {
  allowanceOf,
  describeForm,
  expectSwapped,
  openSite,
  openSwap,
  setAllowance,
} from '../fixtures/swap.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'

test.use(still)

/** The transactions requested from the wallet. */
const requestsOf = async (tab: Tab) =>
  (await tab.wallet().methods()).filter((method) => /send(Transaction|Calls)$/.test(method))

/** Answers the price with a part of it, in percent, until the function it returns is called. */
async function bendPrice({ page }: Tab, percent: bigint): Promise<() => Promise<void>> {
  const pattern = `${urlOf('PROVIDER')}/v1/convert/quotes**`
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    const { quotes } = (await response.json()) as { quotes: { toAmount: string }[] }
    const bent = quotes.map((quote) => ({
      ...quote,
      toAmount: ((BigInt(quote.toAmount) * percent) / 100n).toString(),
      minimumReturn: undefined,
    }))
    return route.fulfill({ response, json: { quotes: bent } })
  })
  return () => page.unroute(pattern)
}

async function expectAccessible({ page }: Tab) {
  await settled(page)
  expect(await violations(page)).toEqual([])
}

test('swaps the coin for a token and back with an approval', async ({ site }) => {
  const tab = await openSite(site)
  const { card, toast } = tab
  await tab.button.click()
  await card.getByTestId('w3m-account-default-swaps-button').click()
  const form = describeForm(tab)
  await expect(tab.title).toHaveText('Swap')
  await expect(form.amount).toHaveValue('1')
  await expect(form.action).toHaveText('Select token')
  await form.choose('toToken', 'USDC')
  await form.amount.fill('')
  await expect(form.action).toHaveText('Enter amount')
  await form.amount.fill('.')
  await expect(form.amount).toHaveValue('0.')
  await form.amount.fill('99999')
  await expect(form.action).toHaveText('Insufficient balance')
  await form.amount.fill('0.02')
  await expect(form.expected).toHaveValue(/^\d{2,}/)
  await card.getByTestId('swap-details').click()
  await expect(card.getByTestId('swap-minimum')).toContainText('USDC')
  await expect(card.getByTestId('swap-network-fee')).toContainText('ETH')
  await expectAccessible(tab)

  const before = await coinsOf(tab.address)
  await form.review()
  await expect(tab.title).toHaveText('Preview Swap')
  await expect(card.getByTestId('swap-preview-send')).toHaveText('0.02 ETH')
  await expect(form.confirm).toHaveText('Swap')
  await expectAccessible(tab)
  await form.confirm.click()
  await expectSwapped(tab)
  await expect(toast).toContainText(/Swapped ETH to [\d.]+ USDC/)
  expect(await requestsOf(tab)).toEqual(['eth_sendTransaction'])
  const gained = await tokensOf(tab.address, tokens.usdc)
  expect(gained).toBeGreaterThan(0n)
  expect(before - (await coinsOf(tab.address))).toBeGreaterThan(2n * 10n ** 16n)

  const back = await openSwap(tab, { fromToken: 'USDC', toToken: 'ETH', amount: '10' })
  await back.review()
  await expect(back.confirm).toHaveText('Approve')
  await expectAccessible(tab)
  await back.confirm.click()
  await expectSwapped(tab)
  expect(await tokensOf(tab.address, tokens.usdc)).toBe(gained - 10_000_000n)
  expect(await requestsOf(tab)).toHaveLength(3)
})

test('sends nothing when the visitor declines the approval or the swap', async ({ site }) => {
  const tab = await openSite(site, { usdc: 30_000_000n })
  const form = await openSwap(tab, { fromToken: 'USDC', toToken: 'ETH', amount: '5' })
  await form.review()
  await expect(form.confirm).toHaveText('Approve')
  await tab.wallet().setScript('refuse', 'eth_sendTransaction')
  await form.confirm.click()
  await expect(tab.toast).toBeVisible()
  await expect(form.confirm).toHaveText('Approve')
  await expect(form.confirm).not.toHaveAttribute('aria-busy', 'true')

  await tab.wallet().setScript('approve', 'eth_sendTransaction')
  await form.cancel.click()
  await form.choose('toToken', 'DAI')
  await form.choose('sourceToken', 'ETH')
  await form.amount.fill('0.01')
  await form.review()
  await tab.wallet().setScript('refuse', 'eth_sendTransaction')
  await form.confirm.click()
  await expect(tab.toast).toBeVisible()
  await expect(form.confirm).toHaveText('Swap')
  await expect(form.confirm).not.toHaveAttribute('aria-busy', 'true')
  expect(await tokensOf(tab.address, tokens.usdc)).toBe(30_000_000n)
})

test('asks again when the price got worse, and swaps after that', async ({ site }) => {
  const tab = await openSite(site)
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC', amount: '0.01' })
  await form.review()
  await bendPrice(tab, 97n)
  await expect(tab.card.getByTestId('swap-price-changed')).toBeVisible()
  await expect(form.confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(tab)
  await tab.card.getByTestId('swap-accept-price').click()
  await form.confirm.click()
  await expectSwapped(tab)
  expect(await requestsOf(tab)).toEqual(['eth_sendTransaction'])
})

test('warns of a high price impact and stops at a very high one', async ({ site }) => {
  const tab = await openSite(site)
  const { card } = tab
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'LINK', amount: '60' })
  await expect(card.getByTestId('swap-impact-warning')).toBeVisible()
  await form.amount.fill('300')
  await expect(card.getByTestId('swap-impact-stop')).toBeVisible()
  await form.review()
  await expect(form.confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(tab)
  await card.getByTestId('swap-accept-impact').click()
  await expect(form.confirm).not.toHaveAttribute('aria-disabled', 'true')
  expect(await requestsOf(tab)).toEqual([])
})

test('offers a retry when the provider does not answer', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource|swap could not be quoted/)
  const tab = await openSite(site)
  const pattern = `${urlOf('PROVIDER')}/v1/convert/quotes**`
  await tab.page.route(pattern, (route) => route.abort())
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC' })
  await expect(tab.card.getByTestId('swap-offline')).toBeVisible()
  await expect(form.action).toHaveText('Swap')
  await expectAccessible(tab)
  await tab.page.unroute(pattern)
  await tab.card.getByTestId('swap-offline').getByRole('button').click()
  await expect(form.expected).toHaveValue(/^\d/)
  await form.review()
})

test('changes the slippage within its bounds', async ({ site }) => {
  const tab = await openSite(site)
  const { card } = tab
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC' })
  await expect(form.expected).toHaveValue(/^\d/)
  await card.getByTestId('swap-details').click()
  await expect(card.getByTestId('swap-slippage')).toContainText('1%')
  const before = await card.getByTestId('swap-minimum').innerText()
  await card.getByTestId('swap-slippage').click()
  await card.getByTestId('swap-slippage-3').click()
  await expect(card.getByTestId('swap-slippage')).toContainText('3%')
  await expect(card.getByTestId('swap-minimum')).not.toHaveText(before)
  await card.getByTestId('swap-slippage-custom').fill('60')
  await expect(card).toContainText('Enter a value from 0.1% to 5%.')
  await expect(card.getByTestId('swap-slippage')).toContainText('3%')
  await card.getByTestId('swap-slippage-custom').fill('2.5')
  await expect(card.getByTestId('swap-slippage')).toContainText('2.5%')
  await expectAccessible(tab)
})

test('approves again when the allowance was revoked after the review', async ({ site }) => {
  const tab = await openSite(site, { usdc: 30_000_000n })
  await setAllowance(tab.address, tokens.usdc, 10_000_000n)
  const form = await openSwap(tab, { fromToken: 'USDC', toToken: 'ETH', amount: '10' })
  await form.review()
  await expect(form.confirm).toHaveText('Swap')
  await setAllowance(tab.address, tokens.usdc, 0n)
  await form.confirm.click()
  await expectSwapped(tab)
  expect(await requestsOf(tab)).toHaveLength(2)
  expect(await tokensOf(tab.address, tokens.usdc)).toBe(20_000_000n)
  expect(await allowanceOf(tab.address, tokens.usdc)).toBe(0n)
})

test('sends no swap when the allowance is revoked before it', async ({ site }) => {
  const tab = await openSite(site, { usdc: 30_000_000n })
  const pattern = `${urlOf('PROVIDER')}/v1/convert/build-transaction**`
  await tab.page.route(pattern, async (route) => {
    await setAllowance(tab.address, tokens.usdc, 0n)
    await route.continue()
  })
  const form = await openSwap(tab, { fromToken: 'USDC', toToken: 'ETH', amount: '10' })
  await form.review()
  await form.confirm.click()
  await expect(tab.toast).toContainText('Nothing was sent')
  expect(await requestsOf(tab)).toHaveLength(1)
  expect(await tokensOf(tab.address, tokens.usdc)).toBe(30_000_000n)
})

test('resets an allowance that the token does not let change', async ({ site }) => {
  const tab = await openSite(site, { usdt: 30_000_000n })
  await setAllowance(tab.address, tokens.usdt, 1n)
  const form = await openSwap(tab, { fromToken: 'USDT', toToken: 'USDC', amount: '10' })
  await form.review()
  await form.confirm.click()
  await expectSwapped(tab)
  // To zero, to the amount, and the swap.
  expect(await requestsOf(tab)).toHaveLength(3)
  expect(await tokensOf(tab.address, tokens.usdt)).toBe(20_000_000n)
})

test('shows the pending swap after a reload instead of asking twice', async ({ site }) => {
  const tab = await openSite(site)
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC', amount: '0.03' })
  await form.review()
  await tab.wallet().setScript('never', 'eth_sendTransaction')
  await form.confirm.click()
  await expect(tab.card.getByTestId('swap-swapping')).toBeVisible()
  await expect.poll(() => requestsOf(tab)).toHaveLength(1)
  await tab.page.reload()
  await tab.expectConnected()

  const again = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC', amount: '0.03' })
  await again.review()
  await again.confirm.click()
  await expect(tab.card.getByTestId('swap-in-flight')).toBeVisible()
  expect(await requestsOf(tab)).toEqual([])
  await expectAccessible(tab)
})

test('opens Swap and Send from the page of a token', async ({ site }) => {
  const tab = await openSite(site, { usdc: 30_000_000n })
  const { card } = tab
  await tab.button.click()
  await card.getByRole('listitem').filter({ hasText: 'USDC' }).getByRole('button').click()
  await expect(tab.title).toHaveText('USDC')
  await expect(card.getByTestId('token-price')).toContainText('$')
  await expectAccessible(tab)
  await card.getByTestId('token-swap').click()
  await expect(card.getByTestId('swap-input-token-sourceToken')).toContainText('USDC')
  await tab.back.click()
  await card.getByTestId('token-send').click()
  await expect(card.getByTestId('send-token-button')).toContainText('USDC')
})

test('offers only networks with swaps elsewhere', async ({ site }) => {
  const tab = await openSite(site, {}, { networks: ['mainnet', 'sepolia', 'base'] })
  await tab.page.evaluate(() => window.latchkey.switchNetwork({ id: 11155111 }))
  await tab.button.click()
  await tab.card.getByTestId('w3m-account-default-swaps-button').click()
  await expect(tab.card).toContainText('No swaps on this network')
  await expect(tab.networkRow('Sepolia')).toHaveCount(0)
  await expectAccessible(tab)
  await tab.networkRow('Base').click()
  await expect(tab.title).toHaveText('Swap')
  await expect(describeForm(tab).amount).toBeVisible()
})

test('paints the form at once when its data is known', async ({ site }) => {
  const tab = await openSite(site)
  const { card } = tab
  await openSwap(tab)
  await tab.close.click()
  await expect(card).toBeHidden()
  const frames = await tab.page.evaluate(async () => {
    window.latchkey.open({ view: 'Swap', arguments: {} })
    const shadow = document.querySelector('latchkey-modal')?.shadowRoot ?? document
    const has = (testId: string) => shadow.querySelector(`[data-testid=${testId}]`) !== null
    const isOpen = () =>
      shadow.querySelector('[data-testid=w3m-header-text]')?.textContent === 'Swap'
    let waited = 0
    let skeletons = 0
    while (!isOpen() || !has('swap-input-sourceToken')) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (isOpen() && !has('swap-input-sourceToken')) waited += 1
      if (has('swap-loading')) skeletons += 1
    }
    return { waited, skeletons }
  })
  // The frame after the one with the view's title at the latest.
  expect(frames.waited).toBeLessThanOrEqual(1)
  expect(frames.skeletons).toBe(0)
})

test('does not swap when the node is down', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await openSite(site)
  const form = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC', amount: '0.02' })
  await form.review()
  const nodes = [
    `${urlOf('CHAIN_1')}/**`,
    `${urlOf('PROVIDER')}/v1?**`,
    `${urlOf('PROVIDER')}/v1/?**`,
  ]
  for (const pattern of nodes) await tab.page.route(pattern, (route) => route.abort())
  await form.confirm.click()
  await expect(tab.toast).toBeVisible()
  await expect(form.confirm).not.toHaveAttribute('aria-busy', 'true')
  expect(await requestsOf(tab)).toEqual([])
})
