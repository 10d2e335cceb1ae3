import type { Page } from '@playwright/test'
import { callNode } from '../fixtures/chains.js'
import { openFunded, tokens, tokensOf } from '../fixtures/funds.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { freshIndex, polyglot } from '../fixtures/wallets.js'

test.use(still)

const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

async function splTokensOf(owner: string): Promise<bigint> {
  const { value } = (await callNode(
    'SOLANA',
    'getTokenAccountsByOwner',
    owner,
    { mint: usdcMint },
    { encoding: 'jsonParsed' },
  )) as { value: { account: { data: { parsed: { info: Info } } } }[] }
  type Info = { tokenAmount: { amount: string } }
  const amounts = value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
  return amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
}

/** The form to buy, opened by a new account. */
async function openBuy(site: Site, before?: () => void) {
  const tab = await openFunded(site, before && { before })
  await tab.connect()
  return { ...tab, ...(await openForm(tab)) }
}

async function openForm({ card, page }: Tab) {
  await page.evaluate(() => window.latchkey.open({ view: 'OnRampProviders' }))
  const provider = card.getByTestId('onramp-provider-sandbox')
  const offered = provider.and(card.locator(':not([aria-disabled])'))
  await expect(offered).toBeVisible()
  return {
    provider,
    offered,
    amount: card.getByTestId('onramp-amount'),
    limits: card.getByTestId('onramp-limits'),
    retry: card.getByTestId('onramp-try-again'),
    async start(): Promise<Page> {
      const [popup] = await Promise.all([page.waitForEvent('popup'), offered.click()])
      await popup.waitForURL(/\/onramp\/checkout/)
      return popup
    },
  }
}

async function pay(popup: Page, number = '4242 4242 4242 4242') {
  await popup.locator('#number').fill(number)
  await popup.locator('#expiry').fill('12/34')
  await popup.locator('#code').fill('123')
  await popup.getByRole('button', { name: /^Pay / }).click()
}

const eventsOf = ({ page }: Tab) =>
  page.evaluate(() => (window as unknown as { seen?: string[] }).seen ?? [])

async function recordEvents({ page }: Tab) {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    window.latchkey.subscribeEvents(({ data }) => seen.push(data.event))
  })
}

test('buys tokens that really arrive, and shows them in Activity', async ({ site }) => {
  const tab = await openBuy(site)
  await recordEvents(tab)
  await tab.amount.fill('60')
  await expect(tab.provider).toContainText('USDC')
  await expect(tab.provider).toContainText('Fees')
  const popup = await tab.start()
  expect(await popup.evaluate(() => [innerWidth, innerHeight, opener])).toEqual([600, 800, null])
  await expect(popup.locator('#amount')).toHaveValue(/^60/)
  await expect(tab.title).toHaveText('Buy')
  await expect(tab.card).toContainText('Buy in')
  await pay(popup)
  await expect(tab.title).toHaveText('Activity')
  await expect(tab.card.getByTestId('onramp-purchase-delivered').first()).toContainText('Bought')
  await expect.poll(() => tokensOf(tab.address, tokens.usdc)).toBeGreaterThan(0n)
  expect(await eventsOf(tab)).toEqual(
    expect.arrayContaining(['SELECT_BUY_PROVIDER', 'BUY_SUCCESS']),
  )
  await popup.close()

  await tab.page.evaluate(() => window.latchkey.open({ view: 'Transactions' }))
  await expect(tab.card.getByTestId('activity-row').first()).toContainText('Bought')
})

test('buys tokens on Solana', async ({ site }) => {
  const tab = await site.open({
    page: 'families',
    networks: ['solanaMainnet'],
    provider: true,
    wallets: [{ ...polyglot, families: ['solana'], accounts: [freshIndex()] }],
  })
  await tab.connect('announced:polyglot')
  const { address = '' } = await tab.account()
  const form = await openForm(tab)
  await pay(await form.start())
  await expect(tab.card.getByTestId('onramp-purchase-delivered').first()).toContainText('USDC')
  await expect.poll(() => splTokensOf(address)).toBeGreaterThan(0n)
})

