import { urlOf } from '../fixtures/chains.js'
import { type DirectoryServer, startDirectoryServer } from '../fixtures/directoryServer.js'
import { findLayoutProblems } from '../fixtures/layoutProblems.js'
import { settled } from '../fixtures/settled.js'
import { test as base, expect, type Site, type Visit } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'
import { violations } from '../fixtures/violations.js'
import { fox } from '../fixtures/wallets.js'

const test = base.extend<{ directory: DirectoryServer }>({
  directory: async ({ site }, use) => {
    const directory = await startDirectoryServer(1_000)
    site.expectConsoleError(new RegExp(`^foreign request: ${directory.url}`))
    await use(directory)
    await directory.stop()
  },
})

type Options = NonNullable<Visit['options']>

async function openSite(
  site: Site,
  directory: DirectoryServer,
  { wallets = [], options = {} }: { wallets?: Visit['wallets']; options?: Options } = {},
): Promise<Tab> {
  return site.open({
    wallets: wallets ?? [],
    options: { providerUrl: directory.url, relayUrls: [urlOf('RELAY')], ...options },
  })
}

async function openAll(tab: Tab) {
  await tab.page.evaluate(() => window.latchkey.open({ view: 'AllWallets' }))
  await expect(grid(tab)).toBeVisible()
}

const grid = (tab: Tab) => tab.card.getByTestId('wallet-list')
const cells = (tab: Tab) => grid(tab).getByRole('gridcell')
const item = (tab: Tab, index: number) =>
  tab.card.getByTestId(`wallet-search-item-generated-${index}`)
const search = (tab: Tab) => tab.card.getByRole('searchbox')
const certified = (tab: Tab) => tab.card.getByTestId('wui-certified-switch')
const focusedId = (tab: Tab) =>
  tab.page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement
    return active?.getAttribute('data-testid')
  })

const fails = /Failed to load resource|\[latchkey\]/

test('recommends four wallets and shows the number of others', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await tab.openModal()
  await expect(tab.walletRows).toHaveCount(5)
  await expect(tab.row('generated-3')).toBeVisible()
  await expect(tab.card.getByTestId('all-wallets')).toContainText('1000')
  await expect(tab.row('generated-0').locator('img')).toHaveAttribute(
    'src',
    new RegExp(`^${directory.url}/getWalletImage/image-0\\?projectId=e2e`),
  )
  await tab.card.getByTestId('all-wallets').click()
  await expect(tab.card).toContainText('1,000 wallets')
})

/** The scripts that only a page with a provider fetches. */
const providerParts = /\/assets\/provider\d?-/

test('reserves space for recommended wallets', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  // Held back until released below.
  await tab.page.route(providerParts, () => {})
  await tab.openModal()
  await settled(tab.page)
  const entry = tab.card.getByTestId('all-wallets')
  const before = await entry.boundingBox()
  await tab.page.unroute(providerParts)
  await expect(tab.row('generated-3')).toBeVisible()
  await settled(tab.page)
  expect(await entry.boundingBox()).toEqual(before)
})

test('reserves no space when there is nothing to recommend', async ({ site, directory }) => {
  site.expectConsoleError(/Failed to load resource|The provider could not be reached/)
  const tab = await openSite(site, directory, { wallets: [fox] })
  await tab.page.route(providerParts, (route) => route.abort())
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
  await expect(tab.card.locator('.skeleton')).toHaveCount(0)
})

test('lists featured wallets first and hides excluded ones', async ({ site, directory }) => {
  const options = { featuredWalletIds: ['generated-9'], excludeWalletIds: ['generated-0'] }
  const tab = await openSite(site, directory, { options })
  await tab.openModal()
  await expect(tab.walletRows.nth(1)).toHaveAttribute('data-testid', 'wallet-selector-generated-9')
  await expect(tab.card.getByTestId('wallet-selector-featured-generated-9')).toContainText(
    'Juniper',
  )
  await expect(tab.card.getByTestId('all-wallets')).toBeVisible()
  await expect(tab.row('generated-1')).toBeVisible()
  await expect(tab.row('generated-0')).toHaveCount(0)
})

test('requests nothing before the visitor interacts', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await tab.ready()
  await tab.page.waitForLoadState('networkidle')
  expect(directory.requested).toEqual([])
  await tab.button.hover()
  await expect
    .poll(() => directory.requested.map(({ pathname }) => pathname))
    .toContain('/getWallets')
})

