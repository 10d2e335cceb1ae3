import type { Locator } from '@playwright/test'
import { callNode, urlOf } from '../fixtures/chains.js'
import { readJournal } from '../fixtures/journal.js'
import { describeSendForm, type SendForm } from '../fixtures/sendForm.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { fox, freshIndex } from '../fixtures/wallets.js'

test.use(still)

const ether = 10n ** 18n
/** A token of the local chain with six decimals, held by account 0. */
const usdc = '0x10Aeafac83d48E2f9ac4bAAf94311c45fACe1404'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** An unused address, so that tests can share a chain. */
function freshAddress(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${Buffer.from(bytes).toString('hex')}`
}

const balanceOf = async (address: string) =>
  BigInt((await callNode('CHAIN_1', 'eth_getBalance', address, 'latest')) as string)

async function tokensOf(address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt((await callNode('CHAIN_1', 'eth_call', { to: usdc, data }, 'latest')) as string)
}

/** The fee of the account's transaction, from its receipt. */
async function feeOf(hash: string): Promise<bigint> {
  const receipt = (await callNode('CHAIN_1', 'eth_getTransactionReceipt', hash)) as {
    gasUsed: string
    effectiveGasPrice: string
  }
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
}

/** The form, opened with its own account. */
async function openForm(site: Site, account: number): Promise<Tab & { readonly form: SendForm }> {
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [account] }] })
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSend' }))
  return { ...tab, form: describeSendForm(tab) }
}

/** Replaces a node's responses by method, until the returned function is called. */
async function bendNode(
  { page }: Tab,
  answers: Record<string, object>,
): Promise<() => Promise<void>> {
  const pattern = `${urlOf('CHAIN_1')}/**`
  await page.route(pattern, (route) => {
    const { id, method } = route.request().postDataJSON() ?? {}
    if (!(method in answers)) return route.fallback()
    return route.fulfill({
      json: { jsonrpc: '2.0', id, ...answers[method] },
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return () => page.unroute(pattern)
}

/** Mines the block that the widget waits for. */
async function mineUntil(shown: Locator, text: string | RegExp) {
  await expect(async () => {
    await callNode('CHAIN_1', 'anvil_mine', '0x1')
    await expect(shown).toHaveText(text, { timeout: 1_000 })
  }).toPass()
}

const expectConfirmed = (card: Tab['card'], amount: string | RegExp = /./) =>
  mineUntil(card.getByTestId('send-confirmed-amount'), amount)

/** The requested transactions. */
const requestsOf = async (tab: Tab) =>
  (await tab.wallet().methods()).filter((method) => method === 'eth_sendTransaction')

async function expectAccessible({ page }: Tab) {
  await settled(page)
  expect(await violations(page)).toEqual([])
}

test('sends the native coin exactly as reviewed', async ({ site }) => {
  const tab = await openForm(site, 2)
  const { form, card } = tab
  await expect(form.preview).toHaveText('Select Token')
  await form.chooseToken('ETH')
  await expect(form.preview).toHaveText('Add Amount')
  await form.amount.fill('0')
  await expect(form.preview).toHaveText('Incorrect Value')
  await form.amount.fill('1000000')
  await expect(form.preview).toHaveText('Insufficient Funds')
  await form.amount.fill('0,25')
  await expect(form.amount).toHaveValue('0.25')
  await expect(form.preview).toHaveText('Add Address')
  await form.recipient.fill('0x12')
  await expect(form.preview).toHaveText('Invalid Address')
  await expectAccessible(tab)

  const { address: own } = (await tab.account()) as { address: string }
  const recipient = freshAddress()
  const before = await balanceOf(own)
  await form.review('0.25', recipient)
  const shown = await card.getByTestId('send-review-address').innerText()
  expect(shown.replaceAll(/\s/g, '').toLowerCase()).toBe(recipient)
  await expect(card.getByTestId('send-acquaintance')).toHaveText('First time')
  await expectAccessible(tab)
  await form.confirm.click()

  await expectConfirmed(card, '0.25 ETH')
  await expectAccessible(tab)
  const [entry] = await readJournal(tab.page)
  expect(entry).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await balanceOf(recipient)).toBe(ether / 4n)
  expect(before - (await balanceOf(own))).toBe(ether / 4n + (await feeOf(entry?.hash ?? '')))
  await card.getByTestId('send-done').click()
  await expect(tab.disconnect.or(card.getByTestId('account-settings-button')).first()).toBeVisible()
  // Nothing of the form covers the account.
  await card.getByTestId('account-refresh').click()
})

