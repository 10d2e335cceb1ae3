import { urlOf } from '../fixtures/chains.js'
import { findLayoutProblems } from '../fixtures/layoutProblems.js'
import { settled } from '../fixtures/settled.js'
import { expect, type Site, test, type Visit } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

/** The account with a month of history on the local chains. */
const alice = { ...fox, accounts: [0] }
/** An account that no other test sends from. */
const quiet = { ...fox, accounts: [7] }

const rows = (tab: Tab) => tab.card.getByTestId('activity-row')
/** By its screen reader text, which comes first. */
const row = (tab: Tab, text: RegExp) => rows(tab).filter({ hasText: text })
const titles = (tab: Tab) => tab.card.getByTestId('group-title')
const layer = (tab: Tab) => tab.card.locator('.layer:not([inert])')

async function openActivity(site: Site, visit: Visit): Promise<Tab> {
  const tab = await site.open(visit)
  await tab.connect()
  await show(tab)
  return tab
}

async function show(tab: Tab) {
  await tab.page.evaluate(() => window.latchkey.open({ view: 'Transactions' }))
  await expect(tab.title).toHaveText('Activity')
}

const monthName = (time: number) => new Date(time).toLocaleDateString('en-US', { month: 'long' })
const someone = () => `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '7')}`

type Record = {
  readonly index: number
  readonly operation?: string
  readonly time?: number
  readonly from?: string
  readonly transfers?: readonly object[]
}

/** A transaction in the provider's shape; by default it received a token. */
function historyEntry({ index, operation = 'receive', time, from, transfers }: Record) {
  const hash = `0x${index.toString(16).padStart(64, '0')}`
  return {
    id: hash,
    metadata: {
      operationType: operation,
      hash,
      minedAt: new Date(time ?? Date.UTC(2025, 11, 31, 12) - index * 3_600_000).toISOString(),
      sentFrom: from ?? `0x${'b'.repeat(40)}`,
      sentTo: `0x${'c'.repeat(40)}`,
      status: 'confirmed',
      nonce: index,
      chain: 'eip155:1',
    },
    transfers: transfers ?? [moved('in', String(index + 1), { symbol: 'ROW' })],
  }
}

const moved = (direction: string, numeric: string, token: object) => ({
  fungible_info: token,
  direction,
  quantity: { numeric },
})

/** Replaces the provider's history with the test's. */
async function serveHistory(
  tab: Tab,
  answer: (cursor: string | null) => { data: readonly object[]; next: string | null },
) {
  await tab.page.route(`${urlOf('PROVIDER')}/v1/account/*/history?*`, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    const headers = { 'access-control-allow-origin': '*' }
    return route.fulfill({ json: answer(cursor), headers })
  })
}

test('groups history by month, with signs and descriptions', async ({ site }) => {
  const tab = await openActivity(site, { provider: true, wallets: [alice] })
  await expect(row(tab, /^Received \+50 DAI from 0x71…6c5788, .*, Confirmed/)).toBeVisible()
  await expect(titles(tab).first()).toContainText(/^[A-Z][a-z]+( \d{4})?$/)
  await expect(row(tab, /^Sent Failed/)).toContainText('Failed')
  await expect(row(tab, /^Deposited 3 ETH for \+3 WETH/)).toBeVisible()
  await expect(row(tab, /^Swapped 0.5 ETH for [\d.]+ LINK/)).toBeVisible()
  await expect(row(tab, /^Approved 1,000 USDC for 0xcA…42e100/)).toBeVisible()
  const link = row(tab, /^Received \+50 DAI/)
  await expect(link).toHaveAttribute('href', /^https:\/\/etherscan\.io\/tx\/0x[0-9a-f]{64}$/)
  await expect(link).toHaveAttribute('rel', /noopener/)

  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])
  await layer(tab).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(row(tab, /^Minted 5,000 USDC/)).toBeVisible()
  // One Tab stop, then arrow keys.
  await row(tab, /^Minted 5,000 USDC/).focus()
  await tab.page.keyboard.press('Home')
  await expect(rows(tab).first()).toBeFocused()
  await tab.page.keyboard.press('ArrowDown')
  await expect(rows(tab).nth(1)).toBeFocused()
  await tab.page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])

  await tab.wallet().setAccounts([8])
  await expect(tab.card.getByTestId('empty-activity-state')).toContainText('No Transactions yet')
})

