import type { BrowserContext, Route } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'

test('connects, signs and disconnects with one script tag, loading only its families', async ({
  site,
  context,
}) => {
  // The named network's own node, replaced by the local chain.
  await context.route('https://ethereum-rpc.publicnode.com/', async (route) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    const body = route.request().postData()
    const answer = await fetch(urlOf('CHAIN_1'), { method: 'POST', headers, body })
    await route.fulfill({ body: await answer.text(), headers })
  })
  site.expectConsoleError(/^foreign request: https:\/\/ethereum-rpc\.publicnode\.com\/$/)
  const tab = await site.open({ page: 'script' })
  await tab.connect()
  expect(await tab.networkId()).toBe('eip155:1')
  const message = 'A page without a build'
  const { address } = await tab.account()
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const { result } = await tab.request('personal_sign', [hex, address])
  expect(await recoverMessageAddress({ message, signature: result as `0x${string}` })).toBe(address)
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(site.fetched).toContain('/latchkey/latchkey.js')
  expect(site.fetched.filter((path) => /solana|bip122|polkadot|cosmos/i.test(path))).toEqual([])
})

test('loads all files of a click in one round trip', async ({ site, page }) => {
  const tab = await site.open({ page: 'script' })
  await expect(tab.button).toBeVisible()
  const requested: Route[] = []
  await page.route('**/latchkey/**', (route) => void requested.push(route))
  await tab.button.click()
  await expect.poll(() => requested.length).toBeGreaterThan(0)
  // Enough time for the requests of the click; later ones never finish.
  await page.waitForTimeout(500)
  await Promise.all(requested.map((route) => route.continue()))
  await expect(tab.row()).toBeVisible()
})

/** Serves the page with other script attributes and its own policy. */
async function changePage(
  context: BrowserContext,
  { attributes = '', connect = '' }: { attributes?: string; connect?: string },
) {
  await context.route('**/script.html', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({
      headers: {
        ...response.headers(),
        'content-security-policy': `default-src 'self'; img-src 'self' data:; connect-src 'self' ${connect}`,
      },
      body: html.replace('data-project-id=', () => `${attributes} data-project-id=`),
    })
  })
}

test('reads the chain from the tag’s nodes under a policy that allows no others', async ({
  site,
  context,
}) => {
  const nodes = { 'eip155:1': urlOf('CHAIN_1'), 'eip155:8453': [urlOf('CHAIN_8453')] }
  await changePage(context, {
    attributes: `data-rpc-urls='${JSON.stringify(nodes)}'`,
    connect: Object.values(nodes).flat().join(' '),
  })
  // Browsers require this header of pages that call local addresses.
  await context.grantPermissions(['local-network-access'])
  const tab = await site.open({ page: 'script' })
  await tab.connect()
  await expect(tab.button).toContainText('ETH')
})

test('logs one console line for invalid nodes in the tag', async ({ site, context }) => {
  const lines: string[] = []
  context.on('weberror', (error) => lines.push(String(error.error())))
  context.on('console', (message) => lines.push(message.text()))
  await changePage(context, { attributes: 'data-rpc-urls="https://node.example"' })
  site.expectConsoleError(/data-rpc-urls/)
  const tab = await site.open({ page: 'script' })
  await expect.poll(() => lines).toHaveLength(1)
  await tab.page.waitForLoadState('networkidle')
  expect(lines).toEqual([expect.stringContaining('`data-rpc-urls` must be nodes by network')])
})

test('tries a node that the policy blocks once, with one console line', async ({
  site,
  context,
}) => {
  const nodes = ['ethereum-rpc.publicnode.com', 'eth.drpc.org', 'mainnet.base.org']
  const lines: string[] = []
  context.on('console', (message) => lines.push(message.text()))
  await changePage(context, {})
  site.expectConsoleError(/Content Security Policy/i)
  // Counted as requests although the policy blocks them.
  const outcomes = new Set<string | undefined>()
  context.on('requestfailed', (request) => outcomes.add(request.failure()?.errorText))
  for (const node of nodes)
    site.expectConsoleError(new RegExp(`^foreign request: https://${node}/$`))
  const tab = await site.open({ page: 'script' })
  await tab.connect()
  const readBalance = () =>
    tab.page.evaluate(() => window.latchkey.getBalance().catch(() => undefined))
  await Promise.all([readBalance(), readBalance()])
  await tab.page.evaluate(() => window.latchkey.switchNetwork({ id: 8453 }))
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await Promise.all([readBalance(), readBalance()])
  await tab.button.click()
  await expect(tab.disconnect).toBeVisible()
  const perNode = nodes.map((node) => lines.filter((line) => line.includes(node)).length)
  expect(perNode).toEqual([1, 1, 1])
  expect(lines).toHaveLength(nodes.length)
  expect([...outcomes]).toEqual(['csp'])
})

test('gives the widget to scripts that run before and after it', async ({ site }) => {
  const tab = await site.open({ page: 'script' })
  // An earlier script of the page gets it from the event.
  await tab.page.waitForFunction(() => window.latchkey !== undefined)
  const isSame = await tab.page.evaluate(async () => {
    const { ready } = await import(`${location.origin}/latchkey/latchkey.js`)
    return (await ready) === window.latchkey
  })
  expect(isSame).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('lists the wallets that the tag names, and loads the list only then', async ({
    site,
    context,
  }) => {
    await changePage(context, {
      attributes: `data-wallets="rainbow metaMask" data-relay-urls="${urlOf('RELAY')}"`,
      connect: urlOf('RELAY'),
    })
    const tab = await site.open({ page: 'script', wallets: [] })
    await tab.openModal()
    const rows = tab.card.locator('[data-testid^="wallet-selector-"]')
    await expect(rows).toHaveText([/Rainbow/, /MetaMask/])
    expect(site.fetched.filter((path) => path.includes('packagedWallets')).length).toBeGreaterThan(
      0,
    )
  })

  test('loads no wallet for a tag that names none', async ({ site }) => {
    const tab = await site.open({ page: 'script', wallets: [] })
    await tab.openModal()
    expect(site.fetched.filter((path) => path.includes('packagedWallets'))).toEqual([])
  })
})
