import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

async function openNetworks(tab: Tab) {
  await tab.networkButton.click()
  await expect(tab.title).toHaveText('Choose Network')
}

/** Records a shake of the card, which is short. */
async function watchShaking(tab: Tab) {
  await tab.card.evaluate((card) => {
    const observer = new MutationObserver(() => {
      if (card.hasAttribute('data-shaking')) card.setAttribute('data-shook', '')
    })
    observer.observe(card, { attributes: true, attributeFilter: ['data-shaking'] })
  })
  return () => expect(tab.card).toHaveAttribute('data-shook', '')
}

test('selects a network when no wallet is connected', async ({ site }) => {
  const tab = await site.open()
  await openNetworks(tab)
  await tab.networkRow('Base').click()
  await expect(tab.networkButton).toContainText('Base')
  expect(await tab.networkId()).toBe('eip155:8453')
})

test('switches a connected wallet to a network it knows', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await openNetworks(tab)
  await expect(tab.networkRow('Ethereum')).toHaveAttribute('aria-current', 'true')
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  expect((await tab.request('eth_chainId', [])).result).toBe('0x2105')
  expect(await tab.wallet().methods()).toContain('wallet_switchEthereumChain')
})

test('offers to add a network the wallet does not know', async ({ site }) => {
  const tab = await site.open({ networks: ['mainnet', 'base', 'sepolia'] })
  await tab.connect()
  await openNetworks(tab)
  await expect(tab.networkRow('Sepolia')).toContainText('Testnet')
  await tab.networkRow('Sepolia').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:11155111')
  expect(await tab.wallet().methods()).toContain('wallet_addEthereumChain')
})

test('stays on the network when the wallet does not add the new one', async ({ site }) => {
  const tab = await site.open({ networks: ['mainnet', 'sepolia'] })
  await tab.connect()
  await tab.wallet().setScript({ kind: 'refuse', code: -32_603 }, 'wallet_addEthereumChain')
  await openNetworks(tab)
  await tab.networkRow('Sepolia').click()
  await expect(tab.card).toContainText('Your wallet does not support Sepolia')
  expect(await tab.networkId()).toBe('eip155:1')
})

test('reports a declined switch and switches on retry', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('refuse')
  await openNetworks(tab)
  await tab.networkRow('Base').click()
  await expect(tab.card).toContainText('Switch declined')
  expect(await tab.networkId()).toBe('eip155:1')
  await tab.wallet().setScript('approve')
  await tab.tryAgain.click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
})

test('leaves a switch that never completes by going back', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('never')
  await openNetworks(tab)
  await tab.networkRow('Base').click()
  await expect(tab.card).toContainText('Approve in wallet')
  await tab.back.click()
  await expect(tab.networkRow('Base')).toBeVisible()
  await tab.close.click()
  await expect(tab.card).toBeHidden()
  expect(await tab.networkId()).toBe('eip155:1')
})

test('filters the list and says when nothing matches', async ({ site }) => {
  const tab = await site.open()
  await openNetworks(tab)
  const search = tab.card.getByRole('searchbox', { name: 'Search network' })
  await search.fill('bas')
  await expect(tab.networkRow('Ethereum')).toBeHidden()
  await expect(tab.networkRow('Base')).toBeVisible()
  await search.fill('nowhere')
  await expect(tab.card).toContainText('No network found')
})

test('blocks the modal on an unsupported network until the visitor switches', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Network not supported')
  await expect(tab.button).toHaveText('Switch Network')
  const expectShaking = await watchShaking(tab)
  await tab.close.click()
  await expectShaking()
  await tab.page.keyboard.press('Escape')
  await tab.page.mouse.click(8, 300)
  await expect(tab.card).toContainText('Network not supported')
  await tab.networkRow('Base').click()
  await expect(tab.card).toBeHidden()
  expect(await tab.networkId()).toBe('eip155:8453')
})

test('keeps blocking after a declined switch, and allows disconnecting', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, chainId: '0x89' }] })
  await tab.wallet().setScript('refuse', 'wallet_switchEthereumChain')
  await tab.openModal()
  await tab.row().click()
  await expect(tab.card).toContainText('Network not supported')
  await tab.networkRow('Base').click()
  await expect(tab.card).toContainText('Switch declined')
  const expectShaking = await watchShaking(tab)
  await tab.page.keyboard.press('Escape')
  await expectShaking()
  await tab.back.click()
  await tab.disconnect.click()
  await expect(tab.card).toBeHidden()
  await tab.expectDisconnected()
})

test('unblocks when the wallet leaves the unsupported network', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Network not supported')
  await tab.wallet().setChain('0x1')
  await expect(tab.card).toBeHidden()
})

test('allows unlisted networks if the site opts in', async ({ site }) => {
  const tab = await site.open({ options: { allowUnsupportedChain: true } })
  await tab.connect()
  await tab.wallet().setChain('0x89')
  await expect(tab.networkButton).toContainText('Unknown Network')
  await expect(tab.card).toBeHidden()
  await tab.button.click()
  await expect(tab.disconnect).toBeVisible()
  await tab.close.click()
  await expect(tab.card).toBeHidden()
})

test('switchNetwork rejects when the wallet declines, and nothing changes', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('refuse')
  const code = await tab.page.evaluate(() =>
    window.latchkey.switchNetwork({ id: 8453 }).then(
      () => 'switched',
      (error: { code: string }) => error.code,
    ),
  )
  expect(code).toBe('connection/user-rejected')
  expect(await tab.networkId()).toBe('eip155:1')
})

test('raises an alert for a network that is not configured', async ({ site }) => {
  const tab = await site.open()
  site.expectConsoleError(/not in the `networks` option/)
  await tab.connect()
  const code = await tab.page.evaluate(() =>
    window.latchkey.switchNetwork({ id: 10 }).then(
      () => 'moved',
      (error: { code: string }) => error.code,
    ),
  )
  expect(code).toBe('network/not-found')
  expect(await tab.networkId()).toBe('eip155:1')
  await tab.button.click()
  await expect(tab.card.getByTestId('wui-alertbar-text')).toHaveText('Network Not Found')

  await tab.card.getByTestId('account-settings-address').click()
  await expect(tab.toast).toBeVisible()
  await settled(tab.page)
  const [bar, toast] = await Promise.all(
    ['.alert-bar', '.toast'].map((part) => tab.card.locator(part).boundingBox()),
  )
  expect(toast?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
})