test('lists a transaction of the site immediately and marks it confirmed later', async ({
  site,
}) => {
  const tab = await openActivity(site, { wallets: [quiet] })
  await expect(tab.card.getByTestId('empty-activity-state')).toBeVisible()
  const to = someone()
  await tab.wallet().setScript('delay', 'eth_sendTransaction')
  const [from] = [await tab.wallet().addressOf(7)]
  await tab.page.evaluate(
    (call) => {
      type Provider = { request(call: object): Promise<unknown> }
      const provider = window.latchkey.getProvider() as Provider
      void provider.request({ method: 'eth_sendTransaction', params: [call] }).catch(() => {})
    },
    { from, to, value: '0x38d7ea4c68000' },
  )
  await expect(row(tab, /^Sent 0\.001 ETH to 0x/)).toContainText('Waiting for wallet')
  await tab.wallet().settle('approve')
  await expect(row(tab, /^Sent 0\.001 ETH to 0x.*, Confirmed/)).toBeVisible()
  await expect(rows(tab)).toHaveCount(1)
  await expect(titles(tab)).toHaveText([monthName(Date.now())])
})

test('lists local transactions without a provider, and says what is missing', async ({ site }) => {
  site.expectConsoleError(/Failed to load resource/)
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [6] }] })
  await tab.page.route(`${urlOf('PROVIDER')}/v1/account/*/history?*`, (route) => route.abort())
  await tab.connect()
  const from = await tab.wallet().addressOf(6)
  const sent = await tab.request('eth_sendTransaction', [
    { from, to: someone(), value: '0x2386f26fc10000' },
  ])
  expect(sent.result).toMatch(/^0x/)
  await show(tab)
  await expect(row(tab, /^Sent 0\.01 ETH/)).toBeVisible()
  await expect(tab.toast).toHaveText('Failed to fetch transactions')
  await expect(tab.card.getByTestId('activity-failed')).toBeVisible()
  expect(await violations(tab.page)).toEqual([])

  await tab.page.unrouteAll()
  await serveHistory(tab, () => ({ data: [historyEntry({ index: 4 })], next: null }))
  await tab.card.getByRole('button', { name: 'Try again' }).click()
  await expect(row(tab, /^Received \+5 ROW/)).toBeVisible()
  await expect(row(tab, /^Sent 0\.01 ETH/)).toBeVisible()
  await expect(tab.card.getByTestId('activity-failed')).toBeHidden()
})

test('keeps two long amounts readable on a narrow card', async ({ site }) => {
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [2] }] })
  const own = await tab.wallet().addressOf(2)
  const swaps = [
    ['1234567.891234', 'USDC', '412.123456', 'WSTETH'],
    ['98765.4321', 'USDC', '98765.4321', 'FRXETH'],
    ['0.00001', 'WBTC', '9876543210987.5', 'SHIB'],
    ['123456.789', 'A token of many words', '123456.789', 'Another such token'],
  ].map(([given = '', from, taken = '', to], index) =>
    historyEntry({
      index,
      operation: 'trade',
      from: own,
      transfers: [moved('out', given, { symbol: from }), moved('in', taken, { symbol: to })],
    }),
  )
  await serveHistory(tab, () => ({ data: swaps, next: null }))
  await tab.connect()
  await show(tab)
  await expect(row(tab, /^Swapped 1,234,567\.891 USDC for 412\.123 WSTETH/)).toContainText(
    '1.234M USDC › 412.123 WSTETH',
  )
  for (const width of [1280, 390, 320]) {
    await tab.page.setViewportSize({ width, height: 640 })
    await settled(tab.page)
    // Without enough room the second token's name is cut, never its amount.
    const cut = await rows(tab)
      .locator('.activity-facts')
      .evaluateAll(
        (facts) =>
          facts.filter((fact) => {
            const amount = fact.lastElementChild?.firstChild as Text
            const number = document.createRange()
            number.setStart(amount, 0)
            number.setEnd(amount, amount.data.indexOf(' '))
            const ellipsis = 16
            const end = fact.getBoundingClientRect().right - ellipsis
            return number.getBoundingClientRect().right > end
          }).length,
      )
    expect(cut).toBe(0)
  }
})

