import { expect, test } from '../fixtures/site.js'
import { fox } from '../fixtures/wallets.js'

test('two widgets on one page connect, reconnect and disconnect independently', async ({
  site,
}) => {
  const otter = { rdns: 'com.example.otter', name: 'Otter', accounts: [2] }
  const { page } = await site.open({ page: 'two', wallets: [fox, otter] })
  const [first, second] = ['first', 'second'].map((name) =>
    page.locator(`latchkey-button[instance=${name}] button`),
  ) as [ReturnType<typeof page.locator>, ReturnType<typeof page.locator>]
  // Each has its own modal; rows are searched in the open one.
  const row = (rdns: string) => page.locator('dialog[open]').getByTestId(`wallet-selector-${rdns}`)

  await first.click()
  await row(fox.rdns).click()
  await expect(first).toHaveAttribute('data-testid', 'account-button')
  await expect(second).toHaveText('Connect Wallet')
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  await second.click()
  await row(otter.rdns).click()
  await expect(second).toHaveAttribute('data-testid', 'account-button')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  const addresses = () =>
    page.evaluate(() => [window.latchkey.getAddress(), window.second.getAddress()])
  const both = await addresses()
  expect(new Set(both).size).toBe(2)

  await page.reload()
  await expect.poll(addresses).toEqual(both)

  await page.evaluate(() => window.latchkey.disconnect())
  await expect(first).toHaveText('Connect Wallet')
  expect((await addresses())[1]).toBe(both[1])
})

test('destroying one widget leaves the other', async ({ site }) => {
  const { page } = await site.open({ page: 'two' })
  await page.evaluate(() => window.latchkey.destroy())
  const code = await page.evaluate(() =>
    window.latchkey.open().catch((error: { code: string }) => error.code),
  )
  expect(code).toBe('config/destroyed')
  await page.locator('latchkey-button[instance=second] button').click()
  await expect(page.locator('dialog[open]')).toBeVisible()
})
