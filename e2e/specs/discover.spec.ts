import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

test('lists every announced wallet', async ({ site }) => {
  const wallets = ['fox', 'otter', 'heron'].map((name) => ({ rdns: `com.example.${name}`, name }))
  const tab = await site.open({ wallets })
  await tab.openModal()
  await expect(tab.walletRows).toHaveText([/fox.*Installed/, /otter.*Installed/, /heron/])
})

test('lists two wallets with the same name, each with its own row', async ({ site }) => {
  const tab = await site.open({
    wallets: [
      { ...fox, name: 'Fox', accounts: [0] },
      { ...fox, name: 'Fox', accounts: [3] },
    ],
  })
  await tab.openModal()
  await expect(tab.walletRows).toHaveCount(2)
  await tab.row(`${fox.rdns}#2`).click()
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(await tab.wallet().addressOf(3))
})

test('adds a wallet that is announced while the list is open', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, announce: false }] })
  await tab.openModal()
  await expect(tab.card).toContainText('No wallet found')
  await tab.page.evaluate((rdns) => {
    const provider = window.sampleWallets?.[rdns]?.provider
    const info = { uuid: crypto.randomUUID(), name: 'Late Fox', icon: '', rdns }
    const detail = { info, provider }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }, fox.rdns)
  await expect(tab.row()).toContainText('Late Fox')
  await tab.row().click()
  await tab.expectConnected()
})

test('lists and connects a wallet that only sets window.ethereum', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, announce: false, legacy: true }] })
  await tab.openModal()
  await expect(tab.row('injected')).toContainText('Browser Wallet')
  await tab.row('injected').click()
  await tab.expectConnected()
})

test('ignores invalid announcements', async ({ site }) => {
  const tab = await site.open()
  await tab.page.evaluate(() => {
    const provider = { request: () => Promise.resolve() }
    const throwing = {
      get info(): object {
        throw new Error('a trap')
      },
      provider,
    }
    const details = [
      null,
      'wallet',
      {},
      throwing,
      { info: { name: 'No provider', rdns: 'com.example.none' } },
      { info: { name: '', rdns: 'com.example.nameless' }, provider },
      { info: { name: 7, rdns: 'com.example.seven' }, provider },
    ]
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  await tab.openModal()
  await expect(tab.walletRows).toHaveCount(1)
})

test('limits a flood of announcements to fifty wallets', async ({ site }) => {
  const tab = await site.open()
  await tab.page.evaluate(() => {
    for (let count = 0; count < 10_000; count += 1) {
      const provider = { request: () => Promise.reject(new Error('none')) }
      const info = { uuid: `${count}`, name: `Wallet ${count}`, rdns: `com.flood.w${count}` }
      const detail = { info, provider }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  })
  await tab.openModal()
  await expect(tab.walletRows).toHaveCount(50)
  await tab.row().click()
  await tab.expectConnected()
})
