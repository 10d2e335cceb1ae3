import { type Hex, verifyMessage } from 'viem'
import { countSignatures, openSignIn, serveBackend, signInOf } from '../fixtures/signIn.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { often } from '../fixtures/tab.js'
import { fox, polyglot } from '../fixtures/wallets.js'

test.use(still)

test('signs in with the message it shows, and stays signed in after a reload', async ({ site }) => {
  const tab = await openSignIn(site, { signIn: { statement: 'Enter the shop.' } })
  const signIn = signInOf(tab)
  await signIn.connect()
  const { host } = new URL(tab.page.url())
  const address = (await tab.account()).address as Hex
  await expect(signIn.domain).toHaveText(host)
  await expect(signIn.account).toHaveAttribute('title', address)
  await expect(tab.card).toContainText('Sign in to A shop for members')
  await expect(tab.card).toContainText('If you cancel, your wallet is disconnected.')

  await expect(signIn.message).toBeHidden()
  await signIn.showMessage.click()
  const shown = (await signIn.message.textContent()) ?? ''
  expect(shown).toContain(`${host} wants you to sign in with your Ethereum account:\n${address}`)
  expect(shown).toContain('\n\nEnter the shop.\n\n')
  await signIn.sign.click()
  await signIn.expectSigned()
  const [session] = await signIn.sessions()
  expect(session?.message).toBe(shown)
  const signature = session?.signature as Hex
  expect(await verifyMessage({ address, message: shown, signature })).toBe(true)
  expect(await countSignatures(tab)).toBe(1)

  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  expect(await countSignatures(tab)).toBe(0)
  expect(await signIn.sessions()).toEqual([session])
})

test('offers another try after a declined signature', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await tab.wallet().setScript('refuse', 'personal_sign')
  await signIn.sign.click()
  await expect(signIn.notice('rejected')).toBeVisible()
  await tab.expectConnected()
  expect(await signIn.sessions()).toEqual([])
  await tab.wallet().setScript('approve', 'personal_sign')
  await signIn.signIn()
  await signIn.expectSigned()
})

test('shows that it waits for the wallet, and can be cancelled', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await tab.wallet().setScript('delay', 'personal_sign')
  await signIn.sign.click()
  await expect(signIn.sign).toHaveText('Signing...')
  await expect(tab.card.getByRole('status').filter({ hasText: 'Continue in Fox' })).toBeVisible()
  await signIn.cancel.click()
  await tab.expectDisconnected()
  // A late signature has no effect.
  await tab.wallet().settle('approve')
  await tab.page.waitForTimeout(500)
  expect(await signIn.sessions()).toEqual([])
})

test('disconnects when a required sign-in is cancelled', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.cancel.click()
  await tab.expectDisconnected()
  expect(await signIn.sessions()).toEqual([])
  expect(await countSignatures(tab)).toBe(0)
})

test('cannot be closed while the sign-in is required', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await tab.card.evaluate((card) => {
    new MutationObserver(() => {
      if ('shaking' in card.dataset) card.dataset.shakes = `${Number(card.dataset.shakes ?? 0) + 1}`
    }).observe(card, { attributeFilter: ['data-shaking'] })
  })
  await tab.close.click()
  await expect(tab.card).toHaveAttribute('data-shakes', '1')
  await expect(tab.card).not.toHaveAttribute('data-shaking')
  await tab.page.keyboard.press('Escape')
  await expect(tab.card).toHaveAttribute('data-shakes', '2')
  await expect(signIn.sign).toBeVisible()
  await expect(tab.back).toBeHidden()
  await signIn.signIn()
  await signIn.expectSigned()
})

test('stays connected when an optional sign-in is cancelled or closed', async ({ site }) => {
  const tab = await openSignIn(site, { signIn: { required: false } })
  const signIn = signInOf(tab)
  await signIn.connect()
  await expect(tab.card).not.toContainText('your wallet is disconnected')
  await signIn.cancel.click()
  await expect(tab.card).toBeHidden()
  await tab.expectConnected()
  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'SIWXSignMessage' }))
  await signIn.expectSignInShown()
  await tab.close.click()
  await expect(tab.card).toBeHidden()
  await tab.expectConnected()
  expect(await signIn.sessions()).toEqual([])
})

