import type { Control } from '@latchkey/sample-wallet/control'
import { test as base } from '@playwright/test'
import { type TestWallet, type TestWalletWindow, testWalletScript } from 'latchkey/testing'
import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'

/** The package's test wallet behaves like the sample wallet. */
type Promised = Control extends TestWallet ? TestWallet : never

test('the test wallet connects, rejects one method and sends on its chains', async ({
  site,
  page,
}) => {
  const chains = { '0x1': urlOf('CHAIN_1'), 'eip155:8453': urlOf('CHAIN_8453') }
  const wallet = { rdns: 'com.example.test', name: 'Test', accounts: [3], chains }
  await page.addInitScript({ content: testWalletScript(wallet) })
  const tab = await site.open({ wallets: [] })
  await tab.connect(wallet.rdns)
  const { address } = await tab.account()
  const control = (run: (wallet: Promised) => unknown) =>
    page.evaluate(`(${run})(window.sampleWallets['com.example.test'])`)
  expect(await control((one) => one.addressOf(3))).toBe(address)
  await control((one) => one.setScript('refuse', 'personal_sign'))
  expect(await tab.request('personal_sign', ['0x6869', address])).toMatchObject({ code: 4001 })
  const transaction = { from: address, to: address, value: '0x1' }
  expect((await tab.request('eth_sendTransaction', [transaction])).result).toMatch(
    /^0x[0-9a-f]{64}$/,
  )
  await page.evaluate(() => window.latchkey.switchNetwork({ id: 8453 }))
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  expect(await control((one) => one.requests.map(({ method }) => method))).toContain(
    'personal_sign',
  )
})

base('a wallet of its own name stands in the page without settings', async ({ page }) => {
  await page.addInitScript({ content: testWalletScript() })
  await page.goto(urlOf('BASE_URL'))
  const names = await page.evaluate(() =>
    Object.keys((window as unknown as TestWalletWindow).sampleWallets),
  )
  expect(names).toEqual(['app.latchkey.sample'])
})
