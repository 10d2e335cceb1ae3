import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'
import { fox } from '../fixtures/wallets.js'

async function openNetworks(tab: Tab) {
  await tab.networkButton.click()
  await expect(tab.title).toHaveText('Choose Network')
}

/** Notes that the card shook, which lasts only a moment. */
async function watchShaking(tab: Tab) {
  await tab.card.evaluate((card) => {
    const observer = new MutationObserver(() => {
      if (card.hasAttribute('data-shaking')) card.setAttribute('data-shook', '')
    })
    observer.observe(card, { attributes: true, attributeFilter: ['data-shaking'] })
  })
  return () => expect(tab.card).toHaveAttribute('data-shook', '')
}

test('without a wallet a network is simply chosen', async ({ site }) => {
  const tab = await site.open()
  await openNetworks(tab)
  await tab.networkRow('Base').click()
  await expect(tab.networkButton).toContainText('Base')
  expect(await tab.networkId()).toBe('eip155:8453')
})

test('a connected wallet moves to a network it knows', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await openNetworks(tab)
  await expect(tab.networkRow('Ethereum')).toHaveAttribute('aria-current', 'true')
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  expect((await tab.ask('eth_chainId', [])).result).toBe('0x2105')
  expect(await tab.wallet().methods()).toContain('wallet_switchEthereumChain')
})

test('a wallet that does not know the network is offered it', async ({ site }) => {
  const tab = await site.open({ networks: ['mainnet', 'base', 'sepolia'] })
  await tab.connect()
  await openNetworks(tab)
  await expect(tab.networkRow('Sepolia')).toContainText('Testnet')
  await tab.networkRow('Sepolia').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:11155111')
  expect(await tab.wallet().methods()).toContain('wallet_addEthereumChain')
})

test('a wallet that will not add the network leaves the visitor where they are', async ({
  site,
}) => {
  const tab = await site.open({ networks: ['mainnet', 'sepolia'] })
  await tab.connect()
  await tab.wallet().setScript({ kind: 'refuse', code: -32_603 }, 'wallet_addEthereumChain')
  await openNetworks(tab)
  await tab.networkRow('Sepolia').click()
  await expect(tab.card).toContainText('Your wallet does not offer Sepolia')
  expect(await tab.networkId()).toBe('eip155:1')
})

test('a refused switch is told, and trying again switches', async ({ site }) => {
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

test('a switch the wallet never answers is left by going back', async ({ site }) => {
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

test('searching narrows the list and says when nothing fits', async ({ site }) => {
  const tab = await site.open()
  await openNetworks(tab)
  const search = tab.card.getByRole('searchbox', { name: 'Search network' })
  await search.fill('bas')
  await expect(tab.networkRow('Ethereum')).toBeHidden()
  await expect(tab.networkRow('Base')).toBeVisible()
  await search.fill('nowhere')
  await expect(tab.card).toContainText('No network found')
})

test('a network the site does not work with holds the visitor until they switch', async ({
  site,
}) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Not supported here')
  await expect(tab.button).toHaveText('Switch Network')
  const expectShaking = await watchShaking(tab)
  await tab.close.click()
  await expectShaking()
  await tab.page.keyboard.press('Escape')
  await tab.page.mouse.click(8, 300)
  await expect(tab.card).toContainText('Not supported here')
  await tab.networkRow('Base').click()
  await expect(tab.card).toBeHidden()
  expect(await tab.networkId()).toBe('eip155:8453')
})

test('a refused way off an unsupported network still holds, and disconnecting leads out', async ({
  site,
}) => {
  const tab = await site.open({ wallets: [{ ...fox, chainId: '0x89' }] })
  await tab.wallet().setScript('refuse', 'wallet_switchEthereumChain')
  await tab.openModal()
  await tab.row().click()
  await expect(tab.card).toContainText('Not supported here')
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

test('a wallet that leaves the unsupported network by itself lets the visitor go', async ({
  site,
}) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Not supported here')
  await tab.wallet().setChain('0x1')
  await expect(tab.card).toBeHidden()
})

test('a site may allow networks it did not name', async ({ site }) => {
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

test('switchNetwork rejects when the wallet refuses, and nothing changes', async ({ site }) => {
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

test('a switch to a network the site does not offer raises an alert and moves nothing', async ({
  site,
}) => {
  const tab = await site.open()
  site.expectComplaint(/not among those given/)
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
