import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox, type WalletSettings } from '../fixtures/wallets.js'

test.use(still)

const otter: WalletSettings = { rdns: 'com.example.otter', name: 'Otter', accounts: [1] }
const heron: WalletSettings = { rdns: 'com.example.heron', name: 'Heron', accounts: [2] }
const several = {
  wallets: [{ ...fox, accounts: [5] }, otter, heron],
  options: { features: { multiWallet: true } },
}

/** The connected wallets, the active one first. */
const connected = ({ page }: Tab) =>
  page.evaluate(async () =>
    (await window.latchkey.getConnections('eip155'))
      .toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
      .map(({ name }) => name),
  )
const recent = ({ page }: Tab) =>
  page.evaluate(async () =>
    (await window.latchkey.getRecentConnections('eip155')).map(({ name }) => name),
  )
const sign = ({ page }: Tab) => page.evaluate(() => window.latchkey.signMessage('Hello'))
const requested = async (tab: Tab, { rdns }: WalletSettings, method: string) =>
  (await tab.wallet(rdns).methods()).filter((one) => one === method).length

async function openWallets(tab: Tab) {
  await tab.button.click()
  await tab.card.getByTestId('wui-wallet-switch').click()
  await expect(tab.title).toHaveText('Wallets')
}

async function add(tab: Tab, { rdns }: WalletSettings, count: number) {
  await tab.card.getByTestId('add-connection-button').click()
  await tab.row(rdns).click()
  await expect(tab.card.getByTestId('balance-amount')).toHaveText(`${count}`)
  await expect(tab.toast).toHaveText('New Wallet Added')
}

test('adds, switches, signs with, restores, disconnects and reconnects several wallets', async ({
  site,
}) => {
  const tab = await site.open(several)
  const { card, page } = tab
  const others = card.getByTestId('active-connection')
  await tab.connect()
  await openWallets(tab)
  await add(tab, otter, 2)

  // The last added one is active, and the first is still connected.
  expect(await connected(tab)).toEqual(['Otter', 'Fox'])
  expect(await requested(tab, fox, 'wallet_revokePermissions')).toBe(0)
  await sign(tab)
  expect(await requested(tab, otter, 'personal_sign')).toBe(1)

  // The list marks connected wallets and leads back.
  await card.getByTestId('add-connection-button').click()
  await expect(tab.row(otter.rdns)).toContainText('Connected')
  await tab.row(fox.rdns).click()
  await expect(card).toContainText('Fox is already connected')
  await tab.back.click()
  await tab.back.click()

  await others.getByRole('button', { name: /Fox.*Switch/ }).click()
  await expect(tab.toast).toHaveText('Wallet switched')
  await expect(card.getByTestId('wui-active-profile-wallet-item')).toContainText('Fox')
  expect((await tab.account()).address).toBe(await tab.wallet().addressOf(5))
  await sign(tab)
  expect(await requested(tab, fox, 'personal_sign')).toBe(1)
  expect(await requested(tab, otter, 'personal_sign')).toBe(1)

  // A reload restores both without a prompt.
  await page.reload()
  await tab.expectConnected()
  expect(await connected(tab)).toEqual(['Fox', 'Otter'])
  expect(await requested(tab, otter, 'eth_requestAccounts')).toBe(0)

  // One is disconnected, stays so after a reload, and can connect again.
  await openWallets(tab)
  await card.getByRole('button', { name: 'Disconnect Otter' }).click()
  await expect(tab.toast).toHaveText('Wallet disconnected')
  await page.reload()
  await tab.expectConnected()
  expect(await connected(tab)).toEqual(['Fox'])
  await openWallets(tab)
  await card
    .getByTestId('recent-connection')
    .getByRole('button', { name: /Connect/ })
    .click()
  await expect(card.getByTestId('wui-active-profile-wallet-item')).toContainText('Otter')
  expect(await connected(tab)).toEqual(['Otter', 'Fox'])

  // The account view disconnects only the active one, and then forgets it.
  await tab.back.click()
  await tab.disconnect.click()
  await expect(tab.toast).toHaveText('Wallet deleted')
  await expect(card.getByTestId('wui-active-profile-wallet-item')).toContainText('Fox')
  await card.getByTestId('recent-connection-delete').click()
  await expect(card.getByTestId('recent-connection')).toHaveCount(0)
  expect(await recent(tab)).toEqual([])
})

