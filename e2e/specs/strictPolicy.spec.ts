import { expect, test } from '../fixtures/site.js'

// That nothing breaks the policy is checked after each test by the site itself.
test('under the strictest policy everything works', async ({ site }) => {
  const tab = await site.open({ page: 'strict', networks: ['mainnet', 'base'] })
  const policy = await tab.page.evaluate(async () =>
    (await fetch(location.href)).headers.get('content-security-policy'),
  )
  expect(policy).toContain("trusted-types 'none'")
  await tab.connect()
  await expect(tab.button).toContainText('ETH')
  await tab.button.click()
  await expect(tab.card.getByTestId('account-settings-address')).toBeVisible()
  await tab.card.getByTestId('w3m-account-select-network').click()
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  const address = (await tab.account()).address
  const { result } = await tab.ask('personal_sign', ['0x6869', address])
  expect(result).toMatch(/^0x[0-9a-f]{130}$/)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WhatIsAWallet' }))
  await expect(tab.title).toHaveText('What is a Wallet?')
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
})
