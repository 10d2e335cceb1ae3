import { findBrowser } from '../../scripts/lib/browser.mjs'
import { expect, test } from '../fixtures/site.js'

// Older browsers cache a failed module until the page is reloaded.
test.use({ launchOptions: findBrowser() })
test.skip(({ browser }) => Number.parseInt(browser.version(), 10) < 156)

test('reports a modal that fails to load, and opens it on the next click', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource|could not be opened/)
  const tab = await site.open()
  await tab.page.route(/\/assets\/(engine|mount)/, (route) => route.abort())
  await tab.button.click()
  await expect(tab.button).toHaveText('Try again')
  await expect(tab.card).toBeHidden()
  await tab.page.unrouteAll()
  await tab.button.click()
  await expect(tab.row()).toBeVisible()
  await expect(tab.button).toHaveText('Connect Wallet')
})

test('reports a view that fails to load, and shows it on retry', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource|could not be loaded/)
  const tab = await site.open()
  await tab.openModal()
  await tab.page.route(/\/assets\/guide/, (route) => route.abort())
  await tab.card.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(tab.card).toContainText('This screen could not be shown')
  await tab.page.unrouteAll()
  await tab.card.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.card).toContainText('Your login')
})

test('reports a family that fails to load, and connects on retry', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open()
  await tab.openModal()
  await tab.page.route(/\/assets\/adapter/, (route) => route.abort())
  await tab.row().click()
  await expect(tab.card).toContainText('Could not connect')
  await tab.page.unrouteAll()
  await tab.tryAgain.click()
  await tab.expectConnected()
})
