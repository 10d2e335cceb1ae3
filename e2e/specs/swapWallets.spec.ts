import { callNode } from '../fixtures/chains.js'
import { giveTokens, setCoins, tokens, tokensOf } from '../fixtures/funds.js'
import { readJournal } from '../fixtures/journal.js'
import { confirm, logIn, loginFrame } from '../fixtures/login.js'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { openInSafe } from '../fixtures/safe.js'
import { still } from '../fixtures/still.js'
import {
  describeForm,
  expectSwapped,
  openSwap,
  setAllowance,
  swapContracts,
} from '../fixtures/swap.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const ether = 10n ** 18n

const addressOf = async (tab: Tab) => ((await tab.account()) as { address: string }).address

/** Gives coins for two swaps and their fees, and ten dollars, without an allowance. Returns the dollars before. */
async function fund(address: string): Promise<bigint> {
  const before = await tokensOf(address, tokens.usdc)
  await setCoins(address, 5n * ether)
  await setAllowance(address, tokens.usdc, 0n)
  await giveTokens(address, tokens.usdc, 10_000_000n)
  return before
}

/** The frame does not know the exchange, so the visitor has to say that they do. */
async function confirmUnknown(tab: Tab): Promise<void> {
  await loginFrame(tab).getByTestId('approve-tick').click()
  await confirm(tab)
}

const openLogin = async (site: Parameters<typeof openPaired>[0]) => {
  const tab = await site.open({ login: true, wallets: [], options: { swapContracts } })
  await logIn(tab)
  return tab
}

/** Swaps ten dollars for coins and a hundredth of a coin for dollars. */
async function swapBothWays(
  tab: Tab,
  /** What the first swap asks the wallet for, and what it does then. */
  {
    steps,
    decide,
  }: {
    steps: readonly ('approval' | 'swap')[]
    decide: (step: 'approval' | 'swap') => Promise<void>
  },
): Promise<void> {
  const address = await addressOf(tab)
  const before = await fund(address)
  const there = await openSwap(tab, { fromToken: 'USDC', toToken: 'ETH', amount: '10' })
  await there.review()
  await expect(there.confirm).toHaveText(steps.includes('approval') ? 'Approve' : 'Swap')
  await there.confirm.click()
  for (const step of steps) await decide(step)
  await expectSwapped(tab)
  expect(await tokensOf(address, tokens.usdc)).toBe(before)

  const back = await openSwap(tab, { fromToken: 'ETH', toToken: 'USDC', amount: '0.01' })
  await back.review()
  await expect(back.confirm).toHaveText('Swap')
  await back.confirm.click()
  await decide('swap')
  await expectSwapped(tab)
  expect(await tokensOf(address, tokens.usdc)).toBeGreaterThan(before)
}

test('swaps with the smart account of a log-in, approving in the same confirmation', async ({
  site,
}) => {
  const tab = await openLogin(site)
  await swapBothWays(tab, { steps: ['swap'], decide: () => confirmUnknown(tab) })
})

test('swaps with the key of a log-in, approving first', async ({ site }) => {
  const tab = await openLogin(site)
  const smart = await addressOf(tab)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'AccountSettings' }))
  await tab.card.getByTestId('account-toggle-preferred-account-type').click()
  await expect.poll(() => addressOf(tab)).not.toBe(smart)
  await swapBothWays(tab, {
    steps: ['approval', 'swap'],
    async decide(step) {
      const question = loginFrame(tab).getByRole('main', { name: 'Interact with a contract' })
      // It takes the place of the one about the approval.
      if (step === 'swap') await expect(question).toBeVisible()
      await confirmUnknown(tab)
    },
  })
})

test('swaps with a paired wallet', async ({ site, openPhone }) => {
  const phone = await openPhone()
  // No other test that runs at the same time has this number.
  await phone.setAccount(test.info().parallelIndex % 3)
  const tab = await openPaired(site, { provider: true, options: { swapContracts } })
  await pairingOf(tab).connect(phone)
  const decide = () => phone.screen().getByTestId('request-approve-button').click()
  await swapBothWays(tab, { steps: ['approval', 'swap'], decide })
})

test('swaps with a Safe both ways, approving in the same proposal', async ({ site }) => {
  site.expectConsoleError(/foreign request: http:\/\/safe\.localhost/)
  const { page } = await site.open({
    ...{ page: 'connectors', provider: true, wallets: [] },
    options: { swapContracts },
  })
  const app = await openInSafe(page)
  const { address } = (await app.evaluate(() => window.latchkey.getAccount())) as {
    address: string
  }
  const before = await fund(address)
  await app.evaluate(() =>
    window.latchkey.open({
      view: 'Swap',
      arguments: { fromToken: 'USDC', toToken: 'ETH', amount: '10' },
    }),
  )
  const form = describeForm({ card: app.getByTestId('w3m-modal-card') })
  await form.review()
  await expect(form.confirm).toHaveText('Swap')
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'propose' }))
  await form.confirm.click()
  await expect
    .poll(() => page.evaluate(() => window.safeHost.proposed.map((calls) => calls.length)))
    .toEqual([2])
  expect(await tokensOf(address, tokens.usdc)).toBe(before + 10_000_000n)
  await page.evaluate(() => window.safeHost.agree())
  await expect.poll(() => tokensOf(address, tokens.usdc)).toBe(before)
  await expectSwapped({ title: app.getByTestId('w3m-header-text') })

  // Coins are the value of one call, executed at once.
  await app.evaluate(() =>
    window.latchkey.open({
      view: 'Swap',
      arguments: { fromToken: 'ETH', toToken: 'USDC', amount: '0.01' },
    }),
  )
  await form.review()
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'approve' }))
  await form.confirm.click()
  await expectSwapped({ title: app.getByTestId('w3m-header-text') })
  expect(await tokensOf(address, tokens.usdc)).toBeGreaterThan(before)
  const [, sent] = await page.evaluate(() => window.safeHost.proposed)
  expect(sent).toMatchObject([{ value: String(ether / 100n) }])
  // Both are known by the transactions that the chain has, not by the names of the proposals.
  const entries = await readJournal(app)
  expect(entries).toHaveLength(2)
  for (const { hash, proposal } of entries) {
    expect(hash).not.toBe(proposal)
    expect(await callNode('CHAIN_1', 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
    })
  }
})