test('ends only the connection of a wallet that locks or disconnects elsewhere', async ({
  site,
}) => {
  const visit = {
    ...several,
    wallets: several.wallets.map((one) => ({ ...one, authorized: true })),
  }
  const tab = await site.open(visit)
  const other = await site.open(visit)
  await tab.connect()
  await openWallets(tab)
  await add(tab, otter, 2)
  await add(tab, heron, 3)
  await expect.poll(() => connected(other)).toEqual(['Fox', 'Otter', 'Heron'])

  await tab.wallet(heron.rdns).lock()
  await expect.poll(() => connected(tab)).toEqual(['Fox', 'Otter'])
  await expect(tab.card.getByTestId('wui-active-profile-wallet-item')).toContainText('Fox')

  await tab.page.evaluate((id) => window.latchkey.disconnect('eip155', { id }), otter.rdns)
  await expect.poll(() => connected(other)).toEqual(['Fox'])
  await tab.card.getByTestId('wui-active-profile-wallet-item-disconnect-button').click()
  await expect(tab.card.getByTestId('empty-state-text')).toHaveText('No wallet connected')
  await other.expectDisconnected()
})

test('a paired and an installed wallet sign and disconnect independently', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site, several)
  const { card } = tab
  const current = card.getByTestId('wui-active-profile-wallet-item')
  await tab.connect()
  await openWallets(tab)
  await card.getByTestId('add-connection-button').click()
  const pairing = pairingOf(tab)
  await pairing.row.click()
  await phone.pair(await pairing.uri())
  await phone.approve()
  await expect(current).toContainText('Sample Wallet')
  await expect(tab.toast).toHaveText('New Wallet Added')
  expect(await connected(tab)).toEqual(['Sample Wallet', 'Fox'])

  const signing = sign(tab)
  await phone.expectRequest('personal_sign')
  await phone.approve()
  await signing
  expect(await requested(tab, fox, 'personal_sign')).toBe(0)

  await card.getByRole('button', { name: /Fox.*Switch/ }).click()
  await expect(current).toContainText('Fox')
  await sign(tab)
  expect(await requested(tab, fox, 'personal_sign')).toBe(1)
  expect(await phone.requests()).toEqual([])

  // A reload restores both, the active one first; one disconnects without the other.
  await tab.page.reload()
  await tab.expectConnected()
  await expect.poll(() => connected(tab)).toEqual(['Fox', 'Sample Wallet'])
  await phone.disconnectAll()
  await expect.poll(() => connected(tab)).toEqual(['Fox'])
  await sign(tab)
  expect(await requested(tab, fox, 'personal_sign')).toBe(1)
})

test('replaces the first wallet and raises alerts when multiWallet is off', async ({ site }) => {
  const tab = await site.open({ wallets: several.wallets })
  await tab.connect()
  expect(await connected(tab)).toEqual([])
  expect(await recent(tab)).toEqual([])
  const switched = await tab.page.evaluate(
    (connectorId) =>
      window.latchkey.switchConnection({ connection: { connectorId }, namespace: 'eip155' }),
    otter.rdns,
  )
  expect(switched).toBeUndefined()
  await openWallets(tab)
  await expect(tab.card).toContainText('Multi-Wallet Not Enabled')
  await expect(tab.card.getByTestId('add-connection-button')).toHaveCount(0)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'Connect' }))
  await tab.row(otter.rdns).click()
  await expect(tab.card).toBeHidden()
  expect((await tab.account()).address).toBe(await tab.wallet(otter.rdns).addressOf(1))
  expect(await requested(tab, fox, 'wallet_revokePermissions')).toBe(1)
})

test('hooks list, switch and delete wallets', async ({ site }) => {
  const tab = await site.open({ ...several, page: 'react' })
  const { page } = tab
  await page.getByRole('button', { name: 'Connect to the shop' }).click()
  await tab.row().click()
  await expect(tab.card).toBeHidden()
  await expect(page.getByTestId('wallets-active')).toHaveText('Fox')
  await page.evaluate(async (id) => {
    await (await window.latchkey.headless()).connect(id)
  }, otter.rdns)
  await expect(page.getByTestId('wallets-active')).toHaveText('Otter')

  await page.getByRole('button', { name: 'Use Fox' }).click()
  const lastChange = page.getByTestId('wallets-last-change')
  const address = await tab.wallet().addressOf(5)
  const change = { address, namespace: 'eip155', hasSwitchedAccount: true, hasSwitchedWallet: true }
  await expect(lastChange).toHaveText(JSON.stringify({ ...change, hasDeletedWallet: false }))
  await expect(page.getByTestId('fact-address')).toHaveText(address)

  await page.getByRole('button', { name: 'Forget Otter' }).click()
  await expect(lastChange).toContainText('"hasDeletedWallet":true')
  await expect(page.getByRole('button', { name: 'Use Otter' })).toHaveCount(0)
  await expect(page.getByTestId('wallets-active')).toHaveText('Fox')
})
