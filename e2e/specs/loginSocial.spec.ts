import type { Page } from '@playwright/test'
import { newEmail } from '../fixtures/login.js'
import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

const providers = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const

/** Presses a provider's button; the window that opens is the provider's. */
async function openWindow(tab: Tab, provider: (typeof providers)[number]): Promise<Page> {
  await tab.openModal()
  const button = tab.card.getByTestId(`social-selector-${provider}`)
  const more = tab.card.getByTestId('social-selector-more')
  await expect(more).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  const opening = tab.page.waitForEvent('popup')
  await button.click()
  return opening
}

/** Signs in there as somebody new. */
async function signIn(window: Page, email = newEmail()): Promise<string> {
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Name').fill('Grace Visitor')
  await window.getByRole('button', { name: 'Continue' }).click()
  return email
}

for (const provider of providers) {
  test(`${provider} gives a visitor a wallet, and the same one the next time`, async ({ site }) => {
    const tab = await site.open({ login: true, wallets: [] })
    const window = await openWindow(tab, provider)
    const size = await window.evaluate(() => [innerWidth, innerHeight])
    expect(size).toEqual([600, 800])
    const email = await signIn(window)
    await tab.expectConnected()
    await expect.poll(() => window.isClosed()).toBe(true)
    const { address, embeddedWalletInfo } = await tab.account()
    expect(embeddedWalletInfo?.authProvider).toBe(provider)
    if (provider !== 'google') return
    await tab.page.evaluate(() => window.latchkey.disconnect())
    await tab.expectDisconnected()
    await signIn(await openWindow(tab, provider), email)
    await tab.expectConnected()
    expect((await tab.account()).address).toBe(address)
  })
}

test('somebody who says no at the provider is back where they were', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await site.open({ login: true, wallets: [] })
  const window = await openWindow(tab, 'google')
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.card).toContainText('Something went wrong')
  await tab.expectDisconnected()
  await tab.back.click()
  await expect(tab.card.getByTestId('wui-email-input')).toBeVisible()
})

test('a window the browser does not open can be opened by a press', async ({ site }) => {
  const tab = await site.open({
    login: true,
    wallets: [],
    before: () => {
      const open = window.open.bind(window)
      let isFirst = true
      window.open = (...given) => {
        if (!isFirst) return open(...given)
        isFirst = false
        return null
      }
    },
  })
  await tab.openModal()
  await tab.card.getByTestId('social-selector-google').click()
  const opening = tab.page.waitForEvent('popup')
  await tab.card.getByTestId('social-open-button').click()
  await signIn(await opening)
  await tab.expectConnected()
})
