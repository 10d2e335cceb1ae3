import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { startRelay } from '@latchkey/provider/startRelay'
import { urlOf } from '../fixtures/chains.js'
import { test as base, expect, openPaired, pairingOf } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'

/** A relay that does not allow the page's origin. */
const test = base.extend<{ strictRelay: string }>({
  strictRelay: async ({ site }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
    const database = await openDatabase({ dataDir })
    const allowedOrigins = ['https://elsewhere.example']
    const relay = await startRelay({ port: 0, database, allowedOrigins })
    site.expectConsoleError(new RegExp(`foreign socket: ${relay.url}`))
    await use(relay.url)
    await relay.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test.use(still)

test('shows why the relay rejects the site, and tries again', async ({ site, strictRelay }) => {
  const tab = await openPaired(site, { options: { relayUrls: [strictRelay] } })
  const pairing = pairingOf(tab)
  await tab.openModal()
  await pairing.row.click()
  const reason = tab.card.getByText('origin not allowed')
  await expect(reason).toBeVisible()
  await tab.card.getByTestId('w3m-connecting-widget-secondary-button').click()
  await expect(pairing.code.or(reason)).toBeVisible()
  await expect(reason).toBeVisible()
})

test('connects over the second relay when the first rejects the site', async ({
  site,
  strictRelay,
  openPhone,
}) => {
  const phone = await openPhone()
  const relayUrls = [strictRelay, urlOf('RELAY')]
  const tab = await openPaired(site, { options: { relayUrls } })
  const pairing = pairingOf(tab)
  const uri = await pairing.show()
  await pairing.expectPublished()
  await phone.pair(uri)
  await phone.approve()
  await tab.expectConnected()
  await tab.page.reload()
  await tab.expectConnected()
})
