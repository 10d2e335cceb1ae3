import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

test('registers the tags of AppKit as elements of its own', async ({ site }) => {
  const tab = await site.open({ page: 'appkit' })
  const button = (tag: string) => tab.page.locator(tag).locator('button')
  await expect(button('appkit-connect-button')).toHaveText('Sign in')
  await expect(button('w3m-connect-button')).toHaveText('Connect Wallet')
  for (const tag of ['appkit-network-button', 'w3m-network-button']) {
    await expect(button(tag)).toHaveText('Ethereum')
    const text = tab.page.locator(tag).getByTestId('wui-network-button')
    await expect(text).toHaveText('Ethereum')
  }
  await expect(tab.page.locator('w3m-onramp-widget').getByTestId('buy-amount')).toBeAttached()

  await button('appkit-button').click()
  await expect(tab.card).toBeVisible()
  await tab.row().click()
  await expect(tab.card).toBeHidden()
  const { address = '' } = await tab.account()
  await expect(button('appkit-button')).toHaveText(`${address.slice(0, 2)}…${address.slice(-6)}`)
  const short = `${address.slice(0, 4)}…${address.slice(-6)}`
  for (const tag of ['w3m-button', 'appkit-account-button', 'w3m-account-button']) {
    await expect(button(tag)).toContainText(short)
  }
  await button('w3m-network-button').click()
  await tab.networkRow('Base').click()
  await expect(button('appkit-network-button')).toHaveText('Base')
  await tab.wallet().setChain('0x89')
  const warning = tab.page
    .locator('appkit-button')
    .getByTestId('wui-account-button-unsupported-chain')
  await expect(warning).toHaveText('Switch Network')
})

test('keeps tags that the page has defined itself', async ({ site }) => {
  const tab = await site.open({
    page: 'appkit',
    before: () => customElements.define('w3m-button', class extends HTMLElement {}),
  })
  await expect(tab.page.locator('appkit-button').locator('button')).toHaveText('Connect Wallet')
  expect(
    await tab.page.locator('w3m-button').evaluate((element) => element.shadowRoot === null),
  ).toBe(true)
})
