import type { BrowserContext } from '@playwright/test'
import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'

/** Origins of all requests, except the site's own. */
function recordOrigins(context: BrowserContext): () => readonly string[] {
  const origins = new Set<string>()
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) origins.add(new URL(request.url()).origin)
  })
  return () => [...origins].filter((origin) => origin !== new URL(urlOf('BASE_URL')).origin).sort()
}

/** The provider's JSON-RPC proxy. */
const isProxy = (url: URL) =>
  url.origin === new URL(urlOf('PROVIDER')).origin && url.pathname === '/v1/'

test('contacts only the provider when it serves the ready-made networks', async ({
  site,
  context,
}) => {
  const origins = recordOrigins(context)
  let reads = 0
  context.on('request', (request) => {
    if (isProxy(new URL(request.url())) && request.method() === 'POST') reads += 1
  })
  const tab = await site.open({ provider: true, readyMadeNodes: true })
  await tab.connect()
  await expect(tab.button).toContainText('ETH')
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await tab.button.click()
  await expect(tab.card.getByTestId('account-settings-address')).toBeVisible()
  await tab.page.evaluate(() => window.latchkey.getBalance())
  expect(origins()).toEqual([new URL(urlOf('PROVIDER')).origin])
  expect(reads).toBeGreaterThan(0)
})

const publicNode = 'https://ethereum-rpc.publicnode.com/'

/** Answers as the first public node of Ethereum does, from the local chain. */
async function routePublicNode(context: BrowserContext): Promise<void> {
  await context.route(publicNode, async (route) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    const body = route.request().postData()
    const answer = await fetch(urlOf('CHAIN_1'), { method: 'POST', headers, body })
    await route.fulfill({ body: await answer.text(), headers })
  })
}

test('reads from the networks’ public nodes while the provider’s proxy is down', async ({
  site,
  context,
}) => {
  await routePublicNode(context)
  const reads = { proxy: 0, node: 0 }
  context.on('request', (request) => {
    if (isProxy(new URL(request.url()))) reads.proxy += 1
    if (request.url() === publicNode && request.method() === 'POST') reads.node += 1
  })
  site.expectConsoleError(/Failed to load resource|^foreign request: https:\/\/ethereum-rpc/)
  await context.route(isProxy, (route) => route.abort())
  const tab = await site.open({ provider: true, readyMadeNodes: true, networks: ['mainnet'] })
  await tab.connect()
  await expect(tab.button).toContainText('ETH')
  expect(reads.proxy).toBeGreaterThan(0)
  expect(reads.node).toBeGreaterThan(0)
})

test('contacts the networks’ public nodes when there is no provider', async ({ site, context }) => {
  await routePublicNode(context)
  site.expectConsoleError(/^foreign request: https:\/\/ethereum-rpc\.publicnode\.com\/$/)
  const origins = recordOrigins(context)
  const tab = await site.open({ readyMadeNodes: true, networks: ['mainnet'] })
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
  expect(origins()).toEqual([])
  await tab.row().click()
  await expect(tab.button).toContainText('ETH')
  expect(origins()).toEqual(['https://ethereum-rpc.publicnode.com'])
})
