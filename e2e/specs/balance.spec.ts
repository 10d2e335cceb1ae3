import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

// An account no test spends from.
const wallets = [{ ...fox, accounts: [5] }]

test('the balance is on the button and in the account view', async ({ site }) => {
  const tab = await site.open({ wallets })
  await tab.connect()
  await expect(tab.button).toContainText('10,000 ETH')
  await tab.button.click()
  await expect(tab.card).toContainText('10,000 ETH')
})

test('a node that is down gives a dash and a word, never a zero', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await site.open({ wallets })
  await tab.page.route(`${urlOf('CHAIN_1')}/**`, (route) => route.abort())
  await tab.connect()
  await expect(tab.button.locator('.fact')).toHaveText('–')
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await expect(tab.button).toContainText('10,000 ETH')
})

test('a node that fails while the account view is open is told of', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await site.open({ wallets })
  await tab.page.route(`${urlOf('CHAIN_8453')}/**`, (route) => route.abort())
  await tab.connect()
  await tab.button.click()
  await expect(tab.card).toContainText('10,000 ETH')
  await tab.wallet().setChain('0x2105')
  await expect(tab.toast).toHaveText('Token Balance Unavailable')
  await expect(tab.card).toContainText('Balance unavailable')
  await expect(tab.card).not.toContainText('ETH')
})

test('a node that answers nonsense counts as down', async ({ site }) => {
  const tab = await site.open({ wallets })
  await tab.page.route(`${urlOf('CHAIN_1')}/**`, (route) =>
    route.fulfill({
      json: { jsonrpc: '2.0', id: 1, result: 'lots' },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
  )
  await tab.connect()
  await expect(tab.button.locator('.fact')).toHaveText('–')
})

test('on a test network there is no balance', async ({ site }) => {
  const tab = await site.open({ wallets, networks: ['sepolia'] })
  await tab.connect()
  await tab.button.click()
  await expect(tab.card).toContainText('Sepolia')
  await expect(tab.button).not.toContainText('ETH')
  await expect(tab.card).not.toContainText('ETH')
})

test('in basic mode there is no balance', async ({ site }) => {
  const tab = await site.open({ wallets, options: { basic: true } })
  await tab.connect()
  await expect(tab.button).toContainText('0x99')
  await expect(tab.button).not.toContainText('ETH')
})

test('a copied address is the whole one', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await site.open({ wallets })
  await tab.connect()
  await tab.button.click()
  await tab.card.getByTestId('account-settings-address').click()
  await expect(tab.toast).toHaveText('Address copied')
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(
    (await tab.account()).address,
  )
})
