import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { callNode, urlOf } from '../fixtures/chains.js'
import {
  codeFor,
  confirm,
  logIn,
  loginFrame,
  mailsTo,
  newEmail,
  typeCode,
  whileCodeExpired,
} from '../fixtures/login.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const chain = () => createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
const addressIn = async (tab: Tab) => (await tab.account()).address as Hex
const recipient = () =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, '0')).join('')}` as Hex

test('logs in by email and deploys a smart account with its first transaction', async ({
  site,
}) => {
  const tab = await site.open({ login: true, wallets: [] })
  const email = await logIn(tab)
  expect(await tab.account()).toMatchObject({
    embeddedWalletInfo: {
      user: { email },
      authProvider: 'email',
      accountType: 'smartAccount',
      isSmartAccountDeployed: false,
    },
  })
  const address = await addressIn(tab)
  const message = 'I was here before the account was'
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const early = tab.request('personal_sign', [hex, address])
  await expect(loginFrame(tab).getByTestId('approve-origin')).toHaveText(/localhost/)
  await confirm(tab)
  const { result: signature } = (await early) as { result: Hex }
  expect(await chain().verifyMessage({ address, message, signature })).toBe(true)
  await expect(tab.card).toBeHidden()

  await callNode('CHAIN_1', 'anvil_setBalance', address, `0x${parseEther('1').toString(16)}`)
  const to = recipient()
  const sent = tab.request('eth_sendTransaction', [
    { from: address, to, value: `0x${parseEther('0.25').toString(16)}` },
  ])
  await expect(loginFrame(tab).getByTestId('login-confirm')).toContainText('0.25')
  await confirm(tab)
  const { result: hash } = (await sent) as { result: Hex }
  // viem's own wait can miss a block mined while it subscribes.
  const status = async () => (await chain().getTransactionReceipt({ hash })).status
  await expect(async () => expect(await status()).toBe('success')).toPass()
  expect(await chain().getBalance({ address: to })).toBe(parseEther('0.25'))
  expect(await chain().getCode({ address })).toMatch(/^0x.{2,}/)
  expect(await chain().verifyMessage({ address, message, signature })).toBe(true)
})

const requestCode = async (tab: Tab) => {
  const email = newEmail()
  await tab.openModal()
  await tab.card.getByTestId('wui-email-input').fill(email)
  await tab.card.getByTestId('email-submit').click()
  return email
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

test('rejects old and wrong codes, voids a code after the third, and accepts a correct one once', async ({
  site,
  context,
}) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ login: true, wallets: [] })
  const state = loginFrame(tab).getByTestId('login-code-state')
  const first = await requestCode(tab)
  const dead = await codeFor(first)
  await whileCodeExpired(first, async () => {
    await typeCode(tab, dead)
    await expect(state).toContainText('This code has expired')
  })
  for (let guess = 0; guess < 3; guess += 1) {
    await typeCode(tab, otherThan(dead))
    await expect(state).toContainText('Wrong code')
  }
  await typeCode(tab, dead)
  await expect(state).toContainText('This code has expired')
  await tab.expectDisconnected()

  // Another rule requires half a minute between two mails.
  await tab.page.evaluate(() => localStorage.clear())
  await tab.page.reload()
  const email = await requestCode(tab)
  const code = await codeFor(email)
  await typeCode(tab, otherThan(code))
  await expect(state).toContainText('Wrong code')
  const statuses: number[] = []
  await context.route('**/api/email/verify', async (route) => {
    const answers = await Promise.all([route.fetch(), route.fetch()])
    statuses.push(...answers.map((answer) => answer.status()).sort())
    await route.fulfill({ response: answers.find((answer) => answer.ok()) ?? answers[0] })
  })
  await typeCode(tab, code)
  await tab.expectConnected()
  expect(statuses).toEqual([200, 404])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('approves a new device by the mailed link and the number in the frame', async ({
  site,
  context,
}) => {
  site.expectConsoleError(/Failed to load resource/)
  const options = { projectId: 'latchkey-careful' }
  const tab = await site.open({ login: true, wallets: [], options })
  const email = await requestCode(tab)
  const shown = loginFrame(tab).getByTestId('login-device-number')
  const number = /\d{2}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  const window = await context.newPage()
  await window.goto(mail?.link ?? '')
  for (const typed of [number === '11' ? '12' : '11', number]) {
    await expect(shown).toBeVisible()
    await window.getByLabel('Type the number').fill(typed)
    await window.getByRole('button', { name: 'Approve the device' }).click()
    if (typed !== number) await expect(window.getByRole('alert')).toContainText('another number')
  }
  await expect(window.getByRole('heading', { name: 'Approved' })).toBeVisible()
  await typeCode(tab, await codeFor(email, 2))
  await tab.expectConnected()
})

test('restores the session after a reload and in another tab, and ends it in both', async ({
  site,
  context,
}) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ login: true, wallets: [] })
  await logIn(tab)
  const address = await addressIn(tab)
  await tab.page.reload()
  await tab.expectConnected()
  expect(await addressIn(tab)).toBe(address)
  const other = await site.open({ login: true, wallets: [] })
  await other.expectConnected()
  expect(await addressIn(other)).toBe(address)
  // Missing chunks of the frame, after a new deployment.
  await context.route('**/assets/renderConfirmation*', (route) => route.fulfill({ status: 404 }))
  const unseen = await other.request('personal_sign', ['0x68656c6c6f', address])
  expect(unseen.message).toContain('Reload this page')
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  await other.expectDisconnected()
  const stored = await tab.page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain(address)
  expect(stored).not.toContain('@example.com')
})

test('handles a rejection, a closed modal and an unknown method', async ({ site }) => {
  site.expectConsoleError(/not allowed/i)
  const tab = await site.open({ login: true, wallets: [] })
  await logIn(tab)
  const address = await addressIn(tab)
  const rejected = tab.request('personal_sign', ['0x68656c6c6f', address])
  await loginFrame(tab).getByTestId('approve-reject').click()
  expect(await rejected).toMatchObject({ code: 4001 })
  const closed = tab.request('personal_sign', ['0x68656c6c6f', address])
  // Tab leaves the frame at its end and continues at the top of the card.
  await loginFrame(tab).getByTestId('approve-confirm').focus()
  await tab.page.keyboard.press('Tab')
  await expect(tab.close).toBeFocused()
  await tab.page.keyboard.press('Enter')
  expect((await closed).message).toContain('Request was aborted')
  const unknown = await tab.request('eth_sign', [address, `0x${'11'.repeat(32)}`])
  expect(unknown).not.toHaveProperty('result')
})
