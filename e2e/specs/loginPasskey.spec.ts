import { urlOf } from '../fixtures/chains.js'
import {
  cutOffProvider,
  loginFrame,
  mailsTo,
  newEmail,
  openProvider,
  pressAway,
  showNumber,
  signInThere,
  typeNumber,
} from '../fixtures/login.js'
import { addAuthenticator } from '../fixtures/passkeys.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const otherSite = 'shop.localhost'

/** A first log-in, up to the offer of a passkey for the wallet that it made. */
async function reachOffer(site: Site, email = newEmail()) {
  const tab = await site.open({ login: true, wallets: [] })
  const passkeys = await addAuthenticator(tab.page)
  await signInThere(await openProvider(tab, 'google'), email)
  await expect(loginFrame(tab).getByTestId('login-passkey-offer')).toBeVisible()
  return { tab, passkeys, email }
}

/** Leaves the site for another one, in a browser that has never had the wallet. */
async function startOver({ page }: Tab): Promise<void> {
  await page.evaluate(() => window.latchkey.disconnect())
  const url = new URL(page.url())
  const devTools = await page.context().newCDPSession(page)
  for (const { origin } of [url, new URL(urlOf('LOGIN'))]) {
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  url.hostname = otherSite
  await page.goto(url.href)
}

/** A log-in that opens no wallet by itself: without a passkey it takes a mail. */
async function logInByNumber(tab: Tab, email: string): Promise<void> {
  const popup = await openProvider(tab, 'google')
  await signInThere(popup, email)
  const number = await showNumber(popup)
  await popup.close()
  await typeNumber(tab, number)
}

test('opens a wallet on another site with the passkey alone, and not without it', async ({
  site,
  context,
}) => {
  site.expectComplaint(/foreign request: http:\/\/shop\.localhost/)
  const { tab, passkeys, email } = await reachOffer(site)
  await pressAway(tab, 'passkey-add')
  await tab.expectConnected()
  expect(await passkeys.count()).toBe(1)
  const { address } = await tab.account()
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toMatch(/passkey was added/)

  await cutOffProvider(context)
  await startOver(tab)
  await logInByNumber(tab, email)
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(address)

  // A browser without the passkey gets no further, and nobody is mailed for an approval.
  await passkeys.replace()
  await startOver(tab)
  await logInByNumber(tab, email)
  await expect(tab.card).toContainText('Something went wrong')
  expect((await tab.account()).status).not.toBe('connected')
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /Approve/.test(subject))).toEqual([])
})

test('makes a wallet without a passkey for someone who does not want one', async ({ site }) => {
  const { tab, passkeys } = await reachOffer(site)
  await pressAway(tab, 'passkey-skip')
  await tab.expectConnected()
  expect(await passkeys.count()).toBe(0)
})
