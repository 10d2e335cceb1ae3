import { expect, test } from '../fixtures/site.js'
import { fox } from '../fixtures/wallets.js'

test('shows the embedded modal before and after connecting', async ({ site }) => {
  const tab = await site.open({ page: 'embedded' })
  await expect(tab.row()).toBeVisible()
  await expect(tab.close).toBeHidden()
  await expect(tab.page.locator('dialog')).toHaveCount(0)
  await expect(tab.page.locator('latchkey-modal')).toHaveCount(1)
  // The rest of the page stays usable.
  await tab.page.locator('#own').click()
  await tab.row().click()
  await tab.expectConnected()
  await expect(tab.disconnect).toBeVisible()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await expect(tab.row()).toBeVisible()
})

test('handles a declined request and Back in place when embedded', async ({ site }) => {
  const tab = await site.open({ page: 'embedded', wallets: [{ ...fox, script: 'refuse' }] })
  await tab.row().click()
  await expect(tab.card).toContainText('Connection declined')
  await tab.back.click()
  await expect(tab.row()).toBeVisible()
})

test('shows an unsupported network in place when embedded', async ({ site }) => {
  const tab = await site.open({ page: 'embedded' })
  await tab.row().click()
  await tab.expectConnected()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Network not supported')
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(tab.disconnect).toBeVisible()
})

test('lets the site place the element with disableAppend', async ({ site }) => {
  const tab = await site.open({ options: { disableAppend: true } })
  await tab.page.evaluate(() => {
    const section = document.createElement('section')
    section.id = 'section'
    document.body.append(section)
    section.append(window.latchkey.getModalElement())
  })
  await tab.openModal()
  await expect(tab.page.locator('#section > latchkey-modal')).toHaveCount(1)
  await expect(tab.page.locator('latchkey-modal')).toHaveCount(1)
  await tab.row().click()
  await tab.expectConnected()
})