test('sends a token entered in dollars to a name, exact to the unit', async ({ site }) => {
  const tab = await openForm(site, 0)
  const { form, card } = tab
  await form.chooseToken('USDC')
  await card.getByTestId('send-swap-units').click()
  await form.amount.fill('3.5')
  await expect(card.getByTestId('send-worth')).toHaveText(/^3\.5\d* USDC$/)
  const worth = (await card.getByTestId('send-worth').innerText()).replace(' USDC', '')
  const [whole = '', fraction = ''] = worth.split('.')
  const units = BigInt(whole + fraction.padEnd(6, '0'))

  const before = await tokensOf(bob)
  const mend = await bendNode(tab, { eth_estimateGas: { error: { code: -32000, message: 'no' } } })
  await form.goOn('3.5', 'Bob.eth')
  const unknown = card.getByTestId('send-fee-unknown')
  await expect(unknown).toContainText('Fee unavailable')
  await expect(form.confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(tab)
  await mend()
  await unknown.getByRole('button').click()
  await expect(card.getByTestId('send-fee')).toContainText('ETH')
  await expect(card.getByTestId('send-review-name')).toHaveText('bob.eth')
  const shown = await card.getByTestId('send-review-address').innerText()
  expect(shown.replaceAll(/\s/g, '')).toBe(bob)
  await expect(card.getByTestId('send-review-amount')).toHaveText(`${worth} USDC`)
  await form.confirm.click()
  await expectConfirmed(card, `${worth} USDC`)
  expect((await tokensOf(bob)) - before).toBe(units)
})

test('does not call a name invalid when the lookup failed', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const { form, card, page } = await openForm(site, 2)
  const names = `${urlOf('PROVIDER')}/v1/profile/**`
  await page.route(names, (route) => route.abort())
  await form.chooseToken('ETH')
  await form.amount.fill('0.25')
  await form.recipient.fill('bob.eth')
  const problem = card.getByTestId('send-receiver-problem')
  await expect(problem).toBeVisible()
  await expect(form.preview).toHaveText('Preview Send')
  await expect(form.preview).toHaveAttribute('aria-disabled', 'true')
  await page.unroute(names)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByTestId('send-receiver-address')).toBeVisible()
  await expect(form.preview).not.toHaveAttribute('aria-disabled')
})

test('reports a reverted transaction, which costs only the fee', async ({ site }) => {
  const tab = await openForm(site, 0)
  const { form, card } = tab
  await form.chooseToken('USDC')
  const recipient = freshAddress()
  // Enough gas to start a transfer, too little to finish a token transfer.
  await bendNode(tab, {
    eth_fillTransaction: { error: { code: -32601, message: 'Method not found' } },
    eth_estimateGas: { result: '0x6400' },
  })
  await form.review('1', recipient)
  await form.confirm.click()
  await mineUntil(card.getByTestId('send-failed'), /^Not sent.*Only the fee was spent/)
  await expectAccessible(tab)
  expect(await readJournal(tab.page)).toMatchObject([{ status: 'failed' }])
  expect(await tokensOf(recipient)).toBe(0n)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'Transactions' }))
  await expect(card.getByTestId('activity-row').first()).toContainText('Failed')
})