test('signs out when the wallet is disconnected', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.signIn()
  await signIn.expectSigned()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  await expect.poll(signIn.sessions, often).toEqual([])
})

test('asks again for another account, and not for one that is signed in', async ({ site }) => {
  const tab = await openSignIn(site, { wallets: [{ ...fox, accounts: [0, 1] }] })
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.signIn()
  await signIn.expectSigned()
  await tab.wallet().setAccounts([1])
  await signIn.expectSignInShown()
  await expect(signIn.account).toHaveAttribute('title', await tab.wallet().addressOf(1))
  await signIn.sign.click()
  await signIn.expectSigned(2)
  await tab.wallet().setAccounts([0])
  await expect
    .poll(async () => (await tab.account()).address, often)
    .toBe(await tab.wallet().addressOf(0))
  await signIn.expectNoSignIn()
  expect(await countSignatures(tab)).toBe(2)
})

test('names the account to choose when another one signed', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await tab.wallet().setSigner(1)
  await signIn.sign.click()
  const notice = signIn.notice('wrong-account')
  await expect(notice).toBeVisible()
  expect((await notice.textContent())?.replaceAll(/\s/g, '')).toContain(
    (await tab.account()).address,
  )
  expect(await signIn.sessions()).toEqual([])
  await tab.wallet().setSigner()
  await signIn.signIn()
  await signIn.expectSigned()
})

test('asks again on another network; cancelling goes back to the signed one', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.signIn()
  await signIn.expectSigned()
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await signIn.expectSignInShown()
  expect(await tab.networkId()).toBe('eip155:8453')
  await signIn.cancel.click()
  await expect.poll(() => tab.networkId(), often).toBe('eip155:1')
  await expect(tab.card).toBeHidden()
  await tab.expectConnected()

  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await signIn.signIn()
  await signIn.expectSigned(2)
  // The wallet itself switches to a network with a session.
  await tab.wallet().setChain('0x1')
  await expect.poll(() => tab.networkId(), often).toBe('eip155:1')
  await signIn.expectNoSignIn()
})

test('signs in and out in all tabs', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  const other = await openSignIn(site)
  const signInThere = signInOf(other)
  await signInThere.expectSignInShown()
  await signIn.signIn()
  await signIn.expectSigned()
  await expect(other.card).toBeHidden()
  await other.expectConnected()
  expect(await countSignatures(other)).toBe(0)

  await other.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  await expect.poll(signIn.sessions, often).toEqual([])
})

test('has one session per network and account of each chain family', async ({ site }) => {
  const tab = await openSignIn(site, {
    networks: ['mainnet', 'solanaMainnet'],
    wallets: [{ ...polyglot, families: ['eip155', 'solana'] }],
  })
  const signIn = signInOf(tab)
  await tab.openModal()
  await tab.row(polyglot.rdns).click()
  await tab.card.getByTestId('wui-list-chain-eip155').click()
  await signIn.signIn()
  await signIn.expectSigned()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'Connect', namespace: 'solana' }))
  await tab.walletRows.first().click()
  await signIn.expectSignInShown()
  await signIn.showMessage.click()
  await expect(signIn.message).toContainText('wants you to sign in with your Solana account:')
  await signIn.sign.click()
  await signIn.expectSigned(2)
  const accounts = await signIn.accounts()
  expect(accounts.map((account) => account.split(':')[0]).sort()).toEqual(['eip155', 'solana'])
  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  expect((await signIn.accounts()).sort()).toEqual([...accounts].sort())
})

