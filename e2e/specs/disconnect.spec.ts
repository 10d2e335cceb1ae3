import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

test('disconnects from the account view and tells the wallet', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.button.click()
  await tab.disconnect.click()
  await expect(tab.card).toBeHidden()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).toContain('wallet_revokePermissions')
})

test('disconnects from a wallet that never responds', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('never', 'wallet_getPermissions')
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await expect(tab.card).toBeHidden()
  expect(await tab.page.evaluate(() => window.latchkey.getProvider())).toBeUndefined()
  // The error belongs to the ended connection.
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
  await expect(tab.toast).toBeHidden()
})

test('disconnects from a wallet that crashes', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('crash')
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
})

test('disconnects when the site asks for it', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
})