test('says that the window was closed, and opens it again', async ({ site }) => {
  const tab = await openBuy(site)
  await recordEvents(tab)
  const popup = await tab.start()
  await expect(tab.card.getByTestId('onramp-waiting')).toBeVisible()
  // The widget asks for the purchase after it has seen the window.
  await tab.page.waitForRequest('**/v1/onramp/purchases/*')
  await popup.close()
  await expect(tab.card.getByTestId('onramp-closed')).toContainText('Window closed')
  expect(await eventsOf(tab)).toContain('BUY_CANCEL')
  const [again] = await Promise.all([tab.page.waitForEvent('popup'), tab.retry.click()])
  await pay(again)
  await expect(tab.card.getByTestId('onramp-purchase-delivered').first()).toBeVisible()
})

test('says that the window was blocked, and opens it on a click', async ({ site }) => {
  const tab = await openBuy(site, () => {
    const open = window.open.bind(window)
    let isFirst = true
    window.open = (...given) => {
      if (!isFirst) return open(...given)
      isFirst = false
      return null
    }
  })
  await tab.offered.click()
  await expect(tab.card.getByTestId('onramp-blocked')).toContainText('Window blocked')
  const [popup] = await Promise.all([tab.page.waitForEvent('popup'), tab.retry.click()])
  await popup.waitForURL(/\/onramp\/checkout/)
  await expect(tab.card.getByTestId('onramp-waiting')).toBeVisible()
})

test('reports a purchase that fails after the payment', async ({ site }) => {
  const tab = await openBuy(site)
  await recordEvents(tab)
  const popup = await tab.start()
  await pay(popup, '4000 0000 0000 0341')
  const isShown = tab.card.getByTestId('onramp-purchase-failed').first()
  await expect(isShown.or(tab.card.getByText('Buy failed'))).toBeVisible()
  await expect.poll(() => eventsOf(tab)).toContain('BUY_FAIL')
})

test('copies the link of the purchase', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await openBuy(site)
  const popup = await tab.start()
  await tab.page.bringToFront()
  await tab.card.getByTestId('onramp-copy-link').click()
  await expect(tab.toast).toContainText('Link copied')
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(popup.url())
})

test('loses nothing when the provider is down', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await openBuy(site)
  const path = '**/v1/generators/onrampurl*'
  await tab.page.route(path, (route) => route.abort())
  await tab.offered.click()
  await expect(tab.card.getByTestId('onramp-failed')).toContainText('not charged')
  await tab.page.unroute(path)
  const [popup] = await Promise.all([tab.page.waitForEvent('popup'), tab.retry.click()])
  await popup.waitForURL(/\/onramp\/checkout/)
})

test('offers nothing that it could not load, and tries again', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ provider: true })
  await tab.connect()
  await tab.page.route('**/v1/onramp/options*', (route) => route.abort())
  await tab.page.evaluate(() => window.latchkey.open({ view: 'OnRampProviders' }))
  await expect(tab.card).toContainText('could not be loaded')
})

test('opens no address of a stranger', async ({ site }) => {
  const tab = await openBuy(site)
  await tab.page.route('**/v1/generators/onrampurl*', (route) =>
    route.fulfill({
      json: { url: 'https://evil.example/', provider: 'sandbox', purchaseId: 'ab'.repeat(16) },
      headers: { 'access-control-allow-origin': '*' },
    }),
  )
  const [popup] = await Promise.all([tab.page.waitForEvent('popup'), tab.offered.click()])
  await expect(tab.card.getByTestId('onramp-failed')).toContainText('unsafe address')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('goes on with a purchase after a reload', async ({ site }) => {
  const tab = await openBuy(site)
  const popup = await tab.start()
  await tab.page.reload()
  await tab.expectConnected()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'OnRampProviders' }))
  await expect(tab.card.getByTestId('onramp-open-purchase')).toContainText('not paid yet')
  await tab.card.getByTestId('onramp-continue').click()
  await expect(tab.title).toHaveText('Buy')
  await pay(popup)
  await expect(tab.card.getByTestId('onramp-purchase-delivered').first()).toBeVisible()
})

