import type { Page } from '@playwright/test'
import { buttonHtml } from 'latchkey/html'
import { expect, test } from '../fixtures/site.js'

// The site fixture checks policy violations after each test.
test('works under the strictest content security policy', async ({ site }) => {
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
  const { result } = await tab.request('personal_sign', ['0x6869', address])
  expect(result).toMatch(/^0x[0-9a-f]{130}$/)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WhatIsAWallet' }))
  await expect(tab.title).toHaveText('What is a Wallet?')
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
})

test('shows a button in the HTML before the script and keeps an early click', async ({
  site,
  page,
}) => {
  const release = await holdScripts(page)
  const opening = site.open({ page: 'strict' })
  const button = page.locator('latchkey-button').locator('button')
  await expect(button).toHaveText('Connect Wallet')
  const look = () =>
    button.evaluate((element) => {
      const { backgroundColor, color, font } = getComputedStyle(element)
      return { backgroundColor, color, font, box: element.getBoundingClientRect().toJSON() }
    })
  const early = await look()
  await button.click()
  await expect(button).toHaveCSS('cursor', 'progress')
  release()
  const tab = await opening
  await expect(tab.row()).toBeVisible()
  await expect(button).toHaveCSS('cursor', 'pointer')
  await expect.poll(look).toEqual(early)
  await tab.close.click()
  await expect(tab.card).toBeHidden()
  await expect(button).toBeFocused()
  await tab.openModal()
})

/** The strict page with its button in the HTML and scripts that load on release. */
async function holdScripts(page: Page): Promise<() => void> {
  const nonce = 'for-this-page'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'script') await held
    await route.fallback()
  })
  await page.route('**/strict.html', async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const policy = headers['content-security-policy'] ?? ''
    const html = await response.text()
    await route.fulfill({
      headers: {
        ...headers,
        'content-security-policy': policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`),
      },
      body: html.replace('<latchkey-button></latchkey-button>', () =>
        buttonHtml('button', { nonce }),
      ),
    })
  })
  return release
}