test('pages through ten thousand transactions and renders only visible rows', async ({ site }) => {
  test.setTimeout(300_000)
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [5] }] })
  const requested: (string | null)[] = []
  const size = 500
  await serveHistory(tab, (cursor) => {
    requested.push(cursor)
    const first = Number(cursor ?? 0)
    const data = Array.from({ length: size }, (_, index) => historyEntry({ index: first + index }))
    return { data, next: first + size < 10_000 ? String(first + size) : null }
  })
  await tab.connect()
  await show(tab)
  await expect(row(tab, /^Received \+1 ROW/)).toBeVisible()
  await expect(titles(tab).first()).toHaveText('December 2025')
  // In the page itself: round trips would take longer than the scrolling.
  const most = await layer(tab).evaluate(async (element) => {
    let drawn = 0
    while (!element.textContent?.includes('10,000 ROW')) {
      element.scrollTop = element.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 10))
      drawn = Math.max(drawn, element.querySelectorAll('li').length)
    }
    return drawn
  })
  expect(most).toBeLessThan(60)
  expect(requested).toEqual(
    Array.from({ length: 20 }, (_, page) => (page === 0 ? null : String(page * size))),
  )
  const last = row(tab, /^Received \+10,000 ROW/)
  await expect(last).toBeVisible()
  const item = tab.card.getByRole('listitem').last()
  await expect(item).toContainText('10,000 ROW')
  expect(await item.getAttribute('aria-posinset')).toBe(await item.getAttribute('aria-setsize'))
})

test('keeps visible rows in place when new transactions arrive', async ({ site }) => {
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [4] }] })
  const many = Array.from({ length: 200 }, (_, index) => historyEntry({ index }))
  await serveHistory(tab, () => ({ data: many, next: null }))
  await tab.connect()
  await show(tab)
  await expect(row(tab, /^Received \+1 ROW/)).toBeVisible()
  await layer(tab).evaluate((element) => element.scrollTo(0, 3_000))
  const seen = row(tab, /^Received \+52 ROW/)
  await expect(seen).toBeVisible()
  const before = await seen.boundingBox()
  const from = await tab.wallet().addressOf(4)
  await tab.request('eth_sendTransaction', [{ from, to: someone(), value: '0x1' }])
  await expect
    .poll(() => layer(tab).evaluate((element) => element.scrollTop))
    .toBeGreaterThan(3_000)
  await expect
    .poll(async () => Math.round((await seen.boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? -1))
  await layer(tab).evaluate((element) => element.scrollTo(0, 0))
  await expect(row(tab, /^Sent <0\.001 ETH/)).toBeVisible()
})

test('shows hostile names as text, drops hostile URLs and hides spam', async ({ site }) => {
  const payload = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>'
  const tab = await site.open({ provider: true, wallets: [{ ...fox, accounts: [3] }] })
  const own = await tab.wallet().addressOf(3)
  await serveHistory(tab, () => ({
    data: [
      historyEntry({
        index: 1,
        transfers: [
          moved('in', '5', { symbol: payload, icon: { url: 'javascript:window.__pwned=1' } }),
        ],
      }),
      historyEntry({
        index: 2,
        operation: 'mint',
        from: own,
        transfers: [
          {
            nft_info: {
              name: `\u202e${payload}`,
              content: { preview: { url: 'data:text/html,<script>top.__pwned=1</script>' } },
              flags: { is_spam: false },
            },
            direction: 'in',
            quantity: { numeric: payload },
          },
        ],
      }),
      historyEntry({ index: 3, transfers: [moved('in', '0', { symbol: 'ZERO' })] }),
      historyEntry({ index: 4, transfers: [moved('in', '0.000001', { symbol: 'DUST' })] }),
      historyEntry({
        index: 5,
        transfers: [moved('in', '9', { symbol: 'SPAM', flags: { is_spam: true } })],
      }),
    ],
    next: null,
  }))
  await tab.connect()
  await show(tab)
  await expect(row(tab, /^Received \+5 <img src=x/)).toBeVisible()
  await expect(rows(tab)).toHaveCount(2)
  await tab.card.getByRole('button', { name: 'Show hidden (2)' }).click()
  await expect(rows(tab)).toHaveCount(4)
  await expect(row(tab, /^Received \+0 ZERO.*Unverified/)).toContainText('Unverified')
  await expect(tab.card.getByText('SPAM')).toHaveCount(0)
  await expect(tab.card.locator('.virtual-list img')).toHaveCount(0)
  expect(await tab.page.evaluate(() => '__pwned' in window)).toBe(false)
  expect(await violations(tab.page)).toEqual([])
})
