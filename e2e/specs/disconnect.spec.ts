import { expect, test } from '../fixtures/site.js'

test('the account view ends the connection and tells the wallet', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.button.click()
  await tab.disconnect.click()
  await expect(tab.card).toBeHidden()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).toContain('wallet_revokePermissions')
})

test('a wallet that never answers cannot hold the visitor', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('never', 'wallet_getPermissions')
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await expect(tab.card).toBeHidden()
  expect(await tab.page.evaluate(() => window.latchkey.getProvider())).toBeUndefined()
  // What went wrong belongs to the connection that is gone.
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
  await expect(tab.toast).toBeHidden()
})

test('a wallet that crashes cannot hold the visitor', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('crash')
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
})

test('the site ends the connection by itself', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
})
