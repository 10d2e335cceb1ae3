import { type Hex, parseEther } from 'viem'
import { callNode, urlOf } from '../fixtures/chains.js'
import {
  clickUntilGone,
  codeFor,
  confirm,
  endFirstWalletWaits,
  exportKeys,
  logIn,
  logInWithGoogle,
  loginFrame,
  mailsTo,
  newEmail,
  readyButton,
  showNumber,
  typeCode,
  typeNumber,
} from '../fixtures/login.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const addressIn = async (tab: Tab) => (await tab.account()).address as Hex
const ether = (amount: string) => `0x${parseEther(amount).toString(16)}`
const balanceOf = (address: string) =>
  callNode('CHAIN_1', 'eth_getBalance', address, 'latest').then(BigInt as (hex: unknown) => bigint)
const fresh = (seed: string) => `0x${seed.repeat(20)}` as Hex

test('confirms several calls once and executes them together', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  await logIn(tab)
  const address = await addressIn(tab)
  await callNode('CHAIN_1', 'anvil_setBalance', address, ether('1'))
  const [first, second] = [fresh('b1'), fresh('b2')]
  const before = [await balanceOf(first), await balanceOf(second)]
  const { result: capabilities } = await tab.request('wallet_getCapabilities', [address])
  expect(capabilities).toMatchObject({ '0x1': { atomic: { status: 'supported' } } })
  const sent = tab.request('wallet_sendCalls', [
    {
      version: '2.0.0',
      from: address,
      chainId: '0x1',
      atomicRequired: true,
      calls: [
        { to: first, value: ether('0.1') },
        { to: second, value: ether('0.2') },
      ],
    },
  ])
  await confirm(tab)
  const { id } = (await sent).result as { id: string }
  await expect
    .poll(async () => {
      const { result } = await tab.request('wallet_getCallsStatus', [id])
      return (result as { status: number }).status
    })
    .toBe(200)
  expect((await balanceOf(first)) - (before[0] ?? 0n)).toBe(parseEther('0.1'))
  expect((await balanceOf(second)) - (before[1] ?? 0n)).toBe(parseEther('0.2'))
})

test('a late warning moves neither the text nor the buttons', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  await logIn(tab)
  const releases: (() => void)[] = []
  await tab.page.route('**/*', async (route) => {
    const requested = route.request().postData() ?? ''
    if (!/eth_estimate(UserOperation)?Gas/.test(requested)) return route.fallback()
    await new Promise<void>((resolve) => releases.push(resolve))
    const { id } = JSON.parse(requested) as { id: number }
    const error = { code: -32000, message: 'execution reverted' }
    const headers = { 'access-control-allow-origin': '*' }
    await route.fulfill({ json: { jsonrpc: '2.0', id, error }, headers })
  })
  const from = await addressIn(tab)
  await callNode('CHAIN_1', 'anvil_setBalance', from, ether('1'))
  const pending = tab.request('eth_sendTransaction', [
    { from, to: fresh('b3'), value: ether('0.1') },
  ])
  const frame = loginFrame(tab)
  const confirmButton = frame.getByTestId('approve-confirm')
  const reject = frame.getByTestId('approve-reject')
  const warning = frame.getByTestId('approve-fee-fault')
  const getPositions = async () => {
    await settled(tab.page)
    const boxes = [frame.locator('.fact').last(), reject].map((part) => part.boundingBox())
    return (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? 0))
  }
  await expect(confirmButton).toBeVisible()
  await expect.poll(() => releases.length).toBeGreaterThan(0)
  await expect(frame.getByTestId('approve-changes')).toHaveText(/0\.1 ETH/)

  const whileRoomy = await getPositions()
  // Not a real click: it does not count, and the card says so.
  await confirmButton.dispatchEvent('click')
  await expect(frame.getByText('Take a moment to review')).toBeVisible()
  expect(await getPositions()).toEqual(whileRoomy)

  // Limit the card to its current height.
  await tab.page.setViewportSize({ width: 1280, height: 552 })
  await expect(confirmButton).toBeVisible()
  const before = await getPositions()
  for (const release of releases) release()
  await expect(warning).toBeAttached()
  expect(await getPositions()).toEqual(before)
  await frame.getByTestId('approve-read-on').click()
  await expect(warning).toBeInViewport({ ratio: 0.9 })
  await expect(confirmButton).toBeVisible()
  await clickUntilGone(tab, 'approve-reject')
  expect((await pending).code).toBe(4001)
})

