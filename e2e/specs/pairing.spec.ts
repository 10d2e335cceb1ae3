import { callNode } from '../fixtures/chains.js'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'

test('a wallet scans the QR code, connects, signs and sends; both sides can disconnect', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  await pairing.show()
  await phone.scan(await pairing.picture())
  await phone.expectProposal()
  await phone.screen().getByTestId('session-approve-button').click()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  const [session] = await phone.sessions()
  expect(await tab.account()).toMatchObject({ address: session?.address, isConnected: true })
  expect(await tab.page.evaluate(() => window.latchkey.getWalletInfo())).toMatchObject({
    name: 'Sample Wallet',
    type: 'WALLET_CONNECT',
  })

  const signing = tab.request('personal_sign', ['0x68656c6c6f', session?.address])
  await phone.screen().getByTestId('request-approve-button').click()
  expect((await signing).result).toMatch(/^0x[0-9a-f]{130}$/)

  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const sending = tab.request('eth_sendTransaction', [
    { from: session?.address, to, value: '0x2a' },
  ])
  await phone.screen().getByTestId('request-approve-button').click()
  const { result: hash } = await sending
  expect(await callNode('CHAIN_1', 'eth_getTransactionByHash', hash)).toMatchObject({
    from: session?.address.toLowerCase(),
    to: to.toLowerCase(),
    value: '0x2a',
  })

  await phone.emitChain('eip155:8453')
  await expect(tab.networkButton).toContainText('Base')
  await phone.setAccount(1)
  await expect.poll(async () => (await tab.account()).address).toBe(to)

  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await phone.expectSessions(0)

  await pairing.connect(phone)
  await phone.disconnectAll()
  await tab.expectDisconnected()
})

test('the QR code with a wallet icon is readable on a dark card', async ({ site, openPhone }) => {
  const picture =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="%23a33"/></svg>'
  const otter = { id: 'otter', name: 'Otter', mobile_link: 'otter://', image_url: picture }
  const phone = await openPhone()
  const tab = await openPaired(site, { options: { themeMode: 'dark', customWallets: [otter] } })
  await tab.openModal()
  await tab.row('otter').click()
  await expect(tab.card).toContainText('Scan with Otter on your phone.')
  await phone.scan(await pairingOf(tab).picture())
  await phone.expectProposal()
  await phone.approve()
  await tab.expectConnected()
  // It is listed first on the next visit.
  expect(await tab.page.evaluate(() => localStorage.getItem('@appkit/recent_wallets'))).toContain(
    'Otter',
  )
})

test('reports a declined pairing and shows a new QR code on retry', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const first = await pairing.show()
  await phone.pair(first)
  await phone.refuse()
  await expect(tab.card).toContainText('Connection declined')
  await tab.expectDisconnected()
  await tab.tryAgain.click()
  const second = await pairing.uri()
  expect(second).not.toBe(first)
  await phone.pair(second)
  await phone.approve()
  await tab.expectConnected()
  await phone.expectSessions(1)
})

test('rejects a QR code that was closed', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  await phone.pair(await pairing.show())
  await phone.expectProposal()
  await tab.close.click()
  await expect.poll(async () => (await phone.requests()).length).toBe(0)
  await tab.expectDisconnected()
  await pairing.connect(phone)
})

test('copies the link from its button and from the QR code', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const uri = await pairing.show()
  const copied = () => tab.page.evaluate(() => navigator.clipboard.readText())
  await pairing.copy.click()
  await expect(tab.toast).toHaveText('Link copied')
  expect(await copied()).toBe(uri)
  await tab.page.evaluate(() => navigator.clipboard.writeText(''))
  await pairing.code.click()
  await expect.poll(copied).toBe(uri)
})

/** The expiry in the code, in milliseconds since the epoch. */
const endOf = (uri: string) => Number(/expiryTimestamp=(\d+)/.exec(uri)?.[1]) * 1_000

test('counts down the last minute and replaces the QR code before it expires', async ({
  site,
  page,
  openPhone,
}) => {
  await page.clock.install()
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const first = await pairing.show()
  await pairing.expectPublished()
  const countdown = tab.card.getByText(/^New code in \d+ s$/)
  await expect(countdown).toBeHidden()
  await page.clock.pauseAt(endOf(first) - 60_000)
  await expect(countdown).toHaveText('New code in 50 s')
  await page.clock.pauseAt(endOf(first) - 5_000)
  await expect(pairing.code).not.toHaveAttribute('uri', first)
  await expect(countdown).toBeHidden()
  // The old code's expiry does not end the attempt.
  await page.clock.pauseAt(endOf(first) + 5_000)
  await page.clock.resume()
  await expect(pairing.code).toBeVisible()
  await phone.pair(await pairing.uri())
  await phone.approve()
  await tab.expectConnected()
})

test('accepts a QR code that was just replaced', async ({ site, page, openPhone }) => {
  await page.clock.install()
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const first = await pairing.show()
  await pairing.expectPublished()
  await page.clock.pauseAt(endOf(first) - 5_000)
  await expect(pairing.code).not.toHaveAttribute('uri', first)
  await phone.pair(first)
  await phone.approve()
  await expect.poll(async () => (await tab.account()).status).toBe('connected')
  await page.clock.resume()
  await tab.expectConnected()
})

test('shows the site’s own pairing URI unchanged', async ({ site }) => {
  const tab = await openPaired(site)
  const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
  await tab.page.evaluate((given) => window.latchkey.open({ uri: given }), uri)
  await expect(pairingOf(tab).code).toHaveAttribute('uri', uri)
  expect(site.fetched.filter((path) => path.includes('createPairingConnector'))).toEqual([])
})

test('pairs without the modal', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  const uri = await tab.page.evaluate(async () => {
    const { uri: made, connected } = await window.latchkey.startPairing()
    Object.assign(window, { connected })
    return made
  })
  await phone.pair(uri)
  await phone.approve()
  const [session] = await phone.sessions()
  const account = tab.page.evaluate(() => (window as { connected?: Promise<object> }).connected)
  expect(await account).toMatchObject({ isConnected: true, address: session?.address })
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
})

test('loads the pairing code when a pairing view opens, not before', async ({ site }) => {
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const fetched = () => site.fetched.filter((path) => path.includes('createPairingConnector'))
  await tab.ready()
  await tab.openModal()
  await expect(pairing.row).toBeVisible()
  expect(fetched()).toEqual([])
  await pairing.row.click()
  await pairing.uri()
  expect(fetched()).toHaveLength(1)
})
