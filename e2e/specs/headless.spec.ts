import { expect, openPaired, test } from '../fixtures/phone.js'
import { polyglot } from '../fixtures/wallets.js'

const wallet = { ...polyglot, families: ['eip155', 'solana'] as const }

test('lists, searches, connects and pairs without the modal', async ({ site, openPhone }) => {
  const tab = await openPaired(site, {
    page: 'headless',
    networks: ['mainnet', 'solanaMainnet'],
    wallets: [wallet],
    provider: true,
  })
  const { page } = tab
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const status = page.getByTestId('status')

  // One entry for a wallet with two chain families, connected for the requested one.
  await expect(button('Polyglot')).toHaveCount(1)
  await tab.wallet(wallet.rdns).setScript('refuse', 'solana_connect')
  await button('Polyglot on solana').click()
  await expect(page.getByTestId('problem')).toHaveText('connection/user-rejected')
  await tab.wallet(wallet.rdns).setScript('approve', 'solana_connect')
  await button('Polyglot on solana').click()
  await expect(status).toHaveText('connected')
  expect(await page.evaluate(() => window.latchkey.getActiveChainNamespace())).toBe('solana')
  await button('Leave').click()
  await expect(status).toHaveText('disconnected')

  // The directory: a page of it, then a search.
  const listed = page.getByTestId('listed').getByRole('listitem')
  await button('More').click()
  await expect.poll(() => listed.count()).toBeGreaterThan(10)
  const name = (await listed.nth(8).textContent()) ?? ''
  await page.getByLabel('Search').fill(name)
  await expect(listed.first()).toContainText(name)
  await expect(page.getByTestId('listed')).toHaveAttribute('aria-busy', 'false')

  // A wallet on another device uses the URI that the site shows.
  const phone = await openPhone()
  await button('WalletConnect').click()
  await expect(page.getByTestId('uri')).toHaveText(/^wc:/)
  await phone.pair((await page.getByTestId('uri').textContent()) ?? '')
  await phone.approve()
  await expect(status).toHaveText('connected')
  await expect(page.getByTestId('uri')).toBeHidden()
  await page.reload()
  await expect(status).toHaveText('connected')

  expect(site.fetched.filter((path) => /\bmount\b/.test(path))).toEqual([])
  await expect(page.locator('latchkey-modal')).toHaveCount(0)
})