test('pages through a thousand wallets and renders only visible cards', async ({
  site,
  directory,
}) => {
  test.setTimeout(300_000)
  const tab = await openSite(site, directory)
  await openAll(tab)
  await expect(item(tab, 0)).toBeVisible()
  expect(await scrollToLast(tab)).toBeLessThan(80)
  const pages = directory.requested.filter(
    ({ searchParams }) => searchParams.get('entries') === '40',
  )
  expect(pages.map(({ searchParams }) => Number(searchParams.get('page')))).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1),
  )
  await item(tab, 999).click()
  await expect(tab.title).toHaveText('Juniper 999')
  await expect(tab.card.getByTestId('copy-wc2-uri')).toBeVisible()
})

/** Scrolls in the page itself; returns the largest number of rendered cells. */
function scrollToLast(tab: Tab): Promise<number> {
  return tab.card.locator('.layer:not([inert])').evaluate(async (layer) => {
    let drawn = 0
    while (!layer.querySelector('[data-testid=wallet-search-item-generated-999]')) {
      layer.scrollTop = layer.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 10))
      drawn = Math.max(drawn, layer.querySelectorAll('[role=gridcell]').length)
    }
    return drawn
  })
}

test('finds wallets on pages that are not loaded yet', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await openAll(tab)
  await search(tab).fill('  hazel 97 ')
  await expect(item(tab, 97)).toBeVisible()
  await expect(item(tab, 977)).toBeVisible()
  await expect(item(tab, 0)).toHaveCount(0)
  await search(tab).fill('juniper 999')
  await expect(item(tab, 999)).toBeVisible()
  await expect(cells(tab)).toHaveCount(1)
  await search(tab).fill('no such thing')
  await expect(tab.card.getByTestId('no-wallet-found-text')).toHaveText('No Wallet found')
  await search(tab).fill('')
  await expect(item(tab, 0)).toBeVisible()
  const searched = directory.requested.flatMap(
    ({ searchParams }) => searchParams.get('search') ?? [],
  )
  expect(searched).toEqual(['hazel 97', 'juniper 999', 'no such thing'])
})

test('keeps the search field in place while results get fewer', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await tab.page.setViewportSize({ width: 390, height: 844 })
  await openAll(tab)
  const field = tab.card.getByRole('searchbox')
  await settled(tab.page)
  const top = async () => (await field.boundingBox())?.y ?? 0
  const before = await top()
  await field.fill('no such wallet')
  await expect(tab.card).toContainText('No Wallet found')
  await settled(tab.page)
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
})

test('lists all certified wallets, and only those, when filtered', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await openAll(tab)
  await certified(tab).click()
  await expect(certified(tab)).toHaveAttribute('aria-checked', 'true')
  await expect(tab.toast).toHaveText('Only certified wallets')
  await expect(item(tab, 6)).toBeVisible()
  await expect(item(tab, 1)).toHaveCount(0)
  await expect(tab.card).toContainText('334 wallets')
  await scrollToLast(tab)
  await expect(item(tab, 998)).toHaveCount(0)
  await certified(tab).click()
  await expect(item(tab, 1)).toBeVisible()
})

test('makes the grid one tab stop with arrow-key navigation', async ({ site, directory }) => {
  const tab = await openSite(site, directory)
  await openAll(tab)
  await expect(item(tab, 20)).toBeAttached()
  await search(tab).focus()
  await tab.page.keyboard.press('Tab')
  await tab.page.keyboard.press('Tab')
  const press = async (keys: string, expected: number) => {
    await tab.page.keyboard.press(keys)
    await expect.poll(() => focusedId(tab)).toBe(`wallet-search-item-generated-${expected}`)
    await expect(item(tab, expected)).toBeInViewport()
  }
  await expect.poll(() => focusedId(tab)).toBe('wallet-search-item-generated-0')
  await press('ArrowRight', 1)
  await press('ArrowDown', 5)
  await press('End', 7)
  await press('Home', 4)
  await press('PageDown', 4 + 4 * (await rowsDown(tab)))
  await press('Control+Home', 0)
  // The last listed one; near the end, more may just have loaded.
  await tab.page.keyboard.press('Control+End')
  await expect.poll(async () => indexOf(await focusedId(tab))).toBeGreaterThan(40)
  const last = indexOf(await focusedId(tab))
  await expect(item(tab, last)).toBeInViewport()
  await tab.page.keyboard.press('Enter')
  await expect(tab.title).toHaveText(new RegExp(` ${last}$`))
})

const indexOf = (testId: string | null | undefined) => Number(testId?.split('-').at(-1))

