import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { findBrowser } from '../lib/browser.mjs'
import { describeError } from '../lib/plainError.mjs'
import { serveChain, serveProvider } from '../start/localParts.mjs'

/** Examples with a server, and the check that only the server can answer. */
const servers = {
  'siwx-express': {
    start: () => ['start'],
    env: (port) => ({ DOMAIN: `localhost:${port}` }),
    readPrivateData: async (page) => {
      await page.getByRole('button', { name: 'Show my orders' }).click()
    },
    privateData: 'Two orders of 0x',
    isSignedOut: (page) => page.evaluate(async () => (await fetch('/api/orders')).status === 401),
  },
  'siwx-next': {
    start: () => ['start'],
    env: (port) => ({ BETTER_AUTH_URL: `http://localhost:${port}` }),
    readPrivateData: async () => {},
    privateData: 'Two orders of 0x',
    isSignedOut: (page) =>
      page.evaluate(async () => (await (await fetch('/api/wallets')).json()).length === 0),
  },
  'siwx-hosted': {
    needsProvider: true,
    start: (port) => ['run', 'preview', '--', '--strictPort', '--port', String(port)],
    env: () => ({}),
    readPrivateData: async (page) => {
      await page.getByLabel('Nickname').fill('Ada')
      await page.getByRole('button', { name: 'Save' }).click()
    },
    privateData: 'Hello Ada',
    isSignedOut: (page) =>
      page.evaluate(() => localStorage.getItem('@appkit/siwx-auth-token') === null),
  },
}

/** A server on a busy machine. */
const patient = { timeout: 20_000 }

export const canSignIn = (example) => Object.hasOwn(servers, example)
export const needsProvider = (example) => servers[example]?.needsProvider === true

/** A local provider, and the settings with which an example is built for it. */
export async function startProvider() {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-examples-provider-'))
  const running = []
  const stop = async () => {
    for (const one of running.reverse()) await one.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const parts = {}
    for (const chainId of [1, 8453]) {
      const chain = await serveChain(chainId)({ port: 0, dataDir, urls: {} })
      running.push(chain)
      parts[`chain-${chainId}`] = chain
    }
    const part = async (name) => parts[name]
    const provider = await serveProvider({ port: 0, dataDir, urls: {}, part })
    running.push(provider)
    const env = { VITE_PROVIDER_URL: provider.url, VITE_PROJECT_ID: 'latchkey-development' }
    return { env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a built example and signs in as a visitor: sign, reload, sign out. Resolves to a problem. */
export async function trySignIn(programs, { example, folder, port, walletScript }) {
  const { start, env, readPrivateData, privateData, isSignedOut } = servers[example]
  const program = programs.start('npm', start(port), {
    cwd: folder,
    env: { PORT: String(port), NEXT_TELEMETRY_DISABLED: '1', ...env(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const browser = await chromium.launch(findBrowser())
  const problems = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
    await page.addInitScript({ content: walletScript })
    await expect(async () => page.goto(`http://localhost:${port}/`)).toPass({ timeout: 60_000 })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-app.latchkey.sample').click()
    await page.getByTestId('w3m-connecting-siwe-sign').click()
    const status = page.locator('#status')
    await expect(status).toContainText('Signed in as 0x', patient)
    // The page cannot be used until the modal has closed.
    await expect(page.getByTestId('w3m-modal-card')).toBeHidden()
    await readPrivateData(page)
    await expect(page.locator('#result')).toContainText(privateData, patient)
    await page.reload()
    await expect(status).toContainText('Signed in as 0x', patient)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(status).toHaveText('Not signed in', patient)
    expect(await isSignedOut(page)).toBe(true)
    return undefined
  } catch (error) {
    return ['could not sign in', ...problems, describeError(error)].join('\n')
  } finally {
    await browser.close()
    await program.stop()
  }
}
