import {
  clickUntil,
  clickUntilGone,
  codeFor,
  cutOffProvider,
  forgetDevice,
  inLoginDatabase,
  loginFrame,
  mailsTo,
  newEmail,
  openProvider,
  showNumber,
  signInAtProvider,
  typeCode,
  typeNumber,
} from '../fixtures/login.js'
import { addAuthenticator } from '../fixtures/passkeys.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const otherSite = 'shop.localhost'

/** A first log-in, up to the offer of a passkey for the new wallet. */
async function openOffer(site: Site, email = newEmail()) {
  const tab = await site.open({ login: true, wallets: [] })
  const passkeys = await addAuthenticator(tab.page)
  await signInAtProvider(await openProvider(tab, 'google'), email)
  await expect(loginFrame(tab).getByTestId('login-passkey-offer')).toBeVisible()
  return { tab, passkeys, email }
}

/** Goes to another site, in a browser that never had the wallet. */
async function startOver(tab: Tab): Promise<void> {
  await forgetDevice(tab)
  const url = new URL(tab.page.url())
  url.hostname = otherSite
  await tab.page.goto(url.href)
}

/** A log-in that does not open the wallet: without a passkey it needs a mail. */
async function logInByNumber(tab: Tab, email: string): Promise<void> {
  const popup = await openProvider(tab, 'google')
  await signInAtProvider(popup, email)
  const number = await showNumber(popup)
  await popup.close()
  await typeNumber(tab, number)
}

test('opens a wallet on another site with the passkey alone, and not without it', async ({
  site,
  context,
}) => {
  site.expectConsoleError(/foreign request: http:\/\/shop\.localhost/)
  const { tab, passkeys, email } = await openOffer(site)
  await clickUntilGone(tab, 'passkey-add')
  await tab.expectConnected()
  expect(await passkeys.count()).toBe(1)
  const { address } = await tab.account()
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toMatch(/passkey was added/)

  await cutOffProvider(context)
  await startOver(tab)
  await logInByNumber(tab, email)
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(address)

  // A browser without the passkey is blocked, and no approval is mailed.
  await passkeys.replace()
  await startOver(tab)
  await logInByNumber(tab, email)
  await expect(tab.card).toContainText('Passkey needed')
  await expect(tab.card).toContainText('This wallet opens only with its passkey')
  expect((await tab.account()).status).not.toBe('connected')
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /Approve/.test(subject))).toEqual([])
})

/** Makes the log-ins of an address appear as old as the given time. */
async function ageLogIns(email: string, milliseconds: number): Promise<void> {
  const count = await inLoginDatabase(async (tx) => {
    const { count } = await tx`
      update login_sessions set confirmed_at = confirmed_at - ${milliseconds}::bigint
      where account_id in (select id from login_accounts where email = ${email})`
    return count
  })
  expect(count).toBeGreaterThan(0)
}

test('creates a passkey only after the code that an older log-in needs', async ({ site }) => {
  // Both starts on the older log-in are refused.
  site.expectConsoleError(/status of 403/)
  const { tab, passkeys, email } = await openOffer(site)
  // The offer is too old: no passkey is created that the wallet would not use.
  await ageLogIns(email, 300_000)
  const offer = loginFrame(tab).getByTestId('login-passkey-offer')
  await expect(async () => {
    const add = loginFrame(tab).getByTestId('passkey-add')
    if (await add.isVisible()) await add.click({ timeout: 2_000 })
    await expect(offer).toContainText('Add a passkey later', { timeout: 2_000 })
  }).toPass()
  expect(await passkeys.count()).toBe(0)
  await clickUntilGone(tab, 'passkey-skip')
  await tab.expectConnected()

  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSecurity' }))
  await clickUntil(tab, 'account-passkey', 'login-code')
  expect(await passkeys.count()).toBe(0)
  await typeCode(tab, await codeFor(email))
  await expect(loginFrame(tab).getByTestId('account-trust')).toContainText('Protected')
  expect(await passkeys.count()).toBe(1)
})

test('creates a wallet without a passkey when the visitor skips it', async ({ site }) => {
  const { tab, passkeys } = await openOffer(site)
  await clickUntilGone(tab, 'passkey-skip')
  await tab.expectConnected()
  expect(await passkeys.count()).toBe(0)
})
