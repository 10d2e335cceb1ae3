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

test('contacts only the provider when it serves the ready-made networks', async ({
  site,
  context,
}) => {
  const origins = recordOrigins(context)
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
})

test('contacts the networks’ public nodes when there is no provider', async ({ site, context }) => {
  await context.route('https://ethereum-rpc.publicnode.com/', async (route) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    const body = route.request().postData()
    const answer = await fetch(urlOf('CHAIN_1'), { method: 'POST', headers, body })
    await route.fulfill({ body: await answer.text(), headers })
  })
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
