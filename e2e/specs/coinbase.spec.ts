import type { BrowserContext, Page } from '@playwright/test'
import {
  createPublicClient,
  type Hex,
  http,
  keccak256,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { mainnet } from 'viem/chains'
import { callNode, urlOf } from '../fixtures/chains.js'
import { readJournal } from '../fixtures/journal.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { linkPhone } from '../fixtures/walletLink.js'
import { fox } from '../fixtures/wallets.js'
import type { CoinbasePopupSettings } from '../pages/coinbasePopup.js'

test.use(still)

// Test ids are in lower case.
const rowId = 'coinbasewallet'
const recipient = '0x000000000000000000000000000000000000c01B'

/** Names below `localhost` are this machine, so the wallet's window has its own origin. */
const keysUrl = () =>
  urlOf('BASE_URL').replace('//localhost', '//keys.localhost').concat('/coinbasePopup.html')

async function openSite(
  { site, context }: { readonly site: Site; readonly context: BrowserContext },
  owner: string,
  preference: 'all' | 'smartWalletOnly' | 'eoaOnly',
  hasPhone = false,
) {
  // Files of the wallet's window; any other request beyond the site fails the test.
  site.expectConsoleError(/foreign request: http:\/\/keys\.localhost/)
  await context.addInitScript((given) => Object.assign(window, given), {
    __connectors: { coinbase: { preference, keysUrl: keysUrl() } },
    __coinbasePopup: {
      ownerKey: keccak256(toHex(owner)),
      nodes: { 1: urlOf('CHAIN_1'), 8453: urlOf('CHAIN_8453') },
      hasPhone,
    } satisfies CoinbasePopupSettings,
  })
  return site.open({ page: 'connectors' })
}

/** Typed data with every kind of value. */
const order = {
  domain: { name: 'Shop', chainId: 1 },
  primaryType: 'Order',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Line: [
      { name: 'item', type: 'string' },
      { name: 'count', type: 'int8' },
    ],
    Order: [
      { name: 'to', type: 'address' },
      { name: 'lines', type: 'Line[]' },
      { name: 'note', type: 'bytes' },
      { name: 'code', type: 'bytes4' },
      { name: 'isGift', type: 'bool' },
    ],
  },
  message: {
    to: recipient.toLowerCase(),
    lines: [
      { item: 'té', count: 1 },
      { item: '0xab', count: 2 },
    ],
    note: '0x00ff',
    code: '0x01020304',
    isGift: true,
  },
} as const

/** Runs an action that opens the wallet's window and decides there. Returns the request. */
async function decide<result>(
  page: Page,
  decision: 'Approve' | 'Refuse',
  act: () => Promise<result>,
) {
  const opening = page.waitForEvent('popup')
  const acting = act()
  const popup = await opening
  const button = popup.getByRole('button', { name: decision })
  await expect(button).toBeVisible()
  const request = JSON.parse(await popup.locator('#request').innerText())
  await button.click()
  return { request, result: await acting }
}

/** A node may return the hash before the block is mined. */
async function expectMined({ request }: Pick<Tab, 'request'>, hash: unknown): Promise<void> {
  const status = async () => {
    const { result } = await request('eth_getTransactionReceipt', [hash])
    return (result as { status?: string } | null)?.status
  }
  await expect.poll(status).toBe('0x1')
}

const balance = async () =>
  BigInt((await callNode('CHAIN_1', 'eth_getBalance', recipient, 'latest')) as Hex)

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /CBWSDK|walletlink/.test(key)))