test('keeps the form after a declined request; Max leaves enough for the fee', async ({ site }) => {
  const tab = await openForm(site, 4)
  const { form, card } = tab
  const index = freshIndex()
  const poor = await tab.wallet().addressOf(index)
  await callNode('CHAIN_1', 'anvil_setBalance', poor, `0x${(ether / 10n).toString(16)}`)
  await tab.wallet().setAccounts([index])
  await expect.poll(async () => (await tab.account()).address).toBe(poor)
  await form.chooseToken('ETH')
  await card.getByTestId('send-max').click()
  await expect(form.amount).toHaveValue(/^0\.09/)
  const most = await form.amount.inputValue()
  const recipient = freshAddress()
  await form.review(most, recipient)

  await tab.wallet().setScript('refuse', 'eth_sendTransaction')
  await form.confirm.click()
  await expect(tab.toast).toHaveText('Request declined in the wallet')
  expect(await readJournal(tab.page)).toEqual([])
  await tab.back.click()
  await expect(form.amount).toHaveValue(most)
  await expect(form.recipient).toHaveValue(recipient)

  await tab.wallet().setScript('approve', 'eth_sendTransaction')
  await form.preview.click()
  await expect(card.getByTestId('send-fee')).toBeVisible()
  await form.confirm.click()
  await expectConfirmed(card)
  const [, fraction = ''] = most.split('.')
  expect(await balanceOf(recipient)).toBe(BigInt(fraction.padEnd(18, '0')))
})

test('sends one transaction for a hundred clicks, and stops a look-alike address', async ({
  site,
}) => {
  const tab = await openForm(site, 3)
  const { form, card } = tab
  await form.chooseToken('ETH')
  const known = freshAddress()
  await form.review('0.01', known)
  await form.confirm.evaluate((button) => {
    for (let press = 0; press < 100; press += 1) (button as HTMLElement).click()
  })
  await expectConfirmed(card)
  expect(await requestsOf(tab)).toHaveLength(1)
  expect(await balanceOf(known)).toBe(ether / 100n)
  expect(await readJournal(tab.page)).toHaveLength(1)

  const poison = `${known.slice(0, 5)}${freshAddress().slice(2, 35)}${known.slice(-4)}`
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSend' }))
  await form.chooseToken('ETH')
  await form.goOn('0.001', poison)
  await expect(card.getByTestId('send-look-alike')).toContainText('look alike')
  await expect(form.confirm).toBeHidden()
  await expectAccessible(tab)
  await card.getByTestId('send-alike-other').click()
  const accept = card.getByTestId('send-alike-accept')
  await expect(accept).toHaveAttribute('aria-disabled', 'true')
  await card.getByTestId('send-alike-check').click()
  await accept.click()
  await expect(form.confirm).toBeVisible()
  expect(await requestsOf(tab)).toHaveLength(1)
})

test('remembers a pending request over a reload and does not send twice', async ({ site }) => {
  const tab = await openForm(site, 6)
  const { form, card } = tab
  await form.chooseToken('ETH')
  const recipient = freshAddress()
  await form.review('0.002', recipient)
  await tab.wallet().setScript('never', 'eth_sendTransaction')
  await form.confirm.click()
  await expect(card.getByTestId('send-asking')).toContainText('Approve in Fox')
  await expect.poll(() => requestsOf(tab)).toHaveLength(1)

  await tab.page.reload()
  await tab.expectConnected()
  expect(await readJournal(tab.page)).toMatchObject([{ status: 'requested' }])
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSend' }))
  await form.chooseToken('ETH')
  await form.review('0.002', recipient)
  await form.confirm.click()
  await expect(card.getByTestId('send-in-flight')).toContainText('may already be on its way')
  expect(await requestsOf(tab)).toHaveLength(0)
  expect(await balanceOf(recipient)).toBe(0n)
  await card.getByTestId('send-again').click()
  await expectConfirmed(card)
  expect(await balanceOf(recipient)).toBe(ether / 500n)
})
