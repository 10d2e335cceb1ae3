import { callNode, solanaMainnet, urlOf } from '../fixtures/chains.js'
import { readJournal } from '../fixtures/journal.js'
import { confirm, logIn, loginFrame } from '../fixtures/login.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { connectOnSolana, dollarsOn, lamportsOf, sol, solanaWallet } from '../fixtures/solana.js'
import { still } from '../fixtures/still.js'
import { describeForm, openSwap } from '../fixtures/swap.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'

test.use(still)

const chain = `solana:${solanaMainnet}`

async function openSite(site: Site, account: number) {
  const tab = await connectOnSolana(site, account)
  const { address: own = '' } = await tab.account()
  return { ...tab, own }
}

const requestsOf = async (tab: Tab) =>
  (await tab.wallet(solanaWallet.rdns).methods('solana')).filter((method) =>
    /transaction/i.test(method),
  )

const expectLeft = ({ title }: Tab) => expect(title).toHaveCount(0, { timeout: 60_000 })

test('swaps SOL for a token without an account yet, and back', async ({ site }) => {
  const tab = await openSite(site, 6)
  const { card, toast, own } = tab
  await tab.button.click()
  await card.getByTestId('w3m-account-default-swaps-button').click()
  const form = describeForm(tab)
  await expect(tab.title).toHaveText('Swap')
  await form.choose('toToken', 'USDC')
  await form.amount.fill('0.5')
  await expect(form.expected).toHaveValue(/^7[45]\./)
  await card.getByTestId('swap-details').click()
  await expect(card.getByTestId('swap-minimum')).toContainText('USDC')
  await expect(card.getByTestId('swap-network-fee')).toContainText('SOL')
  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])

  const before = await lamportsOf(own)
  await form.review()
  await expect(card.getByTestId('swap-preview-send')).toHaveText('0.5 SOL')
  await expect(form.confirm).toHaveText('Swap')
  await form.confirm.click()
  await expectLeft(tab)
  await expect(toast).toContainText(/Swapped SOL to 7[45][\d.]* USDC/)
  expect(await requestsOf(tab)).toHaveLength(1)
  const gained = await dollarsOn(own)
  expect(gained).toBeGreaterThan(74_000_000n)
  const spent = before - (await lamportsOf(own))
  // The amount, two signatures, the priority fee, and the deposit of the new account.
  expect(spent).toBeGreaterThan(500_000_000)
  expect(spent).toBeLessThan(503_000_000)

  const back = await openSwap(tab, { amount: '20', fromToken: 'USDC', toToken: 'SOL' })
  await back.review()
  await back.confirm.click()
  await expectLeft(tab)
  expect(gained - (await dollarsOn(own))).toBe(20_000_000n)
  expect((await readJournal(tab.page)).map(({ status }) => status)).not.toContain('failed')
})

test('a rejected swap loses nothing and can be confirmed again', async ({ site }) => {
  const tab = await openSite(site, 7)
  const { own } = tab
  const form = await openSwap(tab, { amount: '0.1', toToken: 'USDC' })
  await form.review()
  const before = await lamportsOf(own)
  await tab.wallet(solanaWallet.rdns).setScript('refuse', 'solana_signTransaction')
  await form.confirm.click()
  await expect(tab.toast).toBeVisible()
  await expect(form.confirm).not.toHaveAttribute('aria-busy', 'true')
  expect(await lamportsOf(own)).toBe(before)
  expect(await readJournal(tab.page)).toEqual([])
  await tab.wallet(solanaWallet.rdns).setScript('approve', 'solana_signTransaction')
  await form.confirm.click()
  await expectLeft(tab)
  expect(await dollarsOn(own)).toBeGreaterThan(0n)
})

test('a transaction for somebody else never reaches the wallet', async ({ site }) => {
  const tab = await openSite(site, 8)
  const { page, own } = tab
  const form = await openSwap(tab, { amount: '0.1', toToken: 'USDC' })
  await form.review()
  // The provider builds the swap of another account.
  const other = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  await page.route(`${urlOf('PROVIDER')}/v1/convert/build-transaction**`, async (route) => {
    const body = { ...route.request().postDataJSON(), userAddress: `${chain}:${other}` }
    return route.fulfill({ response: await route.fetch({ postData: body }) })
  })
  const before = await lamportsOf(own)
  await form.confirm.click()
  await expect(tab.toast).toContainText('does not match this swap')
  expect(await requestsOf(tab)).toEqual([])
  expect(await lamportsOf(own)).toBe(before)
})

test('swaps with an embedded wallet, which shows both sides', async ({ site }) => {
  const tab = await site.open({
    ...{ page: 'families', networks: ['solanaMainnet'], login: true, wallets: [] },
  })
  await logIn(tab)
  await expect.poll(async () => (await tab.account()).isConnected).toBe(true)
  const { address: own = '' } = await tab.account()
  await callNode('SOLANA', 'requestAirdrop', own, sol)
  await expect.poll(() => lamportsOf(own)).toBe(sol)
  const form = await openSwap(tab, { amount: '0.2', toToken: 'USDC' })
  await form.review()
  await form.confirm.click()
  await expect(
    loginFrame(tab)
      .getByText(/0\.2 SOL/)
      .first(),
  ).toBeVisible()
  await expect(loginFrame(tab).getByText('Either all of them happen, or none.')).toBeVisible()
  await expect(loginFrame(tab).getByText(/^−0\.2\d* SOL$/)).toBeAttached()
  await expect(loginFrame(tab).getByText(/^\+29\.\d+ of EPjF/)).toBeAttached()
  await confirm(tab)
  await expectLeft(tab)
  expect(await dollarsOn(own)).toBeGreaterThan(29_000_000n)
})

test('offers no swaps where the provider has none on Solana', async ({ site, page }) => {
  await page.route(`${urlOf('PROVIDER')}/appkit/v1/config**`, async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.text()).replace(',"jupiter"', '') })
  })
  const tab = await openSite(site, 9)
  await tab.button.click()
  await expect(tab.card.getByTestId('w3m-account-default-send-button')).toBeVisible()
  await expect(tab.card.getByTestId('w3m-account-default-swaps-button')).toHaveCount(0)
  await page.evaluate(() => window.latchkey.open({ view: 'Swap' }))
  await expect(tab.card).toContainText('Swap')
  await expect(tab.card.getByTestId('swap-input-sourceToken')).toHaveCount(0)
})
