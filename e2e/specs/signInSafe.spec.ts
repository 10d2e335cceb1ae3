import type { Frame, Page } from '@playwright/test'
import { createPublicClient, type Hex, http, keccak256, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { SafeHostSettings } from '../pages/safeHost.js'
import type { SignInSettings } from '../pages/signIn.js'

test.use(still)

/** A host on an origin of its own. */
const host = () => urlOf('BASE_URL').replace('//localhost', '//safe.localhost')

async function appIn(page: Page): Promise<Frame> {
  await expect.poll(() => page.frame({ url: /signIn\.html/ })).not.toBeNull()
  const frame = page.frame({ url: /signIn\.html/ }) as Frame
  await frame.waitForFunction(() => window.latchkey !== undefined)
  return frame
}

test('signs in with a Safe, whose contract verifies the signature', async ({ site }) => {
  site.expectComplaint(new RegExp(`foreign request: ${host()}`))
  const signIn: SignInSettings = { safe: { allowedDomains: ['http://safe.localhost:*'] } }
  const { page } = await site.open({ page: 'signIn', wallets: [], signIn })
  await page.addInitScript((settings) => Object.assign(window, { __safeHost: settings }), {
    site: `${urlOf('BASE_URL')}/signIn.html`,
    node: urlOf('CHAIN_1'),
    chainId: 1,
    ownerKey: keccak256(toHex('signs in')),
  } satisfies SafeHostSettings)
  await page.goto(`${host()}/safeHost.html`)
  const app = await appIn(page)
  const sign = app.getByTestId('w3m-connecting-siwe-sign')
  const sessions = () =>
    app.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]'))

  await page.evaluate(() => Object.assign(window.safeHost, { mood: 'reject' }))
  await expect(sign).not.toHaveAttribute('aria-disabled')
  await sign.click()
  await expect(app.getByTestId('siwx-rejected')).toBeVisible()
  await page.evaluate(() => Object.assign(window.safeHost, { mood: 'approve' }))
  await sign.click()
  await expect.poll(async () => (await sessions()).length).toBe(1)
  await expect(app.getByTestId('w3m-modal-card')).toBeHidden()

  const [{ message, signature, data }] = await sessions()
  const address = (await page.evaluate(() => window.safeHost.address)) as Hex
  expect(data.accountAddress).toBe(address)
  const client = createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
  expect(await client.verifyMessage({ address, message, signature })).toBe(true)

  await page.reload()
  const again = await appIn(page)
  await expect
    .poll(() => again.evaluate(() => window.latchkey.getAccount().status))
    .toBe('connected')
  await again.evaluate(() => window.latchkey.ready())
  await expect(again.getByTestId('w3m-modal-card')).toBeHidden()
})
