import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { inRoot } from '../../scripts/lib/root.mjs'

const site = 'https://shop.example.org'
const types = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
}
const slow = { timeout: 60_000 }

/** Chromium that reaches the three host names at a port of this machine. */
export async function openBrowser(port) {
  const { args, ...launch } = findBrowser({ packaged: true })
  const rule = `MAP *.example.org:443 127.0.0.1:${port}`
  return chromium.launch({ ...launch, args: [...args, `--host-resolver-rules=${rule}`] })
}

/** A device that gets the site's pages from a folder, and everything else through the proxy. */
async function openDevice(browser, { folder, prefix = '', documents }) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    // Browsers ask before a page calls a loopback address.
    permissions: ['local-network-access'],
  })
  await context.route(`${site}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    const document = documents[path]
    if (document !== undefined)
      return route.fulfill({
        contentType: path.endsWith('.json') ? 'application/json' : 'text/html',
        body: document,
      })
    if (!path.startsWith(prefix)) return route.fulfill({ status: 404 })
    const file = join(folder, path.slice(prefix.length))
    return route.fulfill({ path: file, contentType: types[extname(file)] })
  })
  return context.newPage()
}

/** Pairs the page with a wallet on another device over the relay; both sides agree on the account. */
export async function pairOverRelay(browser, html) {
  const page = await openShop(browser, html)
  const relay = JSON.stringify({
    relay: 'wss://relay.example.org',
    chains: { 'eip155:1': 'https://api.example.org/v1/?chainId=eip155:1' },
  })
  const folder = inRoot('apps', 'sample-wallet', 'dist')
  const phone = await openDevice(browser, {
    folder,
    documents: { '/': readFileSync(join(folder, 'index.html'), 'utf8'), '/local.json': relay },
  })
  await phone.goto(site)
  await expect.poll(() => phone.evaluate(() => 'phoneWallet' in window), slow).toBe(true)
  const card = await openModal(page)
  await card.getByTestId('wallet-selector-walletconnect').click(slow)
  const code = card.getByTestId('wui-qr-code')
  await expect(code).toHaveAttribute('uri', /^wc:/, slow)
  const uri = await code.getAttribute('uri')
  await phone.evaluate((text) => window.phoneWallet.pair(text), uri)
  await phone.getByTestId('session-approve-button').click(slow)
  await expect.poll(() => phone.evaluate(() => window.phoneWallet.sessions()), slow).toHaveLength(1)
  const [{ address }] = await phone.evaluate(() => window.phoneWallet.sessions())
  await expect(card).toBeHidden(slow)
  await expect(page.getByTestId('account-button')).toContainText(address.slice(-6), {
    ...slow,
    ignoreCase: true,
  })
  await page.context().close()
  await phone.context().close()
}

/** Logs in by email in the frame of the login site. `readCode` waits for the mailed code. */
export async function logInByEmail(browser, html, { email, readCode }) {
  const page = await openShop(browser, html)
  const card = await openModal(page)
  const input = card.getByTestId('wui-email-input')
  await input.fill(email, slow)
  await input.press('Enter')
  const first = page.frameLocator('latchkey-modal > iframe').getByRole('textbox').first()
  const code = await readCode()
  await first.waitFor(slow)
  await first.focus()
  await page.keyboard.type(code)
  await expect(card).toBeHidden(slow)
  const button = page.getByTestId('account-button')
  await expect(button).toContainText(/0x\w+…\w{6}/, slow)
  const [shown] = /0x\w+…\w{6}/.exec(await button.innerText())
  // The session outlives the page.
  await page.reload()
  await expect(button).toContainText(shown, slow)
  await page.context().close()
}

async function openShop(browser, html) {
  const page = await openDevice(browser, {
    folder: inRoot('packages', 'latchkey', 'dist', 'script'),
    prefix: '/latchkey/',
    documents: { '/': html },
  })
  await page.goto(site)
  return page
}

async function openModal(page) {
  await page.locator('latchkey-button').locator('button').click(slow)
  const card = page.getByTestId('w3m-modal-card')
  await expect(card).toBeVisible(slow)
  return card
}
