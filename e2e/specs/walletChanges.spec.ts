import { expect, test } from '../fixtures/site.js'
import { fox } from '../fixtures/wallets.js'

test('follows an account switch in the wallet', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setAccounts([4, 0])
  const [fourth, first] = await Promise.all([tab.wallet().addressOf(4), tab.wallet().addressOf(0)])
  await expect.poll(async () => (await tab.account()).address).toBe(fourth)
  const { allAccounts } = await tab.account()
  expect(allAccounts.map(({ address }) => address)).toEqual([fourth, first])
  await expect(tab.button).toContainText(`${fourth.slice(0, 4)}…`)
})

test('follows a network switch in the wallet', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x2105')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(tab.networkButton).toContainText('Base')
})

test('handles repeated wallet events once', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, script: 'twice' }] })
  await tab.connect()
  await tab.page.evaluate(() => {
    const received: string[] = []
    window.latchkey.subscribeNetwork(({ caipNetworkId }) => received.push(String(caipNetworkId)))
    Object.assign(window, { received })
  })
  await tab.wallet().setChain('0x2105')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  expect(await tab.page.evaluate(() => Object(window).received)).toEqual([
    'eip155:1',
    'eip155:8453',
  ])
})

test('disconnects when the wallet locks or revokes the site', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().lock()
  await tab.expectDisconnected()
  await tab.wallet().unlock()
  await tab.connect()
  await tab.wallet().disconnect()
  await tab.expectDisconnected()
})

test('ignores invalid wallet events', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const before = await tab.account()
  for (const data of [null, 'x', -7, {}, ['0xnope'], { length: 3 }]) {
    await tab.wallet().emit('accountsChanged', data)
    await tab.wallet().emit('chainChanged', data)
  }
  expect(await tab.account()).toEqual(before)
  expect(await tab.networkId()).toBe('eip155:1')
})
