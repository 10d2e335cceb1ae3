import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import type { PaymentOptions } from 'latchkey/pay'
import { callNode, solanaMainnet, urlOf } from '../fixtures/chains.js'
import {
  coinsOf,
  type Funds,
  giveTokens,
  openFunded,
  setCoins,
  tokens,
  tokensOf,
} from '../fixtures/funds.js'
import { readJournal } from '../fixtures/journal.js'
import { confirm, logIn, loginFrame } from '../fixtures/login.js'
import { dollars, ether, order, payOf, payVisit, shop } from '../fixtures/payViews.js'
import { saveScreenshot } from '../fixtures/picture.js'
import { openInSafe } from '../fixtures/safe.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test, type Visit } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { swapContracts } from '../fixtures/swap.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

/** An unused address, so that tests can share a chain. */
function freshAddress(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${Buffer.from(bytes).toString('hex')}`
}

const dollarsOf = (address: string) => tokensOf(address, tokens.usdc)

const mine = () => callNode('CHAIN_1', 'anvil_mine', '0x1')

/** A block on top of the transaction's is what the widget waits for. It shows the end only for a moment. */
async function expectPaid(tab: Parameters<typeof payOf>[0]) {
  const mineAndRead = async () => {
    await mine()
    return payOf(tab).result()
  }
  await expect.poll(mineAndRead, { timeout: 60_000 }).toBeDefined()
}

const requestsOf = async (tab: Tab) =>
  (await tab.wallet().methods()).filter((method) => method === 'eth_sendTransaction')

async function openShop(site: Site, funds: Funds = {}, visit: Visit = {}) {
  const tab = await openFunded(site, payVisit(visit), funds)
  return { ...tab, pay: payOf(tab) }
}

async function connectShop(site: Site, funds: Funds = {}, visit: Visit = {}) {
  const tab = await openShop(site, funds, visit)
  await tab.connect()
  return tab
}

test('pays the native coin exactly, closes and reports the transaction', async ({ site }) => {
  const tab = await connectShop(site)
  const { pay, card } = tab
  const recipient = freshAddress()
  await pay.start({ ...order, recipient, id: 'order-1' })
  await expect(tab.title).toHaveText('How you pay')
  await expect(pay.amount).toHaveText('0.25 ETH')
  await expect(card.getByTestId('pay-network')).toHaveText('on Ethereum')
  await expect(pay.wallet).toContainText('Pay with Fox')
  await pay.wallet.click()
  await expect(pay.fee).toBeVisible()
  const shown = await card.getByTestId('pay-recipient').innerText()
  expect(shown.replaceAll(/\s/g, '').toLowerCase()).toBe(recipient)
  const shownPaid = pay.paid.waitFor({ timeout: 60_000 })
  await pay.confirm.click()
  await expectPaid(tab)
  await shownPaid
  await saveScreenshot(tab.page, 'pay-paid')
  expect(await coinsOf(recipient)).toBe(250_000_000_000_000_000n)
  const outcome = await pay.outcome()
  expect(outcome).toMatchObject({ success: true, result: { id: 'order-1', method: 'wallet' } })
  const hash = outcome.success ? outcome.result.hash : undefined
  expect(await callNode('CHAIN_1', 'eth_getTransactionByHash', hash)).toMatchObject({
    to: recipient,
  })
  await expect(card).toBeHidden()
})

test('pays a token, once for two clicks, and not again for the same id', async ({ site }) => {
  const tab = await connectShop(site, { usdc: 5_000_000n })
  const { pay } = tab
  const recipient = freshAddress()
  const payment: PaymentOptions = {
    paymentAsset: dollars,
    recipient,
    amount: '1.5',
    id: 'order-token',
  }
  await pay.review(payment)
  await pay.confirm.dblclick()
  await expectPaid(tab)
  expect(await dollarsOf(recipient)).toBe(1_500_000n)
  expect(await requestsOf(tab)).toHaveLength(1)
  await tab.page.reload()
  await tab.expectConnected()
  await pay.open(payment)
  await expectPaid(tab)
  expect(await dollarsOf(recipient)).toBe(1_500_000n)
})

test('pays a token on Solana', async ({ site }) => {
  const tab = await site.open(
    payVisit({
      networks: ['solanaMainnet'],
      wallets: [{ ...polyglot, families: ['solana'], accounts: [0] }],
    }),
  )
  await tab.connect('announced:polyglot')
  const pay = payOf(tab)
  const recipient = Keypair.generate().publicKey
  const mint = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
  await pay.review({
    paymentAsset: {
      network: `solana:${solanaMainnet}`,
      asset: mint.toBase58(),
      metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    },
    recipient: recipient.toBase58(),
    amount: '2.5',
  })
  await pay.confirm.click()
  await expectPaid(tab)
  const ledger = new Connection(urlOf('SOLANA'), 'confirmed')
  const { value } = await ledger.getParsedTokenAccountsByOwner(recipient, { mint })
  expect(value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('2500000')
})

test('connects first, then switches to the network of the payment', async ({ site }) => {
  const tab = await openShop(site, {}, { networks: ['base', 'mainnet'] })
  const { pay } = tab
  const recipient = freshAddress()
  await pay.open({ ...order, recipient })
  await expect(pay.wallet).toContainText('Pay from wallet')
  await pay.wallet.click()
  await tab.row().click()
  await expect(pay.fee).toBeVisible()
  expect(await tab.networkId()).toBe('eip155:1')
  await pay.confirm.click()
  await expectPaid(tab)
  expect(await coinsOf(recipient)).toBe(250_000_000_000_000_000n)
})

test('can be declined, tried again and cancelled', async ({ site }) => {
  const tab = await connectShop(site)
  const { pay, card } = tab
  await tab.wallet().setScript('refuse', 'eth_sendTransaction')
  await pay.start({ ...order, recipient: freshAddress() })
  await pay.wallet.click()
  await expect(pay.fee).toBeVisible()
  await pay.confirm.click()
  await expect(pay.failed).toContainText('Payment declined')
  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])
  await pay.retry.click()
  await expect(pay.wallet).toBeVisible()
  await tab.close.click()
  await expect(card).toBeHidden()
  expect(await pay.outcome()).toMatchObject({ success: false, code: 'GENERIC_PAYMENT_ERROR' })
})

type Point = {
  readonly name: string
  /** Leaves the payment there. */
  reach(tab: Awaited<ReturnType<typeof connectShop>>): Promise<void>
  /** After the reload, with the same payment open: what the visitor does. */
  resume(tab: Awaited<ReturnType<typeof connectShop>>): Promise<void>
}

const confirmAgain = async ({ pay }: Awaited<ReturnType<typeof connectShop>>) => {
  await pay.wallet.click()
  await expect(pay.fee).toBeVisible()
  await pay.confirm.click()
}

const reloadPoints: readonly Point[] = [
  { name: 'it is reviewed', reach: async () => undefined, resume: confirmAgain },
  {
    name: 'the wallet asks',
    async reach({ pay, wallet }) {
      await wallet().setScript('never', 'eth_sendTransaction')
      await pay.confirm.click()
      await expect(pay.asking).toBeVisible()
      await expect.poll(async () => (await wallet().methods()).at(-1)).toBe('eth_sendTransaction')
    },
    async resume(tab) {
      // The wallet of the test forgets the question with the page; the visitor is told and asks again.
      await confirmAgain(tab)
      await expect(tab.card.getByTestId('pay-in-flight')).toBeVisible()
      await tab.card.getByTestId('pay-again').click()
    },
  },
  {
    name: 'it was just sent',
    async reach({ pay, page }) {
      await pay.confirm.click()
      await expect.poll(async () => (await readJournal(page))[0]?.hash).toBeDefined()
    },
    resume: async () => undefined,
  },
  {
    name: 'it is in a block',
    async reach({ pay, page }) {
      await pay.confirm.click()
      const readReceipt = async () => {
        const hash = (await readJournal(page))[0]?.hash
        return hash && callNode('CHAIN_1', 'eth_getTransactionReceipt', hash)
      }
      await expect.poll(readReceipt).toMatchObject({ status: '0x1' })
    },
    resume: async () => undefined,
  },
  {
    name: 'it is paid',
    async reach({ pay, page }) {
      await pay.confirm.click()
      await expectIncluded(page)
    },
    resume: async () => undefined,
  },
]

async function expectIncluded(page: Tab['page']) {
  const mineAndRead = async () => {
    await mine()
    return (await readJournal(page))[0]?.status
  }
  await expect.poll(mineAndRead).toMatch(/^(included|final)$/)
}

for (const [index, { name, reach, resume }] of reloadPoints.entries()) {
  test(`is paid once, and says so, after a reload when ${name}`, async ({ site }) => {
    const tab = await connectShop(site, { usdc: 30_000_000n })
    const recipient = freshAddress()
    const payment = { paymentAsset: dollars, recipient, amount: '12.34', id: `reload-${index}` }
    await tab.pay.review(payment)
    await reach(tab)
    await tab.page.reload()
    await tab.expectConnected()
    await tab.pay.start(payment)
    await resume(tab)
    await expectIncluded(tab.page)
    const hash = (await readJournal(tab.page))[0]?.hash
    expect(await tab.pay.outcome()).toMatchObject({ success: true, result: { hash } })
    expect(await dollarsOf(recipient)).toBe(12_340_000n)
  })
}

test('says what is missing', async ({ site }) => {
  const tab = await connectShop(site)
  const { pay } = tab
  await pay.open({ paymentAsset: dollars, recipient: shop, amount: '49.90' })
  await pay.wallet.click()
  await expect(pay.short).toContainText('Insufficient funds')
  await expect(pay.confirm).toHaveAttribute('aria-disabled', 'true')
  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])
  await tab.card.getByTestId('pay-other').click()
  await expect(pay.wallet).toBeVisible()
  await pay.disconnect.click()
  await expect(pay.wallet).toContainText('Pay from wallet')
})

test('shows account and token in full on a narrow screen', async ({ site }) => {
  const { pay, page, card } = await connectShop(site, {}, { options: { swapContracts } })
  await page.setViewportSize({ width: 320, height: 640 })
  await pay.open({ ...order, paymentAsset: dollars, amount: '49.90' })
  await pay.wallet.click()
  const button = card.getByTestId('pay-source')
  const symbol = button.getByText('USDC', { exact: true })
  await expect(symbol).toBeVisible()
  expect(await symbol.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(
    0,
  )
  const account = card.locator('.pay-account > span').first()
  expect(await account.evaluate((text) => text.getClientRects().length)).toBe(1)
})

test('shows the image of the network before a wallet is connected', async ({ site }) => {
  const { pay, card } = await openShop(site)
  await pay.open()
  await expect(pay.exchange).toBeVisible()
  await expect(card.locator('.pay-network img')).toBeAttached()
})

test('pays with another token by a swap, as requested from the wallet in turn', async ({
  site,
}) => {
  const tab = await connectShop(site, {}, { options: { swapContracts } })
  const { pay, card } = tab
  const recipient = freshAddress()
  await pay.open({ paymentAsset: dollars, recipient, amount: '12.34', id: 'order-swap' })
  await pay.wallet.click()
  await expect(pay.short).toContainText('Insufficient funds')
  await pay.choose('ETH')
  await expect(card.getByTestId('pay-swap-amount')).toContainText(/0\.0\d+ ETH/)
  await expect(pay.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])
  await pay.confirm.click()
  await expectPaid(tab)
  expect(await dollarsOf(recipient)).toBe(12_340_000n)
  expect(await requestsOf(tab)).toHaveLength(2)
  await expect(card).toBeHidden()

  const back = freshAddress()
  await giveTokens(tab.address, tokens.usdc, 30_000_000n)
  await pay.review({ ...order, recipient: back, amount: '0.004' })
  await pay.choose('USDC')
  await expect(pay.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await pay.confirm.click()
  await expectPaid(tab)
  expect(await coinsOf(back)).toBe(4_000_000_000_000_000n)
  // Approval, swap and payment.
  expect(await requestsOf(tab)).toHaveLength(5)
})

test('says why a token cannot pay, and sends nothing when the swap is declined', async ({
  site,
}) => {
  const tab = await connectShop(site, {}, { options: { swapContracts } })
  const { pay } = tab
  const recipient = freshAddress()
  await pay.open({ paymentAsset: dollars, recipient, amount: '12.34' })
  await pay.wallet.click()
  await pay.choose('ETH')
  await expect(pay.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await tab.wallet().setScript('refuse', 'eth_sendTransaction')
  await pay.confirm.click()
  await expect(pay.failed).toContainText('Payment declined')
  expect(await dollarsOf(recipient)).toBe(0n)
  await tab.close.click()

  await pay.open({ paymentAsset: dollars, recipient, amount: '999999999' })
  await pay.wallet.click()
  await pay.choose('ETH')
  await expect(pay.short).toContainText('This token cannot pay')
  await expect(pay.confirm).toHaveAttribute('aria-disabled', 'true')
})

test('swaps and pays in one confirmation with a smart account', async ({ site }) => {
  const tab = await site.open(
    payVisit({
      ...{ login: true, wallets: [] },
      options: { swapContracts, features: { email: true } },
    }),
  )
  await logIn(tab)
  const { address } = (await tab.account()) as { address: string }
  await giveTokens(address, tokens.dai, 40n * 10n ** 18n)
  await setCoins(address, 10n ** 18n)
  const pay = payOf(tab)
  const recipient = freshAddress()
  await pay.open({ paymentAsset: dollars, recipient, amount: '12.34', id: 'order-batch' })
  await pay.wallet.click()
  await pay.choose('DAI')
  await expect(pay.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await pay.confirm.click()
  await loginFrame(tab).getByTestId('approve-tick').click()
  await confirm(tab)
  await expectPaid(tab)
  expect(await dollarsOf(recipient)).toBe(12_340_000n)
})

test('pays with a Safe once the other owners agree, and at once without them', async ({ site }) => {
  site.expectConsoleError(/foreign request: http:\/\/safe\.localhost/)
  const { page } = await site.open(payVisit({ page: 'connectors', wallets: [] }))
  const app = await openInSafe(page)
  const shown = { page: app, card: app.getByTestId('w3m-modal-card') }
  const pay = payOf(shown)
  const account = await app.evaluate(() => window.latchkey.getAccount())
  const { address } = account as { address: string }
  await giveTokens(address, tokens.usdc, 5_000_000n)
  await setCoins(address, 10n ** 18n)
  const recipient = freshAddress()

  const review = async (options: PaymentOptions) => {
    await pay.start(options)
    await pay.wallet.click()
    await expect(pay.fee).toBeVisible()
    await pay.confirm.click()
  }
  /** The payment is known by the transaction that the chain has, not by the name of the proposal. */
  const expectExecuted = async () => {
    await expectPaid(shown)
    const outcome = await pay.outcome()
    const hash = outcome.success ? outcome.result.hash : undefined
    expect(await callNode('CHAIN_1', 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
    })
    await expect(shown.card).toBeHidden()
  }

  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'propose' }))
  await review({ paymentAsset: dollars, recipient, amount: '5', id: 'safe-1' })
  await expect.poll(() => page.evaluate(() => window.safeHost.proposed.length)).toBe(1)
  await expect(pay.confirming).toBeVisible()
  expect(await dollarsOf(recipient)).toBe(0n)
  await page.evaluate(() => window.safeHost.agree())
  await expectExecuted()
  expect(await dollarsOf(recipient)).toBe(5_000_000n)

  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'approve' }))
  await review({ ...order, recipient, id: 'safe-2' })
  await expectExecuted()
  expect(await coinsOf(recipient)).toBe(250_000_000_000_000_000n)
  expect(await page.evaluate(() => window.safeHost.proposed.length)).toBe(2)
})

test('ends at the limit', async ({ site }) => {
  const tab = await connectShop(site)
  const { pay, card } = tab
  await pay.start(order, 2_000)
  await expect(pay.wallet).toBeVisible()
  expect(await pay.outcome()).toMatchObject({ success: false, error: 'Payment timeout' })
  await expect(card).toBeHidden()
})

test('pays by an exchange, in a window opened by the click', async ({ site, context }) => {
  const tab = await openShop(site)
  const { pay, card } = tab
  const recipient = freshAddress()
  await pay.start({ paymentAsset: ether, recipient, amount: '0.01' })
  const opened = context.waitForEvent('page')
  await pay.exchange.click()
  const exchange = await opened
  await expect(pay.inExchange).toContainText('Continue in Sandbox Exchange')
  await exchange.getByRole('button', { name: 'Pay 0.01 ETH' }).click()
  await expectPaid(tab)
  expect(await coinsOf(recipient)).toBe(10_000_000_000_000_000n)
  expect(await pay.outcome()).toMatchObject({
    success: true,
    result: { method: 'exchange', exchangeId: 'sandbox' },
  })
  await expect(card).toBeHidden()
})

test('tells the hooks of a page how it ended', async ({ site }) => {
  const tab = await connectShop(site)
  const { pay, page } = tab
  await expect(page.getByTestId('exchanges')).toHaveText('Sandbox Exchange')
  await page.evaluate((given) => Object.assign(window, { order: given }), {
    ...order,
    recipient: freshAddress(),
  })
  await page.getByRole('button', { name: 'Buy' }).click()
  await pay.wallet.click()
  await expect(pay.fee).toBeVisible()
  await pay.confirm.click()
  await expectPaid(tab)
  const checkout = page.getByTestId('checkout')
  await expect(checkout).toContainText('"isSuccess":true')
  await expect(checkout).toContainText('"ends":["success"]')
})
