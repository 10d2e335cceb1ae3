import type { Page, Route } from '@playwright/test'
import { callNode, urlOf } from '../fixtures/chains.js'
import { expect, test, type Visit } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox, freshIndex } from '../fixtures/wallets.js'

test.use(still)

const usdc = '0x10Aeafac83d48E2f9ac4bAAf94311c45fACe1404'
/** Has a large supply of everything on the local chains. */
const faucet = '0x71bE63f3384f5fb98995898A86B02Fb2426c5788'
const ether = 10n ** 18n

const holding = (index: number): Visit => ({
  provider: true,
  wallets: [{ ...fox, accounts: [index] }],
})

const hex = (value: bigint) => `0x${value.toString(16)}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const setEther = (address: string, wei: bigint) =>
  callNode('CHAIN_1', 'anvil_setBalance', address, hex(wei))

async function giveDollars(to: string, units: bigint) {
  await callNode('CHAIN_1', 'anvil_impersonateAccount', faucet)
  const data = `0xa9059cbb${word(to)}${word(units)}`
  const hash = await callNode('CHAIN_1', 'eth_sendTransaction', { from: faucet, to: usdc, data })
  await expect
    .poll(() => callNode('CHAIN_1', 'eth_getTransactionReceipt', hash))
    .toMatchObject({ status: '0x1' })
}

async function balanceOf(address: string): Promise<bigint> {
  const call = { to: usdc, data: `0x70a08231${word(address)}` }
  return BigInt((await callNode('CHAIN_1', 'eth_call', call, 'latest')) as string)
}

const row = (tab: Tab, name: string) =>
  tab.card.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
const figure = (tab: Tab) => tab.card.locator('.worth-figure')
const refresh = (tab: Tab) => tab.card.getByTestId('account-refresh')
const retry = (tab: Tab) => tab.card.getByTestId('balances-retry')
const cents = (text: string | null) => Number((text ?? '').replaceAll(/[^\d]/g, ''))
const providerCalls = '**/v1/account/*/balance**'
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

async function openAccount(tab: Tab) {
  await tab.button.click()
  await expect(tab.disconnect).toBeVisible()
}

/** Pulls the card's content down with a finger. */
const pullDown = (page: Page) =>
  page.evaluate(() => {
    const layer = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.layer')
    if (!layer) throw new Error('Nothing to pull')
    for (const [type, y] of [
      ['touchstart', 100],
      ['touchmove', 140],
      ['touchmove', 220],
      ['touchend', 220],
    ] as const) {
      const touch = new Touch({ identifier: 1, target: layer, clientX: 100, clientY: y })
      const touches = type === 'touchend' ? [] : [touch]
      layer.dispatchEvent(
        new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true, cancelable: true }),
      )
    }
  })

test('shows the chain’s balances with their total, and refreshes them on request', async ({
  site,
}) => {
  const index = freshIndex()
  const tab = await site.open(holding(index))
  await tab.page.clock.install()
  const address = await tab.wallet().addressOf(index)
  await setEther(address, (123_456n * ether) / 100_000n)
  await giveDollars(address, 12_345_678n)
  await tab.connect()
  await openAccount(tab)

  expect(await balanceOf(address)).toBe(12_345_678n)
  await expect(row(tab, 'USD Coin')).toContainText('12.3456 USDC')
  await expect(row(tab, 'USD Coin')).toContainText('$12.35')
  await expect(row(tab, 'Ether')).toContainText('1.2345 ETH')
  await expect(tab.card).toContainText('1.234 ETH on Ethereum')
  const worths = await tab.card.locator('.token-worth').allTextContents()
  expect(worths.map(cents)).toEqual(worths.map(cents).sort((one, other) => other - one))
  const sum = worths.map(cents).reduce((total, one) => total + one, 0)
  const total = cents(await figure(tab).locator('bdi').textContent())
  expect(Math.abs(total - sum)).toBeLessThanOrEqual(worths.length)

  await setEther(address, (5n * ether) / 2n)
  await refresh(tab).click()
  await expect(row(tab, 'Ether')).toContainText('2.5 ETH')
  await expect(tab.card).toContainText('2.5 ETH on Ethereum')
  await setEther(address, 3n * ether)
  await pullDown(tab.page)
  await expect(row(tab, 'Ether')).toContainText('3 ETH')

  // The page polls while the list is shown.
  await expect(tab.card.locator('.icon-button[aria-busy]')).toHaveCount(0)
  const requested = tab.page.waitForRequest(providerCalls)
  await tab.page.clock.fastForward(10_000)
  await requested
})

test('shows an empty account how to receive tokens', async ({ site }) => {
  const tab = await site.open(holding(freshIndex()))
  await tab.connect()
  await openAccount(tab)
  await expect(figure(tab)).toContainText('$0.00')
  await expect(tab.card).toContainText('0 ETH on Ethereum')
  await tab.card.getByTestId('receive-funds').click()
  await expect(tab.title).toHaveText('Receive')
})

for (const [fault, answer] of [
  ['an error', { status: 500, json: { status: 'FAILED', reasons: [] }, headers: cors }],
  ['a web page', { status: 200, body: '<h1>Hello</h1>', headers: cors }],
] as const) {
  test(`a provider that answers ${fault} never shows a wrong balance`, async ({ site }) => {
    site.expectConsoleError(/Failed to load resource/)
    const index = freshIndex()
    const tab = await site.open(holding(index))
    await tab.page.clock.install()
    await setEther(await tab.wallet().addressOf(index), 7n * ether)
    let calls = 0
    const fail = (route: Route) => {
      calls += 1
      return route.fulfill(answer)
    }
    await tab.page.route(providerCalls, fail)
    await tab.connect()
    await openAccount(tab)
    await expect(tab.toast).toHaveText('Token Balance Unavailable')
    // Only the native balance is known, so there is no total.
    await expect(figure(tab)).toContainText('7 ETH')
    await expect(tab.card).not.toContainText('$')
    await expect(tab.card).toContainText('Balances are unavailable')
    await expect(retry(tab)).toHaveText(/^Try again in \d+ s$/)
    await expect(retry(tab)).toHaveAttribute('aria-disabled', 'true')
    const before = calls
    await retry(tab).click({ force: true })
    await pullDown(tab.page)
    expect(calls).toBe(before)

    await tab.page.unroute(providerCalls, fail)
    await tab.page.clock.fastForward(30_000)
    await expect(row(tab, 'Ether')).toContainText('7 ETH')
    await expect(figure(tab)).toContainText('$')
    await expect(retry(tab)).toHaveCount(0)

    // Known values stay, marked as stale, when a refresh fails.
    await tab.page.route(providerCalls, fail)
    await refresh(tab).click()
    await expect(tab.card).toContainText('May be out of date')
    await expect(row(tab, 'Ether')).toContainText('7 ETH')
    await expect(retry(tab)).toHaveAttribute('aria-disabled', 'true')
  })
}

/** A broken node's response to a method; undefined for no response. */
const nodeFaults: readonly ((method: string) => object | string | undefined)[] = [
  () => undefined,
  () => '<h1>Hello</h1>',
  // The response of another chain.
  (method) => ({ jsonrpc: '2.0', result: method === 'eth_chainId' ? '0x2105' : '0x1' }),
]

test('shows no balance when a node returns nothing, HTML or another chain', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, accounts: [5] }] })
  let answer = nodeFaults[0]
  await tab.page.route(`${urlOf('CHAIN_1')}/**`, (route) => {
    const requested = route.request().postDataJSON() as { method?: string; id?: number } | undefined
    const replacement = answer?.(requested?.method ?? '')
    if (replacement === undefined) return
    const body =
      typeof replacement === 'string'
        ? replacement
        : JSON.stringify({ id: requested?.id, ...replacement })
    return route.fulfill({ headers: cors, body })
  })
  await tab.connect()
  await openAccount(tab)
  for (const [index, fault] of nodeFaults.entries()) {
    answer = fault
    const account = 5 + index
    await tab.wallet().setAccounts([account])
    const address = await tab.wallet().addressOf(account)
    await expect.poll(async () => (await tab.account()).address).toBe(address)
    await expect(figure(tab)).toContainText(index === 0 ? /Loading|Balance unavail/ : 'unavailable')
    await expect(tab.card).not.toContainText('ETH')
    await expect(tab.button).not.toContainText('ETH')
  }
})

test('shows cached balances in the first frame after a reload', async ({ site }) => {
  const index = freshIndex()
  const tab = await site.open(holding(index))
  await setEther(await tab.wallet().addressOf(index), 4n * ether)
  await tab.connect()
  await openAccount(tab)
  await expect(row(tab, 'Ether')).toContainText('4 ETH')
  const known = await figure(tab).textContent()

  // No responses from here on.
  await tab.page.route(providerCalls, () => undefined)
  await tab.page.route(`${urlOf('CHAIN_1')}/**`, () => undefined)
  await tab.page.reload()
  await tab.expectConnected()
  await expect(tab.button).toContainText('4 ETH')
  await openAccount(tab)
  expect(await figure(tab).textContent()).toBe(known)
  await expect(row(tab, 'Ether')).toContainText('4 ETH')

  await tab.page.evaluate(() => {
    for (const key of ['@appkit/portfolio_cache', '@appkit/native_balance_cache']) {
      const aged = localStorage
        .getItem(key)
        ?.replace(/("timestamp":)(\d+)/g, (_, name, at) => `${name}${Number(at) - 60_000}`)
      localStorage.setItem(key, aged ?? '')
    }
  })
  await tab.page.reload()
  await tab.expectConnected()
  await openAccount(tab)
  await expect(row(tab, 'Ether')).toContainText('4 ETH')
  await expect(tab.card).toContainText('Updating…')

  await tab.page.evaluate(() => localStorage.setItem('@appkit/portfolio_cache', '{"eip155:1'))
  await tab.page.reload()
  await tab.expectConnected()
  await openAccount(tab)
  await expect(tab.card.locator('.skeleton-row').first()).toBeVisible()

  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(await tab.page.evaluate(() => Object.keys(localStorage))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/_cache$/)]),
  )
})

test('shows the actions and tabs the site enables, and remembers the tab', async ({ site }) => {
  const buttons = (tab: Tab) => tab.card.locator('button[data-testid^="w3m-account-default-"]')
  const wallets = [{ ...fox, accounts: [5] }]
  const features = { walletFeaturesOrder: ['swaps', 'send', 'onramp', 'receive'] as const }
  const tab = await site.open({ provider: true, wallets, options: { features } })
  await tab.connect()
  await openAccount(tab)
  await expect(buttons(tab)).toHaveText(['Swap', 'Send', 'Fund', 'Receive'])
  await expect(tab.card.getByRole('tab')).toHaveText(['Tokens', 'NFTs', 'Activity'])
  await tab.card.getByTestId('tab-tokens').focus()
  await tab.page.keyboard.press('ArrowRight')
  await expect(tab.card.getByTestId('tab-nfts')).toHaveAttribute('aria-selected', 'true')
  await tab.page.keyboard.press('End')
  await expect(tab.card.getByTestId('tab-activity')).toBeFocused()
  await tab.card.getByTestId('w3m-account-default-receive-button').click()
  await expect(tab.title).toHaveText('Receive')
  await tab.back.click()
  await expect(tab.card.getByTestId('tab-activity')).toHaveAttribute('aria-selected', 'true')
  await tab.card.getByTestId('tab-tokens').click()
  await row(tab, 'Ether').getByRole('button').click()
  await expect(tab.title).toHaveText('ETH')
  await tab.card.getByTestId('token-send').click()
  await expect(tab.title).toHaveText('Send')

  const bare = await site.open({
    wallets,
    options: { features: { send: false, receive: false, history: false } },
  })
  await bare.expectConnected()
  await openAccount(bare)
  await expect(buttons(bare)).toHaveCount(0)
  await expect(bare.card.getByRole('tab')).toHaveText(['Tokens'])
  await row(bare, 'Ether').getByRole('button').click()
  await expect(bare.title).toHaveText('ETH')
  await expect(bare.card.locator('[data-testid^="token-"].feature')).toHaveCount(0)
})

test('switches to another account of the wallet and restores it after a reload', async ({
  site,
}) => {
  const tab = await site.open({ wallets: [{ ...fox, accounts: [5, 6] }] })
  await tab.connect()
  await openAccount(tab)
  await tab.card.getByTestId('wui-wallet-switch').click()
  await expect(tab.title).toHaveText('Wallets')
  const active = tab.card.getByTestId('wui-active-profile-wallet-item')
  await expect(active).toContainText('0x99')
  await expect(active).toContainText('Active')
  const second = await tab.wallet().addressOf(6)
  await tab.card.getByTestId('wui-inactive-profile-wallet-item-button').click()
  await expect(tab.toast).toHaveText('Account switched')
  await expect(active).toContainText(second.slice(-6))
  expect((await tab.account()).address).toBe(second)

  await tab.page.reload()
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(second)
  await tab.wallet().setChain('0x2105')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  expect((await tab.account()).address).toBe(second)

  await openAccount(tab)
  await tab.card.getByTestId('wui-wallet-switch').click()
  await tab.card.getByTestId('wui-active-profile-wallet-item-disconnect-button').click()
  await tab.expectDisconnected()
  await expect(tab.toast).toHaveText('Wallet disconnected')
  await expect(tab.card.getByTestId('empty-state-text')).toHaveText('No wallet connected')
  await tab.card.getByTestId('empty-state-button').click()
  await expect(tab.title).toHaveText('Connect Wallet')
})

test('says when prices may be out of date', async ({ site }) => {
  const tab = await site.open(holding(0))
  await tab.page.route(`${urlOf('PROVIDER')}/v1/account/*/balance*`, async (route) => {
    const response = await route.fetch()
    const { balances } = (await response.json()) as { balances: object[] }
    const marked = balances.map((balance) => ({ ...balance, isPriceStale: true }))
    await route.fulfill({ response, json: { balances: marked } })
  })
  await tab.connect()
  await tab.button.click()
  await expect(tab.card).toContainText('Some prices may be out of date')
  await row(tab, 'USDC').getByRole('button').click()
  await expect(tab.card.locator('.token-facts')).toContainText('May be out of date')
})
