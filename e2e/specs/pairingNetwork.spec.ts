import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { startRelay } from '@latchkey/provider/startRelay'
import type { Page } from '@playwright/test'
import { test as base, expect, openPaired, type Phone, pairingOf } from '../fixtures/phone.js'
import { installRelayGate } from '../fixtures/relayGate.js'
import { still } from '../fixtures/still.js'

type OwnRelay = {
  readonly url: string
  stop(): Promise<void>
  /** On the same port, with everything it had stored. */
  restart(): Promise<void>
}

/** `relayPhone` uses only this test's relay, which may disconnect. */
const test = base.extend<{ relay: OwnRelay; relayPhone: Phone }>({
  relayPhone: async ({ site, page, openPhone, relay }, use) => {
    await page.clock.install()
    site.expectConsoleError(new RegExp(`foreign socket: ${relay.url}`))
    site.expectConsoleError(/WebSocket connection to .* failed/)
    await use(await openPhone({ relay: relay.url }))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from here
  relay: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
    const database = await openDatabase({ dataDir })
    let relay: Awaited<ReturnType<typeof startRelay>> | undefined = await startRelay({
      port: 0,
      database,
    })
    const { url } = relay
    const stop = async () => {
      await relay?.stop()
      relay = undefined
    }
    await use({
      url,
      stop,
      async restart() {
        relay = await startRelay({ port: Number(new URL(url).port), database })
      },
    })
    await stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test.use(still)

/** Stops the page's clock: its timeouts are not tested here. */
async function outOfTime(page: Page, run: () => Promise<void>) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 5_000)
  await run()
  await page.clock.resume()
}

test('survives a relay restart while showing the QR code and while connected', async ({
  site,
  page,
  relay,
  relayPhone: phone,
}) => {
  const tab = await openPaired(site, { options: { relayUrls: [relay.url] } })
  const pairing = pairingOf(tab)
  const warning = tab.card.getByText('Connection service unavailable')

  const uri = await pairing.show()
  await pairing.expectPublished()
  await relay.stop()
  await expect(warning).toBeVisible()
  await expect(pairing.code).toHaveAttribute('uri', uri)
  await outOfTime(page, relay.restart)
  await expect(warning).toBeHidden({ timeout: 60_000 })
  await phone.pair(uri)
  await phone.approve()
  await tab.expectConnected()

  await relay.stop()
  const { address } = await tab.account()
  const signing = tab.request('personal_sign', ['0x6e6577', address])
  await outOfTime(page, relay.restart)
  await phone.expectRequest('personal_sign')
  await phone.approve()
  expect((await signing).result).toMatch(/^0x[0-9a-f]{130}$/)
})

test('reports a missing relay and continues when it is back', async ({
  site,
  page,
  relay,
  relayPhone: phone,
}) => {
  await relay.stop()
  const tab = await openPaired(site, { options: { relayUrls: [relay.url] } })
  const pairing = pairingOf(tab)
  const uri = await pairing.show()
  const warning = tab.card.getByText('Connection service unavailable')
  await expect(warning).toBeVisible()
  await outOfTime(page, relay.restart)
  await expect(warning).toBeHidden({ timeout: 60_000 })
  await phone.pair(uri)
  await phone.approve()
  await tab.expectConnected()
})

const losses = {
  'the browser knows of': true,
  'nobody tells of': false,
}
for (const [name, isReported] of Object.entries(losses)) {
  test(`delivers a request made during a network loss ${name} half a minute later`, async ({
    site,
    page,
    context,
    openPhone,
  }) => {
    site.expectConsoleError(/ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/)
    await page.clock.install()
    const gate = await installRelayGate(page)
    const phone = await openPhone()
    const tab = await openPaired(site)
    await pairingOf(tab).connect(phone)
    const { address } = await tab.account()
    // The signing code is loaded before the network fails.
    await phone.setScript('approve')
    await tab.request('personal_sign', ['0x6f6c64', address])
    await phone.setScript('ask')

    gate.open = { fromPage: false, toPage: false }
    if (isReported) await context.setOffline(true)
    const signing = tab.request('personal_sign', ['0x6e6577', address])
    await page.clock.fastForward(30_000)
    expect(await phone.requests()).toEqual([])
    gate.open = { fromPage: true, toPage: true }
    if (isReported) await context.setOffline(false)
    await phone.expectRequest('personal_sign')
    await phone.approve()
    expect((await signing).result).toMatch(/^0x[0-9a-f]{130}$/)
  })
}

test('delivers a request to a phone that was offline', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  await pairingOf(tab).connect(phone)
  const { address } = await tab.account()
  await phone.context.setOffline(true)
  const signing = tab.request('personal_sign', ['0x6e6577', address])
  await phone.context.setOffline(false)
  await phone.expectRequest('personal_sign')
  await phone.approve()
  expect((await signing).result).toMatch(/^0x[0-9a-f]{130}$/)
})

test('says in the pairing view that the page is offline', async ({ site, context, openPhone }) => {
  site.expectConsoleError(/ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/)
  const phone = await openPhone()
  const tab = await openPaired(site)
  const pairing = pairingOf(tab)
  const uri = await pairing.show()
  await pairing.expectPublished()
  const warning = tab.card.getByText('Connection service unavailable')
  await context.setOffline(true)
  await expect(warning).toBeVisible()
  await phone.pair(uri)
  await phone.approve()
  await context.setOffline(false)
  await tab.expectConnected()
})
