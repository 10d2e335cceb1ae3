import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

test('a connection survives a reload without asking the wallet again', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x2105')
  await expect(tab.networkButton).toContainText('Base')
  await tab.page.reload()
  await tab.expectConnected()
  await expect(tab.networkButton).toContainText('Base')
  expect(await tab.wallet().methods()).not.toContain('eth_requestAccounts')
})

test('a wallet locked since then is not asked, and the page is disconnected', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.evaluate((rdns) => {
    const key = `sample-wallet:${rdns}`
    const memory = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...memory, locked: true }))
  }, fox.rdns)
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).not.toContain('eth_requestAccounts')
  await tab.connect()
})

test('a wallet that is gone leaves the page disconnected', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const later = await site.open({ wallets: [] })
  await later.ready()
  await later.expectDisconnected()
  await later.openModal()
  await expect(later.card).toContainText('No wallet found')
})

test('with reconnecting off a reload ends the connection', async ({ site }) => {
  const tab = await site.open({ options: { enableReconnect: false } })
  await tab.connect()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).toEqual([])
})

test('a visitor who disconnected stays so after a reload', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
})