test('a smart wallet connects, signs, sends, switches, reconnects and disconnects', async ({
  site,
  context,
}) => {
  const tab = await openSite({ site, context }, 'whole journey', 'smartWalletOnly')
  const { page } = tab
  await tab.openModal()
  // The SDK is not loaded before it is chosen.
  const isLoaded = () => site.fetched.some((file) => file.includes('openCoinbase'))
  expect(isLoaded()).toBe(false)
  expect(await stored(page)).toEqual([])
  const { request: connecting } = await decide(page, 'Approve', async () => {
    await tab.row(rowId).click()
  })
  await tab.expectConnected()
  expect(isLoaded()).toBe(true)
  expect(connecting).toMatchObject({
    method: 'eth_requestAccounts',
    config: {
      metadata: { appName: 'A shop with connectors', appChainIds: [1, 8453] },
      preference: { options: 'smartWalletOnly', telemetry: false },
    },
  })
  expect(await page.evaluate(() => window.latchkey.getWalletInfo())).toMatchObject({
    name: 'Coinbase Wallet',
    type: 'EXTERNAL',
  })
  const address = (await tab.account()).address as Hex

  const client = createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
  const message = 'Enter the shop \u{1F6AA}'
  const { result: signature } = await decide(page, 'Approve', () =>
    page.evaluate((text) => window.latchkey.signMessage(text), message),
  )
  expect(await client.verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
  const refused = await decide(page, 'Refuse', () =>
    tab.request('personal_sign', ['0x6869', address]),
  )
  expect(refused.result).toMatchObject({ code: 4001 })

  const before = await balance()
  const sending = await decide(page, 'Approve', () =>
    tab.request('eth_sendTransaction', [{ from: address, to: recipient, value: '0x2a' }]),
  )
  expect(sending.request).toMatchObject({ method: 'eth_sendTransaction', chainId: 1 })
  // Read from the site's own node.
  await expectMined(tab, sending.result.result)
  expect((await balance()) - before).toBeGreaterThanOrEqual(42n)

  // The wallet has the chain, so there is no prompt.
  await page.evaluate(() => window.latchkey.switchNetwork({ id: 8453 }))
  expect(await tab.networkId()).toBe('eip155:8453')

  await page.reload()
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(address)
  expect(page.context().pages()).toEqual([page])
  const onBase = await decide(page, 'Approve', () =>
    tab.request('personal_sign', ['0x6869', address]),
  )
  expect(onBase.request).toMatchObject({ chainId: 8453 })

  await page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  expect(await stored(page)).toEqual([])
  await page.reload()
  await tab.ready()
  await tab.expectDisconnected()
})

test('explains why an attempt ended when its window is rejected, closed or blocked', async ({
  site,
  context,
}) => {
  const tab = await openSite({ site, context }, 'refusals', 'all')
  const { page } = tab
  await tab.openModal()
  const { request } = await decide(page, 'Refuse', async () => {
    await tab.row(rowId).click()
  })
  expect(request.config.preference).toMatchObject({ options: 'all' })
  await expect(tab.card).toContainText(/declined/i)

  // Closed by the visitor before its page had loaded.
  await context.route('http://keys.localhost:*/**', (route) => route.fulfill({ body: '' }))
  const opening = page.waitForEvent('popup')
  await tab.tryAgain.click()
  const closing = await opening
  // Playwright can hang on a page that is closed while its first response is handled.
  await closing.waitForLoadState()
  await closing.close()
  await expect(tab.card).toContainText(/declined/i)
  await context.unroute('http://keys.localhost:*/**')

  await page.evaluate(() => {
    const open = window.open.bind(window)
    Object.assign(window, { open: () => null, letThrough: () => Object.assign(window, { open }) })
  })
  await tab.tryAgain.click()
  await expect(tab.card).toContainText('Allow pop-ups for this site')
  // The SDK shows nothing and leaves nothing pending.
  await expect(page.locator('.-cbwsdk-css-reset')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { letThrough(): void }).letThrough())
  await decide(page, 'Approve', () => tab.tryAgain.click())
  await tab.expectConnected()

  // Without a response the transaction may have been sent, so it stays in the journal.
  const popup = page.waitForEvent('popup')
  const { address } = await tab.account()
  const pending = tab.request('eth_sendTransaction', [
    { from: address, to: recipient, value: '0x0' },
  ])
  await expect((await popup).getByRole('button', { name: 'Approve' })).toBeVisible()
  await (await popup).close()
  expect(await pending).toMatchObject({ cause: 'wallet/request-failed' })
  expect(await readJournal(page)).toMatchObject([{ status: 'unclear' }])
})

