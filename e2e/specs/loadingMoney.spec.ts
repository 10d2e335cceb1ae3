import { urlOf } from '../fixtures/chains.js'
import { payOf, payVisit } from '../fixtures/payViews.js'
import { expect, type Site, test, type Visit } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

type Feature = {
  readonly name: string
  readonly visit: Visit
  /** Text of its code: a test id of its form. */
  readonly mark: string
  open(tab: Tab): Promise<unknown>
}

type View = 'Swap' | 'OnRampProviders' | 'PayWithExchange'

const openView = (view: View) => (tab: Tab) =>
  tab.page.evaluate((name) => window.latchkey.open({ view: name }), view)

const features: readonly Feature[] = [
  {
    ...{ name: 'swaps', visit: { provider: true }, mark: 'swap-action-button' },
    open: openView('Swap'),
  },
  {
    ...{ name: 'buying', visit: { provider: true }, mark: 'onramp-amount' },
    open: openView('OnRampProviders'),
  },
  {
    ...{ name: 'deposits', visit: { provider: true }, mark: 'deposit-amount' },
    open: openView('PayWithExchange'),
  },
  {
    ...{ name: 'payments', visit: payVisit(), mark: 'wallet-payment-option' },
    open: (tab) => payOf(tab).open(),
  },
]

/** Whether a script that the page has fetched contains the text. */
async function hasFetched(site: Site, mark: string): Promise<boolean> {
  const paths = new Set(site.fetched.filter((path) => /\.js$/.test(path)))
  const scripts = [...paths].map(async (path) => {
    const response = await fetch(new URL(path, urlOf('BASE_URL')))
    return response.text()
  })
  return (await Promise.all(scripts)).some((code) => code.includes(mark))
}

for (const { name, visit, mark, open } of features) {
  test(`loads nothing of ${name} before they are opened`, async ({ site }) => {
    const tab = await site.open(visit)
    await tab.connect()
    await tab.button.click()
    await expect(tab.card.getByTestId('tab-tokens')).toBeVisible()
    expect(await hasFetched(site, 'w3m-account-default')).toBe(true)
    expect(await hasFetched(site, mark)).toBe(false)
    await open(tab)
    await expect(tab.card.locator(`[data-testid^=${mark}]`).first()).toBeVisible()
    expect(await hasFetched(site, mark)).toBe(true)
  })
}
