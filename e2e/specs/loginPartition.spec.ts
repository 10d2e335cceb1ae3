import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { urlOf } from '../fixtures/chains.js'
import {
  allowWallet,
  codeFor,
  confirm,
  loginFrame,
  mailsTo,
  newEmail,
  openProvider,
  signInAtProvider,
  typeCode,
} from '../fixtures/login.js'
import { still } from '../fixtures/still.js'
import { describeTab, type Tab } from '../fixtures/tab.js'
import type { SiteSettings } from '../pages/site.js'

test.use(still)

const { executablePath } = findBrowser()
// The bundled headless shell does not partition storage by site.
const isWhole = !executablePath.includes('.cache')

/** The shop under another name, a different site than the frame's. */
function shopAt(name: string): string {
  const url = new URL('/index.html', urlOf('BASE_URL'))
  url.hostname = name
  return url.href
}

/**
 * A browser with storage partitioning, which Playwright disables in its list of
 * features; the last list wins.
 */
async function launch(folder: string): Promise<BrowserContext> {
  const { args } = findBrowser()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...args, '--disable-features=MediaRouter'],
  })
  await context.addInitScript(
    (settings) => Object.assign(window, { __sampleWallets: [], __site: settings }),
    {
      nodes: { 1: urlOf('CHAIN_1'), 8453: urlOf('CHAIN_8453') },
      networks: ['mainnet', 'base'],
      options: {
        projectId: 'latchkey-development',
        providerUrl: urlOf('PROVIDER'),
        providerUrls: { login: urlOf('LOGIN') },
      },
    } satisfies SiteSettings,
  )
  return context
}

async function visit(context: BrowserContext, name: string): Promise<Tab> {
  const page: Page = await context.newPage()
  await page.goto(shopAt(name))
  return describeTab(page)
}

/** The log-in methods; a site may mail an address only every half a minute. */
const ways = {
  async google(tab: Tab, email: string, hasWallet: boolean) {
    const popup = await openProvider(tab, 'google')
    await signInAtProvider(popup, email)
    // Another site counts as another device.
    if (hasWallet) await allowWallet(popup)
    await tab.expectConnected()
  },
  async email(tab: Tab, email: string) {
    const mails = (await mailsTo(email)).length
    if (mails > 0) await tab.page.waitForTimeout(30_000)
    await tab.openModal()
    await tab.card.getByTestId('wui-email-input').fill(email)
    await tab.card.getByTestId('wui-email-input').press('Enter')
    await typeCode(tab, await codeFor(email, mails + 1))
    await tab.expectConnected()
  },
}

const addressIn = async (tab: Tab) => (await tab.account()).address

async function visitTwoSites(
  logIn: (tab: Tab, email: string, hasWallet: boolean) => Promise<void>,
) {
  test.skip(!isWhole, 'needs an installed Chromium: the packaged one does not partition storage')
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-partition-'))
  let context = await launch(folder)
  try {
    const email = newEmail()
    const first = await visit(context, '127.0.0.1')
    await logIn(first, email, false)
    const address = await addressIn(first)
    expect(address).toMatch(/^0x/)

    const second = await visit(context, 'shop.localhost')
    await second.ready()
    await second.expectDisconnected()
    await logIn(second, email, true)
    expect(await addressIn(second)).toBe(address)

    const signing = second.request('personal_sign', ['0x68656c6c6f', address])
    await confirm(second)
    expect(await signing).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{130,}$/) })

    // Each site ends only its own log-in, and its storage survives a restart.
    await second.page.evaluate(() => window.latchkey.disconnect())
    await second.expectDisconnected()
    await context.close()
    context = await launch(folder)
    const later = await visit(context, '127.0.0.1')
    await later.expectConnected()
    expect(await addressIn(later)).toBe(address)
    // The first site learns that the wallet has moved.
    void later.request('personal_sign', ['0x68656c6c6f', address]).catch(() => undefined)
    await expect(loginFrame(later).getByTestId('approve-new-device')).toBeVisible()
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('sites with partitioned storage have separate log-ins and the same wallet', () =>
  visitTwoSites(ways.google))

test('the same with an email code per site @thorough', () => visitTwoSites(ways.email))