test('a phone account is linked by QR code, signs, sends, switches and reconnects', async ({
  site,
  context,
}) => {
  site.expectConsoleError(/foreign request: https:\/\/www\.walletlink\.org\/events/)
  const phone = await linkPhone(context, 7)
  const tab = await openSite({ site, context }, 'phone', 'eoaOnly', true)
  const { page } = tab
  await tab.openModal()
  const opening = page.waitForEvent('popup')
  await tab.row(rowId).click()
  const code = (await opening).locator('#request')
  await expect(code).toHaveText(/secret/)
  await phone.link(JSON.parse(await code.innerText()))
  await tab.expectConnected()
  expect(await tab.account()).toMatchObject({
    address: phone.address,
    allAccounts: [{ address: phone.address, type: 'eoa' }],
  })

  const message = 'Enter the shop \u{1F6AA}'
  const sign = () => page.evaluate((text) => window.latchkey.signMessage(text), message)
  const signature = (await sign()) as Hex
  expect(await verifyMessage({ address: phone.address, message, signature })).toBe(true)
  const { result: agreed } = await tab.request('eth_signTypedData_v4', [
    phone.address,
    JSON.stringify(order),
  ])
  const typed = { ...order, address: phone.address, signature: agreed as Hex }
  expect(await verifyTypedData(typed as Parameters<typeof verifyTypedData>[0])).toBe(true)
  phone.behaviour = 'refuse'
  expect(await tab.request('personal_sign', ['0x6869', phone.address])).toMatchObject({
    code: 4001,
  })
  phone.behaviour = 'approve'
  const before = await balance()
  const sending = { from: phone.address, to: recipient, value: '0x2a' }
  const { result: hash } = await tab.request('eth_sendTransaction', [sending])
  await expectMined(tab, hash)
  expect((await balance()) - before).toBeGreaterThanOrEqual(42n)
  await page.evaluate(() => window.latchkey.switchNetwork({ id: 8453 }))
  expect(await tab.networkId()).toBe('eip155:8453')

  phone.requested.length = 0
  await page.reload()
  await tab.expectConnected()
  expect([(await tab.account()).address, await tab.networkId()]).toEqual([
    phone.address,
    'eip155:8453',
  ])
  expect(phone.requested).toEqual([])
  await sign()
  expect(phone.requested).toMatchObject([{ method: 'signEthereumMessage' }])

  // The SDK reloads the page then.
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => window.latchkey.disconnect())
  await reloaded
  await tab.ready()
  await tab.expectDisconnected()
  expect(phone.isLeft()).toBe(true)
  expect(await stored(page)).toEqual([])
})

test('uses the installed extension for the same wallet and for key accounts', async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
    Object.assign(window, { __connectors: { coinbase: { preference: 'eoaOnly' } } })
    // Where the SDK looks for the extension.
    Object.defineProperty(window, 'coinbaseWalletExtension', {
      get: () => (window as { ethereum?: unknown }).ethereum,
    })
  })
  const extension = { ...fox, rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' }
  const announced = await site.open({ page: 'connectors', wallets: [extension] })
  await announced.openModal()
  await expect(announced.row(extension.rdns)).toBeVisible()
  await expect(announced.card.getByText('Coinbase Wallet', { exact: true })).toHaveCount(1)
  await announced.page.close()

  const quiet = { ...extension, announce: false, legacy: true }
  const tab = await site.open({ page: 'connectors', wallets: [quiet] })
  await tab.connect(rowId)
  expect((await tab.account()).address).toBe(await tab.wallet(extension.rdns).addressOf(0))
  expect(context.pages()).toEqual([tab.page])
})
