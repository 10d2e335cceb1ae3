import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/site.js'
import { fox } from '../fixtures/wallets.js'

// The wallet already knows the site, as after a first connection in another tab.
const wallets = [{ ...fox, authorized: true }]

test('connects and disconnects in all tabs', async ({ site }) => {
  const one = await site.open({ wallets })
  const other = await site.open({ wallets })
  await expect(other.button).toHaveText('Connect Wallet')
  await one.connect()
  await other.expectConnected()
  expect(await other.wallet().methods()).not.toContain('eth_requestAccounts')
  await one.button.click()
  await one.disconnect.click()
  await one.expectDisconnected()
  await other.expectDisconnected()
})

test('disconnects the first tab from a tab opened later', async ({ site }) => {
  const one = await site.open({ wallets })
  await one.connect()
  const other = await site.open({ wallets })
  await other.expectConnected()
  await other.page.evaluate(() => window.latchkey.disconnect())
  await one.expectDisconnected()
})

test('stays disconnected when another tab disconnects during a restore', async ({ site }) => {
  const one = await site.open({ wallets })
  await one.connect()
  const other = await site.open({ wallets })
  await other.expectConnected()
  await one.page.addInitScript((rdns) => {
    window.sampleWallets?.[rdns]?.setScript('delay', 'eth_accounts')
  }, fox.rdns)
  await one.page.reload()
  await expect.poll(() => one.wallet().pending()).toHaveLength(1)
  await one.page.evaluate(() => {
    const statuses: string[] = []
    window.latchkey.subscribeAccount(({ status }) => statuses.push(status))
    Object.assign(window, { statuses })
  })
  await other.page.evaluate(() => window.latchkey.disconnect())
  await expect.poll(() => storedConnectors(one.page)).toEqual([])
  await one.wallet().settle('approve')
  await one.ready()
  await one.expectDisconnected()
  expect(await one.page.evaluate(() => Object(window).statuses)).not.toContain('connected')
  expect(await storedConnectors(one.page)).toEqual([])
  await other.expectDisconnected()
})

const storedConnectors = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /connected_connector_id/.test(key)))