test('says the limits of each payment method', async ({ site }) => {
  const tab = await openBuy(site)
  await expect(tab.limits).toHaveText('$10 to $7,500 by card')
  await tab.amount.fill('9.99')
  await expect(tab.limits).toHaveText('At least $10 by card')
  await expect(tab.provider).toHaveAttribute('aria-disabled', 'true')
  await tab.amount.fill('8000')
  await expect(tab.limits).toHaveText('At most $7,500 by card')
  await tab.card.getByTestId('onramp-method-ach_bank_account').check({ force: true })
  await expect(tab.limits).toHaveText('$10 to $25,000 by bank account')
})

test('chooses currency and token', async ({ site }) => {
  const tab = await openBuy(site)
  await tab.card.getByTestId('onramp-currency-button').click()
  await expect(tab.title).toHaveText('Select Currency')
  await tab.card.getByTestId('onramp-currency-EUR').click()
  await expect(tab.card.getByTestId('onramp-preset-250')).toHaveText('€250')
  await tab.card.getByTestId('onramp-preset-250').click()
  await expect(tab.amount).toHaveValue('250')
  await tab.card.getByTestId('onramp-token-button').click()
  await expect(tab.title).toHaveText('Select Token')
  await tab.card.getByTestId('onramp-token-ETH-1').click()
  await expect(tab.provider).toContainText('ETH')
})

for (const width of [320, 390, 1280]) {
  test(`has no accessibility violations and fits in ${width} px`, async ({ site }) => {
    const tab = await openBuy(site)
    await tab.page.setViewportSize({ width, height: 800 })
    await settled(tab.page)
    expect(await violations(tab.page)).toEqual([])
    const overflow = await tab.card.evaluate((card) => card.scrollWidth - card.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await tab.start()
    await expect(tab.card.getByTestId('onramp-waiting')).toBeVisible()
    await settled(tab.page)
    expect(await violations(tab.page)).toEqual([])
  })
}

test('shows a form on the page that leads to the offers', async ({ site }) => {
  const tab = await openFunded(site)
  await tab.page.evaluate(() => {
    const form = document.createElement('latchkey-buy')
    form.setAttribute('currency', 'EUR')
    document.body.append(form)
  })
  const form = tab.page.getByTestId('latchkey-buy')
  await expect(form.getByTestId('buy-amount')).toHaveValue('100')
  await expect(form.getByTestId('buy-quantity')).toContainText('≈')
  await expect(form.getByTestId('buy-submit')).toHaveText('Connect wallet')
  expect(await violations(tab.page)).toEqual([])
  await form.getByTestId('buy-submit').click()
  await tab.row().click()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  await form.getByTestId('buy-amount').fill('9000')
  await expect(form).toContainText('At most €7,500 by card')
  await expect(form.getByTestId('buy-amount')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByTestId('buy-submit')).toHaveAttribute('aria-disabled', 'true')
  expect(await violations(tab.page)).toEqual([])
  await form.getByTestId('buy-preset-250').click()
  await expect(form.getByTestId('buy-amount')).toHaveAttribute('aria-invalid', 'false')
  await expect(form.getByTestId('buy-submit')).toHaveText('Get quotes')
  await form.getByTestId('buy-submit').click()
  await expect(tab.title).toHaveText('Choose Provider')
  await expect(tab.card.getByTestId('onramp-amount')).toHaveValue('250')
  await expect(tab.card.getByTestId('onramp-preset-250')).toHaveText('€250')
})

test.describe('in a restricted time zone', () => {
  test.use({ timezoneId: 'Asia/Shanghai' })

  test('is not offered', async ({ site }) => {
    const tab = await site.open({ provider: true })
    await tab.page.route('**/appkit/v1/config*', async (route) => {
      const response = await route.fetch()
      const { features } = (await response.json()) as { features: { id: string }[] }
      const restrictedTimezones = ['ASIA/SHANGHAI']
      const changed = features.map((one) =>
        one.id === 'onramp' ? { ...one, restrictedTimezones } : one,
      )
      return route.fulfill({ response, json: { features: changed } })
    })
    await tab.connect()
    await tab.button.click()
    await expect(tab.card.getByTestId('w3m-account-default-receive-button')).toBeVisible()
    await tab.card.getByTestId('w3m-account-default-fund-wallet-button').click()
    await expect(tab.title).toHaveText('Fund wallet')
    await expect(tab.card.getByTestId('receive-funds')).toBeVisible()
    await expect(tab.card.getByTestId('buy-crypto')).toBeHidden()
  })
})
