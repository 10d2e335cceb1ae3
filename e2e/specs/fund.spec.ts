import { callNode } from '../fixtures/chains.js'
import { depositOf, fundViewStates, openFund } from '../fixtures/fundViews.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { navigate } from '../fixtures/views.js'
import { violations } from '../fixtures/violations.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const coinsOf = async (address: string) =>
  BigInt((await callNode('CHAIN_1', 'eth_getBalance', address, 'latest')) as string)

test('deposits from an exchange to the own account, until the tokens are there', async ({
  site,
  context,
}) => {
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [44] }] })
  await tab.connect()
  await tab.button.click()
  await tab.card.getByTestId('w3m-account-default-fund-wallet-button').click()
  await expect(tab.title).toHaveText('Fund wallet')
  await tab.card.getByTestId('wallet-features-deposit-from-exchange-button').click()
  const { address } = (await tab.account()) as { address: string }
  const before = await coinsOf(address)
  const form = depositOf(tab)
  await form.exchange.click()
  await expect(tab.toast).toContainText('Please enter an amount')
  await form.amount.fill('12.5')
  await expect(form.tokens).toHaveText(/≈ 0\.00\d+ ETH/)
  const opened = context.waitForEvent('page')
  await form.exchange.click()
  const exchange = await opened
  await expect(tab.toast).toContainText('Deposit in progress...')
  await exchange.getByRole('button', { name: /Pay 0\.00\d+ ETH/ }).click()
  await expect(tab.toast).toContainText('Deposit completed', { timeout: 40_000 })
  expect(await coinsOf(address)).toBeGreaterThan(before)
  await expect(tab.title).toHaveCount(0)
})

test('says that a deposit failed', async ({ site, context }) => {
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [45] }] })
  await openFund(tab, 'PayWithExchange')
  const form = depositOf(tab)
  await form.preset(10).click()
  await expect(form.tokens).toContainText('ETH')
  const opened = context.waitForEvent('page')
  await form.exchange.click()
  const exchange = await opened
  await exchange.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.toast).toContainText('Deposit failed', { timeout: 40_000 })
  await expect(tab.title).toHaveText('Deposit from exchange')
})

test('offers no deposit without the feature', async ({ site }) => {
  const tab = await site.open({ provider: true })
  await tab.page.route('**/appkit/v1/config*', async (route) => {
    const response = await route.fetch()
    const { features } = (await response.json()) as { features: { id: string }[] }
    const json = { features: features.filter(({ id }) => id !== 'fund_from_exchange') }
    await route.fulfill({ response, json })
  })
  await tab.page.reload()
  await openFund(tab, 'FundWallet')
  await expect(tab.card.getByTestId('buy-crypto')).toBeVisible()
  await expect(tab.card.getByTestId('receive-funds')).toBeVisible()
  const deposit = tab.card.getByTestId('wallet-features-deposit-from-exchange-button')
  await expect(deposit).toHaveCount(0)
  const opening = () => window.latchkey.open({ view: 'PayWithExchange' }).catch(({ code }) => code)
  expect(await tab.page.evaluate(opening)).toBe('interface/view-unavailable')
  await tab.close.click()
  await tab.button.click()
  const buy = tab.card.getByTestId('w3m-account-default-onramp-button')
  await expect(buy).toHaveText('Buy')
  await buy.click()
  await expect(tab.title).toHaveText('Choose Provider')
})

for (const state of fundViewStates) {
  test(`has no accessibility violations in ${state.name}`, async ({ site }) => {
    const tab = await navigate(site, state)
    for (const width of [320, 1280]) {
      await tab.page.setViewportSize({ width, height: 800 })
      await settled(tab.page)
      expect(await violations(tab.page)).toEqual([])
      const fits = await tab.card.evaluate((card) => card.scrollWidth <= card.clientWidth)
      expect(fits).toBe(true)
    }
  })
}