/** Page keys move by some rows, depending on the window, within the list. */
async function rowsDown(tab: Tab): Promise<number> {
  const before = await focusedId(tab)
  await tab.page.keyboard.press('PageDown')
  await expect.poll(() => focusedId(tab)).not.toBe(before)
  const index = indexOf(await focusedId(tab))
  await tab.page.keyboard.press('Control+Home')
  await tab.page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedId(tab)).toBe('wallet-search-item-generated-4')
  return (index - 4) / 4
}

test('reports a failed list and loads it on retry', async ({ site, directory }) => {
  site.expectConsoleError(fails)
  directory.breakPath('/getWallets', 'fail')
  const tab = await openSite(site, directory)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'AllWallets' }))
  await expect(tab.card.getByTestId('wallet-list-failed')).toBeVisible()
  await expect(tab.card).not.toContainText('0 wallets')
  directory.mend()
  await tab.card.getByRole('button', { name: 'Try again' }).click()
  await expect(item(tab, 0)).toBeVisible()
})

for (const fault of ['refuse', 'fail', 'stall', 'garbage'] as const) {
  test(`opens and connects while the provider fails with ${fault}`, async ({ site, directory }) => {
    site.expectConsoleError(fails)
    directory.breakPath('/', fault)
    const tab = await openSite(site, directory, { wallets: [fox] })
    await tab.openModal()
    await expect(tab.row()).toBeVisible()
    await expect(tab.row('walletconnect')).toBeVisible()
    // By keyboard: rows can move under the pointer when placeholders are removed.
    await tab.row().press('Enter')
    await tab.expectConnected()
  })
}

test('applies the provider’s settings and tells the site’s owner', async ({ site, directory }) => {
  site.expectConsoleError(/\[latchkey\]/)
  directory.set({ features: [{ id: 'swap', isEnabled: true, config: ['1inch'] }] })
  const tab = await openSite(site, directory, { options: { features: { swaps: false } } })
  await tab.openModal()
  await expect(tab.card.getByTestId('wui-alertbar-text')).toHaveText('Local configuration ignored')
  expect(await tab.page.evaluate(() => window.latchkey.getRemoteFeatures())).toMatchObject({
    swaps: ['1inch'],
    email: false,
  })
})

test('sends usage events only if site and provider allow them', async ({ site, directory }) => {
  directory.set({ takesEvents: true })
  const tab = await openSite(site, directory)
  await tab.openModal()
  await expect.poll(() => directory.events.length).toBeGreaterThan(0)
  const events = directory.events.flat() as { url: string; props: object }[]
  const props = JSON.stringify(events.map((event) => event.props))
  expect(props).toContain('MODAL_OPEN')
  expect(props).not.toContain('://')
  const { origin, pathname } = new URL(tab.page.url())
  expect(events[0]?.url).toBe(origin + pathname)
})

const states: readonly {
  readonly name: string
  readonly fault?: 'fail' | 'stall'
  readonly navigate: (tab: Tab) => Promise<void>
}[] = [
  {
    name: 'recommendations',
    navigate: async (tab) => {
      await tab.openModal()
      await expect(tab.row('generated-2')).toBeVisible()
    },
  },
  {
    name: 'the list',
    navigate: async (tab) => {
      await openAll(tab)
      await expect(item(tab, 5)).toBeVisible()
    },
  },
  {
    name: 'the list on its way',
    fault: 'stall',
    navigate: async (tab) => {
      await tab.page.evaluate(() => window.latchkey.open({ view: 'AllWallets' }))
      await expect(tab.card.locator('.skeletons-tile')).toBeVisible()
    },
  },
  {
    name: 'the list that failed',
    fault: 'fail',
    navigate: async (tab) => {
      await tab.page.evaluate(() => window.latchkey.open({ view: 'AllWallets' }))
      await expect(tab.card.getByTestId('wallet-list-failed')).toBeVisible()
    },
  },
  {
    name: 'a search without result',
    navigate: async (tab) => {
      await openAll(tab)
      await search(tab).fill('nothing like it')
      await expect(tab.card.getByTestId('no-wallet-found')).toBeVisible()
    },
  },
]

for (const { name, fault, navigate } of states) {
  test(`${name}: accessible in light and dark, and fits 320 pixels`, async ({
    site,
    directory,
  }) => {
    if (fault) {
      site.expectConsoleError(fails)
      directory.breakPath('/getWallets', fault)
    }
    const tab = await openSite(site, directory, { wallets: [fox] })
    await tab.page.emulateMedia({ reducedMotion: 'reduce' })
    await navigate(tab)
    await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])
    for (const mode of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme: mode })
      await expect(tab.page.locator('latchkey-modal')).toHaveAttribute('data-theme', mode)
      await settled(tab.page)
      expect(await violations(tab.page), mode).toEqual([])
    }
    await tab.page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])
  })
}
