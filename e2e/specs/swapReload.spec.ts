import { urlOf } from '../fixtures/chains.js'
import { tokens, tokensOf } from '../fixtures/funds.js'
import { readJournal } from '../fixtures/journal.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import {
  allowanceOf,
  expectSwapped,
  openSite,
  openSwap,
  type SwapForm,
  setAllowance,
} from '../fixtures/swap.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const swap = { fromToken: 'USDC', toToken: 'ETH', amount: '10' }
const funds = 30_000_000n
const swapped = 20_000_000n

const requestsOf = async (tab: Tab) =>
  (await tab.wallet().methods()).filter((method) => method === 'eth_sendTransaction')

/** Holds the provider's answers to a call; resolves once it was made. */
function hold({ page }: Tab, path: string): Promise<void> {
  return new Promise((resolve) => {
    // Not only once: without a route left, the browser would let the held call go.
    page.route(`${urlOf('PROVIDER')}/v1/convert/${path}**`, () => resolve())
  })
}

/** Holds a call of the provider, confirms, and waits for it. */
async function confirmUntil(
  tab: Tab,
  form: SwapForm,
  { path, label = 'Approve' }: { path: string; label?: string },
): Promise<void> {
  await form.review()
  // The review itself has read the allowance.
  await expect(form.confirm).toHaveText(label)
  const held = hold(tab, path)
  await form.confirm.click()
  await held
}

/** The journal has the hash of a transaction. */
async function expectSent({ page }: Tab): Promise<void> {
  await expect.poll(async () => (await readJournal(page)).some(({ hash }) => hash)).toBe(true)
}

type Point = {
  readonly name: string
  /** From the open form to the point of the reload. */
  reach(tab: Tab, form: SwapForm, own: string): Promise<unknown>
  /** What the same swap does on the new page; `swaps` is the default. */
  readonly outcome?: 'swaps' | 'shows that it may be pending' | 'is done'
}

const points: readonly Point[] = [
  { name: 'the form is open', reach: async () => undefined },
  { name: 'a quote is shown', reach: (_, form) => expect(form.expected).toHaveValue(/^\d/) },
  {
    name: 'a token is being selected',
    reach: async ({ card }) => {
      await card.getByTestId('swap-input-token-toToken').click()
      await expect(card.getByTestId('swap-select-token-search-input')).toBeVisible()
    },
  },
  { name: 'the review is open', reach: (_, form) => form.review() },
  {
    name: 'the approval is being prepared',
    reach: (tab, form) => confirmUntil(tab, form, { path: 'build-approve' }),
  },
  {
    name: 'the wallet is asked for the approval',
    reach: async (tab, form) => {
      await form.review()
      await tab.wallet().setScript('never', 'eth_sendTransaction')
      await form.confirm.click()
      await expect.poll(() => requestsOf(tab)).toHaveLength(1)
    },
    outcome: 'shows that it may be pending',
  },
  {
    name: 'the approval was just sent',
    reach: async (tab, form) => {
      await form.review()
      await form.confirm.click()
      await expectSent(tab)
    },
  },
  {
    name: 'the approval is on the chain',
    reach: async (tab, form, own) => {
      await confirmUntil(tab, form, { path: 'build-transaction' })
      expect(await allowanceOf(own, tokens.usdc)).toBe(10_000_000n)
    },
  },
  {
    name: 'the swap is being built',
    reach: async (tab, form, own) => {
      await setAllowance(own, tokens.usdc, 10_000_000n)
      await confirmUntil(tab, form, { path: 'build-transaction', label: 'Swap' })
      expect(await requestsOf(tab)).toEqual([])
    },
  },
  {
    name: 'the wallet is asked for the swap',
    reach: async (tab, form, own) => {
      await setAllowance(own, tokens.usdc, 10_000_000n)
      await form.review()
      await tab.wallet().setScript('never', 'eth_sendTransaction')
      await form.confirm.click()
      await expect.poll(() => requestsOf(tab)).toHaveLength(1)
    },
    outcome: 'shows that it may be pending',
  },
  {
    name: 'the swap was just sent',
    reach: async (tab, form, own) => {
      await setAllowance(own, tokens.usdc, 10_000_000n)
      await form.review()
      await form.confirm.click()
      await expectSent(tab)
    },
    outcome: 'is done',
  },
  {
    name: 'the swap is on the chain',
    reach: async (_, form, own) => {
      await setAllowance(own, tokens.usdc, 10_000_000n)
      await form.review()
      await form.confirm.click()
      await expect.poll(() => tokensOf(own, tokens.usdc)).toBe(swapped)
    },
    outcome: 'is done',
  },
]

for (const { name, reach, outcome = 'swaps' } of points) {
  test(`${outcome} after a reload when ${name} @thorough`, async ({ site }) => {
    const tab = await openSite(site, { usdc: funds })
    const { address: own } = tab
    await reach(tab, await openSwap(tab, swap), own)
    await tab.page.reload()
    await tab.page.unrouteAll()
    await tab.expectConnected()

    if (outcome === 'is done') {
      await expect.poll(() => tokensOf(own, tokens.usdc)).toBe(swapped)
      await tab.button.click()
      await tab.card.getByTestId('tab-activity').click()
      await expect(tab.card).toContainText(/Swap/)
    } else {
      const form = await openSwap(tab, swap)
      await form.review()
      await form.confirm.click()
      if (outcome === 'swaps') await expectSwapped(tab)
      else await expect(tab.card.getByTestId('swap-in-flight')).toBeVisible()
    }
    expect(await tokensOf(own, tokens.usdc)).toBe(
      outcome === 'shows that it may be pending' ? funds : swapped,
    )
    if (outcome !== 'swaps') expect(await requestsOf(tab)).toEqual([])
  })
}