test('asks again when the session expires while the page is open', async ({ site }) => {
  const tab = await openSignIn(site, { signIn: { expiration: 3_600_000 } })
  const signIn = signInOf(tab)
  await signIn.connect()
  await tab.page.clock.install()
  await signIn.signIn()
  await signIn.expectSigned()
  await tab.page.clock.fastForward(3_590_000)
  await signIn.expectNoSignIn()
  await tab.page.clock.fastForward(20_000)
  await signIn.expectSignInShown()
  await tab.expectConnected()
  await signIn.sign.click()
  await expect(tab.card).toBeHidden()
  expect(await countSignatures(tab)).toBe(2)
})

test('waits for the message, and offers a retry while offline', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await openSignIn(site, { signIn: { nonceUrl: '/nonce' } })
  const signIn = signInOf(tab)
  await tab.page.route('**/nonce', (route) => route.abort())
  await tab.openModal()
  await tab.row().click()
  await expect(signIn.notice('not-prepared')).toBeVisible()
  await expect(signIn.sign).toHaveAttribute('aria-disabled', 'true')
  await tab.page.context().setOffline(true)
  await signIn.tryAgain.click()
  await expect(signIn.notice('not-prepared')).toContainText('You are offline')
  await tab.page.context().setOffline(false)
  await tab.page.route('**/nonce', (route) => route.fulfill({ body: 'nonce12345678' }))
  await signIn.tryAgain.click()
  await signIn.signIn()
  await signIn.expectSigned()
  expect((await signIn.sessions())[0]?.message).toContain('Nonce: nonce12345678')
})

test('keeps the session on the server, which decides whether it counts', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource.*401/)
  const tab = await openSignIn(site, { signIn: { backendUrl: '/api/siwx' } })
  const { host } = new URL(tab.page.url())
  let domain = 'evil.example'
  const server = await serveBackend(tab.page, () => domain)
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.sign.click()
  await expect(signIn.notice('failed')).toBeVisible()
  expect(server.sessions()).toEqual([])
  domain = host
  await signIn.signIn()
  await expect(tab.card).toBeHidden()
  const { address } = await tab.account()
  expect(server.sessions()).toEqual([{ address, chainId: 'eip155:1' }])
  expect(server.calls.filter((call) => call === 'GET nonce')).toHaveLength(2)
  expect(await signIn.sessions()).toEqual([])

  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  server.forget()
  await tab.page.reload()
  await signIn.expectSignInShown()
  await signIn.sign.click()
  await expect(tab.card).toBeHidden()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  await expect.poll(() => server.calls.at(-1), often).toBe('DELETE session')
})

test('disconnects and says so when the server cannot be asked', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource|trying initialize authentication/)
  const tab = await openSignIn(site, { signIn: { backendUrl: '/api/siwx' } })
  await tab.page.route('**/api/siwx/**', (route) => route.fulfill({ status: 503 }))
  await tab.openModal()
  await tab.row().click()
  await expect(tab.toast).toHaveText('A problem occurred while trying initialize authentication')
  await expect(tab.title).toHaveText('Connect Wallet')
  await tab.expectDisconnected()
})

test('is operated by keyboard', async ({ site }) => {
  const tab = await openSignIn(site)
  const signIn = signInOf(tab)
  await signIn.connect()
  const { keyboard } = tab.page
  const focusOn = async (target: typeof signIn.sign) => {
    for (let step = 0; step < 12; step += 1) {
      if (await target.evaluate((element) => element.matches(':focus'))) return
      await keyboard.press('Tab')
    }
    throw new Error('Not reached by Tab')
  }
  await focusOn(signIn.showMessage)
  await expect(signIn.showMessage).toHaveAttribute('aria-expanded', 'false')
  await keyboard.press('Enter')
  await expect(signIn.showMessage).toHaveAttribute('aria-expanded', 'true')
  await expect(tab.card.getByRole('region', { name: 'Message to sign' })).toBeVisible()
  await focusOn(signIn.cancel)
  await focusOn(signIn.sign)
  await keyboard.press('Enter')
  await signIn.expectSigned()
})
