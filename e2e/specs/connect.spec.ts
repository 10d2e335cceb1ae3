import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'
import { fox } from '../fixtures/wallets.js'

test('connects a wallet and reports its account and network to the page', async ({ site }) => {
  const tab = await site.open()
  await expect(tab.button).toHaveText('Connect Wallet')
  await tab.openModal()
  await expect(tab.title).toHaveText('Connect Wallet')
  await tab.row().click()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  const address = await tab.wallet().addressOf(0)
  expect(await tab.account()).toMatchObject({
    address,
    caipAddress: `eip155:1:${address}`,
    isConnected: true,
  })
  await expect(tab.button).toContainText('0xf3…b92266')
  await expect(tab.networkButton).toContainText('Ethereum')
  expect(await tab.page.evaluate(() => window.latchkey.getWalletInfo())).toMatchObject({
    name: 'Fox',
    rdns: fox.rdns,
  })
})

test('counts a click while the button’s label changes', async ({ site }) => {
  const tab = await site.open()
  const box = await tab.button.boundingBox()
  if (!box) throw new Error('no button')
  await tab.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await tab.page.mouse.down()
  const element = tab.page.locator('latchkey-button').first()
  await element.evaluate((button) => button.setAttribute('label', 'Sign in'))
  await expect(tab.button).toHaveText('Sign in')
  await tab.page.mouse.up()
  await expect(tab.card).toBeVisible()
})

test('reports a declined request and connects on retry', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, script: 'refuse' }] })
  await tab.openModal()
  await tab.row().click()
  await expect(tab.card).toContainText('Connection declined')
  expect((await tab.account()).status).toBe('disconnected')
  await tab.wallet().setScript('approve')
  await tab.tryAgain.click()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
})

const cancellations: Record<string, (tab: Tab) => Promise<void>> = {
  'going back': (tab) => tab.back.click(),
  closing: (tab) => tab.close.click(),
  Escape: (tab) => tab.page.keyboard.press('Escape'),
  'a click outside the modal': (tab) => tab.page.mouse.click(8, 300),
}
for (const [name, leave] of Object.entries(cancellations)) {
  test(`leaves a wallet that never responds by ${name}`, async ({ site }) => {
    const tab = await site.open({ wallets: [{ ...fox, script: 'never' }] })
    await tab.openModal()
    await tab.row().click()
    await expect(tab.card).toContainText('Continue in Fox')
    await expect(tab.button).toContainText('Connecting...')
    await leave(tab)
    await expect(tab.button).toHaveText('Connect Wallet')
    await tab.expectDisconnected()
    if (name === 'going back') await expect(tab.row()).toBeVisible()
    else await expect(tab.card).toBeHidden()
  })
}

test('ignores a response after the visitor cancelled', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, script: 'delay' }] })
  await tab.openModal()
  await tab.row().click()
  await expect.poll(async () => (await tab.wallet().pending()).length).toBe(1)
  await tab.close.click()
  await expect(tab.card).toBeHidden()
  await tab.wallet().settle('approve')
  await expect.poll(async () => (await tab.wallet().pending()).length).toBe(0)
  await tab.expectDisconnected()
})

test('reports a request that is already pending in the wallet', async ({ site }) => {
  const tab = await site.open({ wallets: [{ ...fox, script: 'delay' }] })
  await tab.openModal()
  await tab.row().click()
  await expect.poll(async () => (await tab.wallet().pending()).length).toBe(1)
  await tab.back.click()
  await tab.row().click()
  await expect(tab.card).toContainText('A request is already open')
  await expect(tab.card).toContainText('Find the Fox window')
  await tab.wallet().settle('refuse')
  await tab.wallet().setScript('approve')
  await tab.tryAgain.click()
  await tab.expectConnected()
})

test('starts again when the visitor goes back and returns during the transition', async ({
  site,
}) => {
  const tab = await site.open({ wallets: [{ ...fox, script: 'delay' }] })
  await tab.openModal()
  await tab.row().click()
  await expect.poll(async () => (await tab.wallet().pending()).length).toBe(1)
  await expect(tab.row()).toHaveCount(0)
  await tab.page.evaluate(async (row) => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const find = (id: string) => root?.querySelector<HTMLElement>(`[data-testid="${id}"]`)
    find('header-back')?.click()
    while (!find(row)) await new Promise(requestAnimationFrame)
    find(row)?.click()
  }, `wallet-selector-${fox.rdns}`)
  await expect(tab.card).toContainText('A request is already open')
})

const faults = {
  'answers garbage': { kind: 'garbage' },
  'answers with no account': { kind: 'garbage', answer: [] },
  crashes: { kind: 'crash' },
  'fails with a code of its own': { kind: 'refuse', code: -32_000 },
}
for (const [name, script] of Object.entries(faults)) {
  test(`a wallet that ${name} is reported, and can be retried`, async ({ site }) => {
    const tab = await site.open({ wallets: [{ ...fox, script }] })
    await tab.openModal()
    await tab.row().click()
    await expect(tab.card).toContainText('Could not connect')
    expect((await tab.account()).status).toBe('disconnected')
    await tab.wallet().setScript('approve')
    await tab.tryAgain.click()
    await tab.expectConnected()
  })
}

test('replaces the connected wallet with another', async ({ site }) => {
  const otter = { rdns: 'com.example.otter', name: 'Otter', accounts: [2] }
  const tab = await site.open({ wallets: [fox, otter] })
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'Connect' }))
  await expect(tab.row()).toContainText('Connected')
  await tab.row(otter.rdns).click()
  await expect.poll(async () => (await tab.account()).address).toBe(await tab.wallet().addressOf(2))
})

test('rejects views that are unknown or turned off', async ({ site }) => {
  const tab = await site.open({ wallets: [], options: { features: { send: false } } })
  const open = (view: string) =>
    tab.page.evaluate(
      (name) =>
        window.latchkey.open({ view: name as 'Connect' }).then(
          () => 'opened',
          (error: { code: string }) => error.code,
        ),
      view,
    )
  expect(await open('Nowhere')).toBe('interface/unknown-view')
  expect(await open('WalletSend')).toBe('interface/view-unavailable')
  expect(await open('EmailLogin')).toBe('interface/view-unavailable')
  await expect(tab.card).toBeHidden()
  expect(await open('Connect')).toBe('opened')
  expect(await tab.page.evaluate(() => window.latchkey.getLog())).toMatch(/info MODAL_OPEN/)
})

test('shows the mark of the product unless the project has removed it', async ({ site }) => {
  const tab = await site.open({ provider: true })
  const branding = tab.card.getByTestId('ux-branding-reown')
  await tab.openModal()
  await expect(branding).toBeVisible()
  let releaseConfig = () => {}
  const released = new Promise<void>((resolve) => {
    releaseConfig = resolve
  })
  await tab.page.route('**/appkit/v1/config*', async (route) => {
    const response = await route.fetch()
    const { features } = (await response.json()) as { features: { id: string }[] }
    const json = {
      features: features.map((one) =>
        one.id === 'reown_branding' ? { ...one, isEnabled: false, config: [] } : one,
      ),
    }
    // An answer before the card leaves no space to keep.
    await released
    await route.fulfill({ response, json })
  })
  await tab.page.reload()
  const answered = tab.page.waitForResponse(/appkit\/v1\/config/)
  await tab.openModal()
  await expect(tab.card.locator('.legal-place')).toHaveCount(1)
  releaseConfig()
  await answered
  await expect(tab.card.locator('.legal-place')).toHaveCount(1)
  await expect(branding).toHaveCount(0)
})
