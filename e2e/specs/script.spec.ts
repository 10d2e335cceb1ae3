import type { Route } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { urlOf } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'

test('one script tag: a visitor connects, signs and disconnects, and other families stay away', async ({
  site,
  context,
}) => {
  // The node that the network by its name has; here the local chain answers in its place.
  await context.route('https://ethereum-rpc.publicnode.com/', async (route) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    const body = route.request().postData()
    const answer = await fetch(urlOf('CHAIN_1'), { method: 'POST', headers, body })
    await route.fulfill({ body: await answer.text(), headers })
  })
  site.expectComplaint(/^foreign request: https:\/\/ethereum-rpc\.publicnode\.com\/$/)
  const tab = await site.open({ page: 'script' })
  await tab.connect()
  expect(await tab.networkId()).toBe('eip155:1')
  const message = 'A page without a build'
  const { address } = await tab.account()
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const { result } = await tab.ask('personal_sign', [hex, address])
  expect(await recoverMessageAddress({ message, signature: result as `0x${string}` })).toBe(address)
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(site.fetched).toContain('/latchkey/latchkey.js')
  expect(site.fetched.filter((path) => /solana|bip122|polkadot|cosmos/i.test(path))).toEqual([])
})

test('a click asks for all of its files in one journey', async ({ site, page }) => {
  const tab = await site.open({ page: 'script' })
  await expect(tab.button).toBeVisible()
  const asked: Route[] = []
  await page.route('**/latchkey/**', (route) => void asked.push(route))
  await tab.button.click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  // Long enough for all that the click asks for by itself; what is asked for after it never comes.
  await page.waitForTimeout(500)
  await Promise.all(asked.map((route) => route.continue()))
  await expect(tab.row()).toBeVisible()
})
