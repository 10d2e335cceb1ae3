import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

// An account that no test spends from.
const wallets = [{ ...fox, accounts: [5] }]

test('shows the balance on the button and in the account view', async ({ site }) => {
  const tab = await site.open({ wallets })
  await tab.connect()
  await expect(tab.button).toContainText('10,000 ETH')
  await tab.button.click()
  await expect(tab.card).toContainText('10,000 ETH')
})

test('shows a dash and a message, never zero, when a node is down', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ wallets })
  await tab.page.route(`${urlOf('CHAIN_1')}/**`, (route) => route.abort())
  await tab.connect()
  await expect(tab.button.locator('.fact')).toHaveText('–')
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await expect(tab.button).toContainText('10,000 ETH')
})

test('reports a node that fails while the account view is open', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
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

test('treats a node with invalid responses as down', async ({ site }) => {
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

test('shows no balance on a test network', async ({ site }) => {
  const tab = await site.open({ wallets, networks: ['sepolia'] })
  await tab.connect()
  await tab.button.click()
  await expect(tab.card).toContainText('Sepolia')
  await expect(tab.button).not.toContainText('ETH')
  await expect(tab.card).not.toContainText('ETH')
})

test('shows no balance in basic mode', async ({ site }) => {
  const tab = await site.open({ wallets, options: { basic: true } })
  await tab.connect()
  await expect(tab.button).toContainText('0x99')
  await expect(tab.button).not.toContainText('ETH')
})

test('copies the full address', async ({ site, context }) => {
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
