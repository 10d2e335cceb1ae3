import { openProvider, signInThere } from '../fixtures/login.js'
import { expect, test } from '../fixtures/site.js'

const providers = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const

for (const provider of providers) {
  test(`${provider} gives a visitor a wallet, and the same one the next time`, async ({ site }) => {
    const tab = await site.open({ login: true, wallets: [] })
    const popup = await openProvider(tab, provider)
    const size = await popup.evaluate(() => [innerWidth, innerHeight])
    expect(size).toEqual([600, 800])
    const email = await signInThere(popup)
    await tab.expectConnected()
    await expect.poll(() => popup.isClosed()).toBe(true)
    const { address, embeddedWalletInfo } = await tab.account()
    expect(embeddedWalletInfo?.authProvider).toBe(provider)
    if (provider !== 'google') return
    await tab.page.evaluate(() => window.latchkey.disconnect())
    await tab.expectDisconnected()
    await signInThere(await openProvider(tab, provider), email)
    await tab.expectConnected()
    expect((await tab.account()).address).toBe(address)
  })
}

test('somebody who says no at the provider is back where they were', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await site.open({ login: true, wallets: [] })
  const popup = await openProvider(tab, 'google')
  await popup.getByRole('button', { name: 'Cancel' }).click()
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
  await signInThere(await opening)
  await tab.expectConnected()
})