test('does not confirm before the simulation result is known', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  await logIn(tab)
  const from = await addressIn(tab)
  await callNode('CHAIN_1', 'anvil_setBalance', from, ether('1'))
  const held: (() => void)[] = []
  await tab.page.route('**/*', async (route) => {
    if (!/eth_simulateV1/.test(route.request().postData() ?? '')) return route.fallback()
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fallback()
  })
  const pending = tab.request('eth_sendTransaction', [
    { from, to: fresh('b4'), value: ether('0.1') },
  ])
  const frame = loginFrame(tab)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const button = await readyButton(tab, 'approve-confirm')
  // Several clicks: the guard may ignore one, but not all.
  for (let press = 0; press < 4; press += 1) {
    await button.click()
    await expect(frame.getByText('Take a moment to review')).toBeVisible()
    await tab.page.waitForTimeout(600)
  }
  await expect(frame.getByTestId('approve-changes')).not.toHaveText(/0\.1 ETH/)
  for (const release of held) release()
  await expect(frame.getByTestId('approve-changes')).toHaveText(/0\.1 ETH/)
  await confirm(tab)
  expect((await pending).result).toMatch(/^0x[0-9a-f]{64}$/)
})

test('switches the account type in the settings, and back from the site', async ({ site }) => {
  const tab = await site.open({
    login: true,
    wallets: [],
    options: { features: { multiWallet: true } },
  })
  await logIn(tab)
  const smart = await addressIn(tab)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'AccountSettings' }))
  const toggle = tab.card.getByTestId('account-toggle-preferred-account-type')
  await toggle.click()
  await expect.poll(() => addressIn(tab)).not.toBe(smart)
  expect((await tab.account()).embeddedWalletInfo?.accountType).toBe('eoa')
  await tab.page.reload()
  await tab.expectConnected()
  expect((await tab.account()).embeddedWalletInfo?.accountType).toBe('eoa')
  const change = await tab.page.evaluate(async (address) => {
    const [connection] = await window.latchkey.getConnections('eip155')
    if (!connection) return undefined
    return window.latchkey.switchConnection({ connection, address, namespace: 'eip155' })
  }, smart)
  expect(change).toMatchObject({ address: smart, hasSwitchedAccount: true })
  expect(await addressIn(tab)).toBe(smart)
})

test('changes the email with a code from each address', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const old = await logInWithGoogle(tab)
  const next = newEmail()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'UpdateEmailWallet' }))
  await tab.card.getByTestId('wui-email-input').fill(next)
  await tab.card.getByTestId('w3m-account-email-save').click()
  await typeCode(tab, await codeFor(old))
  await typeCode(tab, await codeFor(next))
  await expect.poll(async () => (await tab.account()).embeddedWalletInfo?.user.email).toBe(next)
  await expect.poll(async () => (await mailsTo(old)).length).toBe(2)
})

test('shows a key only in the frame, after a mailed code', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const email = await logInWithGoogle(tab)
  await expect(tab.card).toBeHidden()
  const [evm] = await exportKeys(tab, email)
  expect(evm).toMatch(/^0x[0-9a-f]{64}$/)
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toMatch(/key .* was shown/)
})

/** Scans the code with a phone, types its number and approves in the app. */
async function logInByFarcaster(tab: Tab, fid: number): Promise<void> {
  const copy = tab.card.getByTestId('wui-link-copy')
  await expect(copy).toBeEnabled()
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy.click()
  const url = await tab.page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(url).origin).toBe(new URL(urlOf('LOGIN')).origin)
  const phone = await tab.page.context().newPage()
  await phone.goto(url)
  await expect(phone.getByText(new URL(tab.page.url()).host).first()).toBeVisible()
  const number = await showNumber(phone)
  const app = await phone.getByRole('link', { name: 'Open Farcaster' }).getAttribute('href')
  await typeNumber(tab, number)
  await phone.close()
  await fetch(`${app}&fid=${fid}&answer=approve`)
}

test('farcaster: creates the first wallet on the log-in after the wait', async ({ site }) => {
  // The first wallet is refused until it is approved.
  site.expectConsoleError(/status of 403/)
  const tab = await site.open({ login: true, wallets: [] })
  await tab.openModal()
  await tab.card.getByTestId('social-selector-farcaster').click()
  await logInByFarcaster(tab, 1002)
  const screen = loginFrame(tab).getByTestId('login-recovery')
  await expect(screen).toContainText('Your wallet is not ready yet')
  await clickUntilGone(tab, 'recovery-close')
  await expect(tab.card).toContainText('Your wallet is not ready yet')
  await endFirstWalletWaits()
  await tab.card.getByRole('button', { name: 'Try again' }).click()
  await logInByFarcaster(tab, 1002)
  await tab.expectConnected()
  expect((await tab.account()).embeddedWalletInfo?.authProvider).toBe('farcaster')
})
