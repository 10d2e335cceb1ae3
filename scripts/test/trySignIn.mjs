import { chromium, expect } from '@playwright/test'
import { findBrowser } from '../lib/browser.mjs'
import { describeError } from '../lib/plainError.mjs'

/** Examples with a server, and the check that only the server can answer. */
const servers = {
  'siwx-express': {
    env: (port) => ({ DOMAIN: `localhost:${port}` }),
    readPrivateData: async (page) => {
      await page.getByRole('button', { name: 'Show my orders' }).click()
    },
    isSignedOut: (page) => page.evaluate(async () => (await fetch('/api/orders')).status === 401),
  },
  'siwx-next': {
    env: (port) => ({ BETTER_AUTH_URL: `http://localhost:${port}` }),
    readPrivateData: async () => {},
    isSignedOut: (page) =>
      page.evaluate(async () => (await (await fetch('/api/wallets')).json()).length === 0),
  },
}

export const canSignIn = (example) => Object.hasOwn(servers, example)

/** Starts a built example and signs in as a visitor: sign, reload, sign out. Resolves to a problem. */
export async function trySignIn(programs, { example, folder, port, walletScript }) {
  const { env, readPrivateData, isSignedOut } = servers[example]
  const program = programs.start('npm', ['start'], {
    cwd: folder,
    env: { PORT: String(port), NEXT_TELEMETRY_DISABLED: '1', ...env(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const browser = await chromium.launch(findBrowser())
  try {
    const page = await browser.newPage()
    await page.addInitScript({ content: walletScript })
    await expect(async () => page.goto(`http://localhost:${port}/`)).toPass({ timeout: 60_000 })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-app.latchkey.sample').click()
    await page.getByTestId('w3m-connecting-siwe-sign').click()
    const status = page.locator('#status')
    await expect(status).toContainText('Signed in as 0x', { timeout: 20_000 })
    await readPrivateData(page)
    await expect(page.locator('#result')).toContainText('Two orders of 0x')
    await page.reload()
    await expect(status).toContainText('Signed in as 0x')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(status).toHaveText('Not signed in')
    expect(await isSignedOut(page)).toBe(true)
    return undefined
  } catch (error) {
    return `could not sign in\n${describeError(error)}`
  } finally {
    await browser.close()
    await program.stop()
  }
}
