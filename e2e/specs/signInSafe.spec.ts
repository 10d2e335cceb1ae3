import type { Frame, Page } from '@playwright/test'
import { createPublicClient, type Hex, http, keccak256, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { urlOf } from '../fixtures/chains.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { SafeHostSettings } from '../pages/safeHost.js'
import type { SignInSettings } from '../pages/signIn.js'

test.use(still)

/** A host with its own origin. */
const host = () => urlOf('BASE_URL').replace('//localhost', '//safe.localhost')

/** The site as an app of a Safe. */
async function openApp(site: Site, signIn: SignInSettings = {}) {
  site.expectConsoleError(new RegExp(`foreign request: ${host()}`))
  const { page } = await site.open({
    page: 'signIn',
    wallets: [],
    signIn: { ...signIn, safe: { allowedDomains: ['http://safe.localhost:*'] } },
  })
  await page.addInitScript((settings) => Object.assign(window, { __safeHost: settings }), {
    site: `${urlOf('BASE_URL')}/signIn.html`,
    node: urlOf('CHAIN_1'),
    chainId: 1,
    ownerKey: keccak256(toHex('signs in')),
  } satisfies SafeHostSettings)
  await page.goto(`${host()}/safeHost.html`)
  return { page, ...describeApp(await appIn(page)) }
}

async function appIn(page: Page): Promise<Frame> {
  await expect.poll(() => page.frame({ url: /signIn\.html/ })).not.toBeNull()
  const frame = page.frame({ url: /signIn\.html/ }) as Frame
  await frame.waitForFunction(() => window.latchkey !== undefined)
  return frame
}

function describeApp(app: Frame) {
  const sign = app.getByTestId('w3m-connecting-siwe-sign')
  const card = app.getByTestId('w3m-modal-card')
  const sessions = () =>
    app.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]'))
  const expectStatus = (status: 'connected' | 'disconnected') =>
    expect.poll(() => app.evaluate(() => window.latchkey.getAccount().status)).toBe(status)
  return {
    app,
    sign,
    cancel: app.getByTestId('w3m-connecting-siwe-cancel'),
    card,
    sessions,
    expectStatus,
    expectSignInShown: () => expect(sign).not.toHaveAttribute('aria-disabled'),
    async expectNoSignIn() {
      await expectStatus('connected')
      await app.evaluate(() => window.latchkey.ready())
      const status = () => app.evaluate(() => window.latchkey.getSession().status)
      await expect.poll(status).not.toBe('checking')
      await expect(card).toBeHidden()
    },
    async signIn() {
      await expect(sign).not.toHaveAttribute('aria-disabled')
      await sign.click()
      await expect.poll(async () => (await sessions()).length).toBe(1)
      await expect(card).toBeHidden()
    },
  }
}

test('signs in with a Safe, whose contract verifies the signature', async ({ site }) => {
  const { page, app, sign, sessions, ...safeApp } = await openApp(site)
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'reject' }))
  await safeApp.expectSignInShown()
  await sign.click()
  await expect(app.getByTestId('siwx-rejected')).toBeVisible()
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'approve' }))
  await safeApp.signIn()

  const [{ message, signature, data }] = await sessions()
  const address = (await page.evaluate(() => window.safeHost.address)) as Hex
  expect(data.accountAddress).toBe(address)
  const client = createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
  expect(await client.verifyMessage({ address, message, signature })).toBe(true)

  await page.reload()
  await describeApp(await appIn(page)).expectNoSignIn()
})

test('disconnects the Safe when a required sign-in is cancelled', async ({ site }) => {
  const { cancel, sessions, ...app } = await openApp(site)
  await app.expectSignInShown()
  await cancel.click()
  await app.expectStatus('disconnected')
  await expect(app.card).toBeHidden()
  expect(await sessions()).toEqual([])
})

test('does not interrupt a Safe when the sign-in is optional', async ({ site }) => {
  const { app, cancel, card, ...rest } = await openApp(site, { required: false })
  await rest.expectNoSignIn()
  const open = () => app.evaluate(() => window.latchkey.open({ view: 'SIWXSignMessage' }))
  await open()
  await rest.expectSignInShown()
  await cancel.click()
  await expect(card).toBeHidden()
  await rest.expectStatus('connected')
  await open()
  await rest.signIn()
})

test('signs in a Safe in all tabs, and asks when the session expires', async ({ site }) => {
  const settings = { expiration: 3_600_000 }
  const first = await openApp(site, settings)
  await first.expectSignInShown()
  const second = await openApp(site, settings)
  await second.expectSignInShown()
  await second.page.clock.install()
  await first.signIn()
  await second.expectNoSignIn()
  await second.page.clock.fastForward(3_610_000)
  await second.expectSignInShown()
  await expect(second.card).toBeVisible()
})
