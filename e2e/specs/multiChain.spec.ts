import type { Namespace } from 'latchkey'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

const wallet = { ...polyglot, families: ['eip155', 'solana', 'bip122'] as const }
const visit = {
  page: 'families',
  networks: ['mainnet', 'base', 'solanaMainnet', 'bitcoin'],
  wallets: [wallet],
} as const

/** The connected chain families and their wallets. */
const connections = ({ page }: Tab) =>
  page.evaluate(() =>
    (['eip155', 'solana', 'bip122'] as const).map(
      (namespace: Namespace) => window.latchkey.getWalletInfo(namespace)?.name,
    ),
  )

const active = ({ page }: Tab) => page.evaluate(() => window.latchkey.getActiveChainNamespace())

test('lists a multi-family wallet once and connects each family separately', async ({ site }) => {
  const tab = await site.open(visit)
  const { card, page } = tab
  const chain = (name: string) => card.getByTestId(`wui-list-chain-${name}`)
  await tab.wallet(wallet.rdns).setScript('refuse', 'solana_connect')

  await tab.openModal()
  await expect(tab.walletRows).toHaveCount(1)
  await tab.row(wallet.rdns).click()
  await expect(tab.title).toHaveText('Select Chain')
  await expect(card.locator('[data-testid^="wui-list-chain-"]')).toHaveCount(4)

  // All of them; rejecting one keeps the others.
  await chain('all').click()
  await expect(card.getByTestId('multi-chain-done')).toBeVisible()
  await expect(chain('solana')).toContainText('Connection declined')
  expect(await connections(tab)).toEqual(['Polyglot', undefined, 'Polyglot'])
  expect(await active(tab)).toBe('eip155')

  // The remaining one becomes the active one.
  await tab.wallet(wallet.rdns).setScript('approve', 'solana_connect')
  await chain('solana').click()
  await expect(card).toBeHidden()
  expect(await connections(tab)).toEqual(['Polyglot', 'Polyglot', 'Polyglot'])
  expect(await active(tab)).toBe('solana')

  // Each disconnects separately, and stays disconnected after a reload.
  await page.evaluate(() => window.latchkey.disconnect('eip155'))
  expect(await connections(tab)).toEqual([undefined, 'Polyglot', 'Polyglot'])
  await page.reload()
  await tab.ready()
  expect(await connections(tab)).toEqual([undefined, 'Polyglot', 'Polyglot'])
  expect(await active(tab)).toBe('solana')

  // To a network of the disconnected family: the same wallet is offered there.
  await page.evaluate(() => window.latchkey.open({ view: 'Networks' }))
  await tab.networkRow('Base').click()
  await card.getByTestId('w3m-switch-active-chain-same').click()
  await expect(card).toBeHidden()
  expect(await connections(tab)).toEqual(['Polyglot', 'Polyglot', 'Polyglot'])
  expect(await tab.networkId()).toBe('eip155:8453')

  // With one requested family there is no choice.
  await page.evaluate(() => window.latchkey.disconnect('bip122'))
  await page.evaluate(() => window.latchkey.open({ namespace: 'bip122' }))
  await tab.row('announced:polyglot').click()
  await expect(card).toBeHidden()
  expect(await active(tab)).toBe('bip122')
})

test('connects every approved family with one QR code', async ({ site, openPhone }) => {
  const tab = await openPaired(site, visit)
  const phone = await openPhone()
  await phone.grantOnly(['eip155', 'solana'])
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  const [evm, sol, btc] = await connections(tab)
  expect(evm).toBeDefined()
  expect([sol, btc]).toEqual([evm, undefined])

  // A wallet in the page takes over one family; the phone keeps the other.
  await tab.page.evaluate(async () => {
    const wallets = await window.latchkey.headless()
    await wallets.connect('com.example.polyglot', { namespace: 'solana' })
  })
  expect(await connections(tab)).toEqual([evm, 'Polyglot', undefined])
  await phone.expectSessions(1)
  await tab.page.reload()
  await tab.ready()
  expect(await connections(tab)).toEqual([evm, 'Polyglot', undefined])

  await tab.page.evaluate(() => window.latchkey.disconnect('eip155'))
  expect(await connections(tab)).toEqual([undefined, 'Polyglot', undefined])
  await phone.expectSessions(0)
})
