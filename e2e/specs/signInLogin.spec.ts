import { createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'
import { urlOf } from '../fixtures/chains.js'
import { clickUntilGone, confirm, logIn } from '../fixtures/login.js'
import { openSignIn, signInOf } from '../fixtures/signIn.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

const visit = { login: true, wallets: [], networks: ['mainnet', 'base'] } as const

test('signs in with the log-in, without a prompt, and stays signed in', async ({ site }) => {
  const tab = await openSignIn(site, visit)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  const [session] = await signIn.sessions()
  const address = (await tab.account()).address as Hex
  expect(session?.data).toMatchObject({ accountAddress: address, chainId: 'eip155:1' })
  expect(session?.message).toContain(`${new URL(tab.page.url()).host} wants you to sign in`)
  const client = createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
  const { message = '', signature } = session ?? {}
  expect(await client.verifyMessage({ address, message, signature: signature as Hex })).toBe(true)

  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNotAsked()
  expect(await signIn.sessions()).toEqual([session])
})

test('prompts for every later sign-in', async ({ site }) => {
  const tab = await openSignIn(site, visit)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await tab.page.evaluate(() => localStorage.removeItem('@appkit/siwx'))
  await tab.page.reload()
  await signIn.expectAsked()
  expect(await signIn.sessions()).toEqual([])

  await signIn.sign.click()
  await expect(tab.title).toHaveText('Approve Transaction')
  await clickUntilGone(tab, 'approve-reject')
  await expect(signIn.notice('rejected')).toBeVisible()
  expect(await signIn.sessions()).toEqual([])
  await signIn.signIn()
  await confirm(tab)
  await signIn.expectSigned()
})

test('logs in although the site has no message, and asks once it has one', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await openSignIn(site, { ...visit, signIn: { nonceUrl: '/nonce' } })
  const signIn = signInOf(tab)
  await tab.page.route('**/nonce', (route) => route.abort())
  await logIn(tab)
  await expect(signIn.notice('not-prepared')).toBeVisible()
  await tab.page.route('**/nonce', (route) => route.fulfill({ body: 'nonce12345678' }))
  await signIn.tryAgain.click()
  await signIn.signIn()
  await confirm(tab)
  await signIn.expectSigned()
})
