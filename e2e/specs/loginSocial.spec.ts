import { type BrowserContext, devices } from '@playwright/test'
import { urlOf } from '../fixtures/chains.js'
import {
  approveFirstWallet,
  cutOffProvider,
  logInWithGoogle,
  openProvider,
  showNumber,
  signInAtProvider,
  typeNumber,
} from '../fixtures/login.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const providers = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const

for (const provider of providers) {
  test(`${provider} creates a wallet, and opens the same one the next time`, async ({ site }) => {
    const tab = await site.open({ login: true, wallets: [] })
    const popup = await openProvider(tab, provider)
    const size = await popup.evaluate(() => [innerWidth, innerHeight])
    expect(size).toEqual([600, 800])
    const email = await signInAtProvider(popup)
    await tab.expectConnected()
    await expect.poll(() => popup.isClosed()).toBe(true)
    const { address, embeddedWalletInfo } = await tab.account()
    expect(embeddedWalletInfo?.authProvider).toBe(provider)
    if (provider !== 'google') return
    await tab.page.evaluate(() => window.latchkey.disconnect())
    await tab.expectDisconnected()
    await signInAtProvider(await openProvider(tab, provider), email)
    await tab.expectConnected()
    expect((await tab.account()).address).toBe(address)
  })
}

test('returns to the start when the visitor declines at the provider', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ login: true, wallets: [] })
  const popup = await openProvider(tab, 'google')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.card).toContainText('Something went wrong')
  await tab.expectDisconnected()
  await tab.back.click()
  await expect(tab.card.getByTestId('wui-email-input')).toBeVisible()
})

test('opens a blocked window on a click', async ({ site }) => {
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
  await signInAtProvider(await opening)
  await tab.expectConnected()
})

test('opens the provider window from a recent log-in, inside the click', async ({ site }) => {
  const tab = await site.open({
    login: true,
    wallets: [fox],
    options: { features: { multiWallet: true } },
  })
  const email = await logInWithGoogle(tab)
  const { address } = await tab.account()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  // The log-in code is already loaded when its row is clicked.
  await tab.page.reload()
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'ProfileWallets' }))
  const opening = tab.page.waitForEvent('popup')
  await tab.card
    .getByTestId('recent-connection')
    .getByRole('button', { name: /Connect/ })
    .first()
    .click()
  await signInAtProvider(await opening, email)
  await expect.poll(async () => (await tab.account()).address).toBe(address)
})

/** A log-in by number makes a first wallet only after it is approved by mail. */
const firstWalletRefused = /status of 403/

/** Logs in at a provider whose pages sever `window.opener`. */
async function logInCutOff(site: Site, context: BrowserContext, times: number) {
  site.expectConsoleError(firstWalletRefused)
  await cutOffProvider(context)
  const tab = await site.open({ login: true, wallets: [] })
  for (let time = 0; time < times; time += 1) {
    const popup = await openProvider(tab, 'google')
    const email = await signInAtProvider(popup)
    const number = await showNumber(popup)
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await expect(popup.locator('#number .site')).toContainText(new URL(tab.page.url()).host)
    await popup.close()
    await typeNumber(tab, number)
    await approveFirstWallet(tab, email)
    await tab.expectConnected()
    await tab.page.evaluate(() => window.latchkey.disconnect())
    await tab.expectDisconnected()
  }
}

test('completes a log-in by number when the window lost its opener', ({ site, context }) =>
  logInCutOff(site, context, 1))

test('completes fifty of fifty log-ins by number @thorough', async ({ site, context }) => {
  test.setTimeout(1_200_000)
  await logInCutOff(site, context, 50)
  console.log('50 of 50 logins completed with the opener lost')
})

test.describe('where no separate window can be opened', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  const platforms = {
    'a phone': { use: phone, before: () => undefined },
    Telegram: { use: {}, before: () => Object.assign(window, { TelegramWebviewProxy: {} }) },
  }
  for (const [platform, { use, before }] of Object.entries(platforms)) {
    test.describe(platform, () => {
      test.use(use)
      test(`${platform} redirects the page there and back, and ignores results it did not request`, async ({
        site,
      }) => {
        site.expectConsoleError(firstWalletRefused)
        const tab = await site.open({ login: true, wallets: [], before })
        const { page } = tab
        const home = page.url()
        const planted = `${urlOf('LOGIN')}/social?flow=${crypto.randomUUID()}&ticket=${'t'.repeat(43)}`
        await page.goto(`${home}?item=7&result_uri=${encodeURIComponent(planted)}`)
        await tab.ready()
        await tab.expectDisconnected()
        await expect(page).toHaveURL(`${home}?item=7`)

        await tab.openModal()
        await tab.card.getByTestId('social-selector-google').click()
        const email = await signInAtProvider(page)
        const number = await showNumber(page)
        await page.getByRole('link', { name: 'Back to the site' }).click()
        await page.waitForURL(`${home}?item=7**`)
        await typeNumber(tab, number)
        await approveFirstWallet(tab, email)
        await tab.expectConnected()
        await expect(page).toHaveURL(`${home}?item=7`)
        expect((await tab.account()).embeddedWalletInfo?.authProvider).toBe('google')
      })
    })
  }
})
