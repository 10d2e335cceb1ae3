import { createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'
import { urlOf } from '../fixtures/chains.js'
import { clickUntilGone, confirm, logIn } from '../fixtures/login.js'
import { openSignIn, signInOf } from '../fixtures/signIn.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { often, type Tab } from '../fixtures/tab.js'

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
  await signIn.expectNoSignIn()
  expect(await signIn.sessions()).toEqual([session])
})

test('prompts for every later sign-in', async ({ site }) => {
  const tab = await openSignIn(site, visit)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await tab.page.evaluate(() => localStorage.removeItem('@appkit/siwx'))
  await tab.page.reload()
  await signIn.expectSignInShown()
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
  site.expectConsoleError(/Failed to load resource/)
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

/** The page without its sessions, after a reload. */
async function forgetSessions(tab: Tab) {
  await tab.page.evaluate(() => localStorage.removeItem('@appkit/siwx'))
  await tab.page.reload()
}

test('logs out when a required sign-in is cancelled', async ({ site }) => {
  const tab = await openSignIn(site, visit)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await forgetSessions(tab)
  await signIn.expectSignInShown()
  await signIn.cancel.click()
  await tab.expectDisconnected()
  await tab.page.reload()
  await tab.expectDisconnected()
  expect(await signIn.sessions()).toEqual([])
})

test('asks on another network and for another account, and not for signed ones', async ({
  site,
}) => {
  const tab = await openSignIn(site, visit)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await signIn.signIn()
  await confirm(tab)
  await signIn.expectSigned(2)
  await tab.networkButton.click()
  await tab.networkRow('Ethereum').click()
  await expect.poll(() => tab.networkId(), often).toBe('eip155:1')
  await signIn.expectNoSignIn()

  const { address: smart } = await tab.account()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'AccountSettings' }))
  await tab.card.getByTestId('account-toggle-preferred-account-type').click()
  await signIn.expectSignInShown()
  const { address: own = '' } = await tab.account()
  expect(own).not.toBe(smart)
  await expect(signIn.account).toHaveAttribute('title', own)
  await signIn.sign.click()
  await confirm(tab)
  await signIn.expectSigned(3)
})

test('is signed in in every tab, and asks when the session expires', async ({ site }) => {
  const expiring = { ...visit, signIn: { expiration: 3_600_000 } }
  const tab = await openSignIn(site, expiring)
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  const other = await openSignIn(site, expiring)
  await other.page.clock.install()
  await other.expectConnected()
  await signInOf(other).expectNoSignIn()
  await other.page.clock.fastForward(3_610_000)
  await signInOf(other).expectSignInShown()
})

test('does not ask after a reload when the sign-in is optional', async ({ site }) => {
  const tab = await openSignIn(site, { ...visit, signIn: { required: false } })
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await forgetSessions(tab)
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'SIWXSignMessage' }))
  await signIn.expectSignInShown()
  await signIn.cancel.click()
  await expect(tab.card).toBeHidden()
  await tab.expectConnected()
})

test('has one session for each chain family of the log-in', async ({ site }) => {
  const tab = await openSignIn(site, { ...visit, networks: ['mainnet', 'solanaMainnet'] })
  const signIn = signInOf(tab)
  await logIn(tab)
  await signIn.expectSigned()
  await tab.networkButton.click()
  await tab.networkRow('Solana').click()
  await signIn.signIn()
  await confirm(tab)
  await signIn.expectSigned(2)
  const families = (await signIn.accounts()).map((account) => account.split(':')[0])
  expect(families.sort()).toEqual(['eip155', 'solana'])
})
