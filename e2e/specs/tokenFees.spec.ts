import type { Hex } from 'viem'
import { callNode, urlOf } from '../fixtures/chains.js'
import { confirm, loginFrame } from '../fixtures/login.js'
import { dollars, payOf, payVisit } from '../fixtures/payViews.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { openHolder, reviewTokens, sendTokens, tokensOf } from '../fixtures/tokenFees.js'

test.use(still)

const shownFee = async (tab: Tab) => {
  const text = (await loginFrame(tab).getByTestId('approve-fee').textContent()) ?? ''
  return BigInt(Math.round(Number(/([\d.]+) USDC/.exec(text)?.[1]) * 1_000_000))
}

test('an account without a coin sends a token and pays the fee in it', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const address = await openHolder(tab)
  const friend: Hex = `0x${'e7'.repeat(20)}`
  const before = await tokensOf(friend)
  const sent = sendTokens(tab, address, friend)
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('approve-fee-USDC').getByRole('radio')).toBeChecked()
  await expect(frame.getByTestId('approve-fee')).toContainText('USDC')
  // The choice appears after the rest was read, below it.
  await expect(frame.getByTestId('approve-read-on')).toBeVisible()
  const max = await shownFee(tab)
  await confirm(tab)
  expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/)
  await expect.poll(() => tokensOf(friend)).toBe(before + 10_000_000n)
  const fee = 40_000_000n - (await tokensOf(address))
  expect(fee).toBeGreaterThan(0n)
  expect(fee).toBeLessThanOrEqual(max)
  expect(BigInt((await callNode('CHAIN_1', 'eth_getBalance', address, 'latest')) as Hex)).toBe(0n)
})

test('Send of an account without a coin pays the fee in a token', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const address = await openHolder(tab)
  const friend: Hex = `0x${'e6'.repeat(20)}`
  await reviewTokens(tab, friend)
  await tab.card.getByTestId('send-confirm').click()
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('approve-fee-USDC').getByRole('radio')).toBeChecked()
  await confirm(tab)
  await expect.poll(() => tokensOf(friend)).toBe(10_000_000n)
  expect(await tokensOf(address)).toBeLessThan(40_000_000n)
})

test('Pay of an account without a coin pays the fee in a token', async ({ site }) => {
  const tab = await site.open(
    payVisit({ login: true, wallets: [], options: { features: { email: true } } }),
  )
  const address = await openHolder(tab)
  const pay = payOf(tab)
  const recipient: Hex = `0x${'e5'.repeat(20)}`
  await pay.open({ paymentAsset: dollars, recipient, amount: '10', id: 'order-without-coin' })
  await pay.wallet.click()
  await expect(tab.card.getByTestId('pay-fee-in-token')).toContainText('Too little ETH')
  await pay.confirm.click()
  await confirm(tab)
  await expect.poll(() => tokensOf(recipient)).toBe(10_000_000n)
  expect(await tokensOf(address)).toBeLessThan(40_000_000n)
})

test('a fee that cannot be paid in a token loses nothing', async ({ site }) => {
  const tab = await site.open({ login: true, wallets: [] })
  const address = await openHolder(tab)
  const friend: Hex = `0x${'e8'.repeat(20)}`
  let isRefused = true
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await tab.page.route(`${urlOf('PROVIDER')}/v1/paymaster**`, async (route) => {
    const body = route.request().postData() ?? ''
    if (!isRefused || !body.includes('pm_getPaymasterData')) return route.fallback()
    const error = { code: -32005, message: 'The budget for today is used up.' }
    const headers = { 'access-control-allow-origin': '*' }
    await released
    await route.fulfill({ json: { jsonrpc: '2.0', id: 1, error }, headers })
  })
  const sent = sendTokens(tab, address, friend)
  await confirm(tab)
  release()
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('approve-token-unpaid')).toContainText('not paid in USDC')
  expect(await tokensOf(address)).toBe(50_000_000n)
  isRefused = false
  await confirm(tab)
  expect((await sent).result).toMatch(/^0x/)
  await expect.poll(() => tokensOf(friend)).toBeGreaterThanOrEqual(10_000_000n)
})
