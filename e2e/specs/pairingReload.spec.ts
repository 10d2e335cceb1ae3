import type { Page } from '@playwright/test'
import { expect, openPaired, type Phone, pairingOf, test } from '../fixtures/phone.js'
import { installRelayGate, type RelayGate } from '../fixtures/relayGate.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

type Scene = {
  readonly tab: Tab
  readonly phone: Phone
  readonly pairing: ReturnType<typeof pairingOf>
  readonly gate: RelayGate
}

type Point = {
  /** Runs the pairing up to the reload. */
  readonly before: (scene: Scene) => Promise<string | undefined>
  /** What the phone's owner does then, with the result of `before`. */
  readonly after?: (scene: Scene, uri: string) => Promise<void>
  readonly ends: 'connected' | 'disconnected'
}

const scanAndApprove = async ({ phone }: Scene, uri: string) => {
  await phone.pair(uri)
  await phone.approve()
}

/** Until the phone shows the connection prompt. */
const offerOnPhone = async ({ pairing, phone }: Pick<Scene, 'pairing' | 'phone'>) => {
  const uri = await pairing.show()
  await phone.pair(uri)
  await phone.expectProposal()
  return uri
}

const points: Record<string, Point> = {
  'the list of wallets is open': {
    before: async ({ tab }) => {
      await tab.openModal()
      return undefined
    },
    ends: 'disconnected',
  },
  'the pairing view is on its way': {
    before: async ({ tab, pairing }) => {
      await tab.openModal()
      await tab.page.route(/createPairingConnector/, () => undefined)
      await pairing.row.click()
      await expect(tab.title).toHaveText('WalletConnect')
      await tab.page.unroute(/createPairingConnector/)
      return undefined
    },
    ends: 'disconnected',
  },
  'the code was shown and nobody scanned it': {
    before: async ({ pairing }) => {
      await pairing.show()
      return undefined
    },
    ends: 'disconnected',
  },
  'the proposal is stored and cannot be sent': {
    before: async ({ pairing, gate }) => {
      gate.open.fromPage = false
      const uri = await pairing.show()
      await expect.poll(() => pairing.stored('proposals')).toBe(1)
      gate.open.fromPage = true
      return uri
    },
    after: scanAndApprove,
    ends: 'connected',
  },
  'the proposal is at the relay': {
    before: async ({ pairing }) => {
      const uri = await pairing.show()
      await pairing.expectPublished()
      return uri
    },
    after: scanAndApprove,
    ends: 'connected',
  },
  'the proposal is on the phone': {
    before: offerOnPhone,
    after: ({ phone }) => phone.approve(),
    ends: 'connected',
  },
  'the phone said yes and the page has not heard of it': {
    before: async (scene) => {
      const { phone, gate } = scene
      const uri = await offerOnPhone(scene)
      gate.open.toPage = false
      await phone.approve()
      await phone.expectSessions(1)
      gate.open.toPage = true
      return uri
    },
    ends: 'connected',
  },
  'the phone said no and the page has not heard of it': {
    before: async (scene) => {
      const { phone, gate } = scene
      const uri = await offerOnPhone(scene)
      gate.open.toPage = false
      await phone.refuse()
      gate.open.toPage = true
      return uri
    },
    ends: 'disconnected',
  },
  'the phone said no and the page shows it': {
    before: async ({ tab, pairing, phone }) => {
      const uri = await pairing.show()
      await phone.pair(uri)
      await phone.refuse()
      await expect(tab.card).toContainText('Connection declined')
      return uri
    },
    ends: 'disconnected',
  },
  'the session is stored and nothing else of it': {
    before: async ({ tab, pairing, phone }) => {
      await pairing.connect(phone)
      // The state that a page leaves if it ends at this moment.
      await tab.page.evaluate(() => {
        for (const key of Object.keys(localStorage)) {
          if (!key.startsWith('@appkit/pairing:')) localStorage.removeItem(key)
        }
        localStorage.setItem('@appkit/pairing_pending', String(Date.now() + 200_000))
      })
      return undefined
    },
    ends: 'connected',
  },
  'it is connected': {
    before: async ({ pairing, phone }) => {
      await pairing.connect(phone)
      return undefined
    },
    ends: 'connected',
  },
  'a request is on the phone': {
    before: async ({ tab, pairing, phone }) => {
      await pairing.connect(phone)
      const { address } = await tab.account()
      void tab.request('personal_sign', ['0x6f6c64', address]).catch(() => undefined)
      await phone.expectRequest('personal_sign')
      return undefined
    },
    after: ({ phone }) => phone.approve(),
    ends: 'connected',
  },
  'a request cannot be sent': {
    before: async ({ tab, pairing, phone, gate }) => {
      await pairing.connect(phone)
      gate.open.fromPage = false
      const { address } = await tab.account()
      void tab.request('personal_sign', ['0x6f6c64', address]).catch(() => undefined)
      gate.open.fromPage = true
      return undefined
    },
    ends: 'connected',
  },
  'the visitor has just disconnected': {
    before: async ({ tab, pairing, phone }) => {
      await pairing.connect(phone)
      await tab.button.click()
      await tab.disconnect.click()
      await tab.expectDisconnected()
      return undefined
    },
    after: ({ phone }) => phone.expectSessions(0),
    ends: 'disconnected',
  },
}

/** Time from load to session, for `reliability/reloads.mjs`. */
async function timeRestore(page: Page) {
  const connected = await page.waitForFunction(
    () => window.latchkey?.getAccount().isConnected && Math.round(performance.now()),
  )
  const loaded = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return load?.loadEventStart ?? 0
  })
  const ms = Math.max(0, Number(await connected.jsonValue()) - Math.round(loaded))
  test.info().annotations.push({ type: 'live after ms', description: String(ms) })
}

/** Two of three points per run, all of them with `THOROUGH=true`. */
const tierOf = (index: number) => ({ tag: index % 3 === 2 ? ['@thorough'] : [] })

for (const [index, [name, { before, after, ends }]] of Object.entries(points).entries()) {
  test(
    `the page is reloaded when ${name}: ${ends}, and it works`,
    tierOf(index),
    async ({ site, page, openPhone }) => {
      const phone = await openPhone()
      const gate = await installRelayGate(page)
      const tab = await openPaired(site)
      const scene: Scene = { tab, phone, pairing: pairingOf(tab), gate }
      const uri = await before(scene)
      await page.reload()
      if (ends === 'connected' && !after) await timeRestore(page)
      await tab.ready()
      await after?.(scene, uri ?? '')
      if (ends === 'disconnected') {
        await tab.expectDisconnected()
        await scene.pairing.connect(phone)
      }
      await tab.expectConnected()
      await phone.expectSessions(1)
      const { address } = await tab.account()
      await phone.setScript('approve')
      const { result } = await tab.request('personal_sign', ['0x6e6577', address])
      expect(result).toMatch(/^0x[0-9a-f]{130}$/)
    },
  )
}

const phonePoints: Record<string, (scene: Omit<Scene, 'gate'>) => Promise<void>> = {
  'after it scanned': async ({ phone, pairing }) => {
    await phone.pair(await pairing.show())
    await phone.reload()
    await phone.approve()
  },
  'with the proposal on its screen': async (scene) => {
    const { phone } = scene
    await offerOnPhone(scene)
    await phone.reload()
    await phone.expectProposal()
    await phone.approve()
  },
  'as soon as it said yes': async (scene) => {
    const { phone } = scene
    await offerOnPhone(scene)
    await phone.approve()
    await phone.reload()
  },
  'while it is connected': async ({ phone, pairing }) => {
    await pairing.connect(phone)
    await phone.reload()
  },
}

for (const [index, [name, act]] of Object.entries(phonePoints).entries()) {
  test(
    `the wallet app is reloaded ${name}: connected, and it works`,
    tierOf(index),
    async ({ site, openPhone }) => {
      const phone = await openPhone()
      const tab = await openPaired(site)
      await act({ tab, phone, pairing: pairingOf(tab) })
      await tab.expectConnected()
      await phone.expectSessions(1)
      const { address } = await tab.account()
      const signing = tab.request('personal_sign', ['0x6e6577', address])
      await phone.expectRequest('personal_sign')
      await phone.reload()
      await phone.expectRequest('personal_sign')
      await phone.approve()
      expect((await signing).result).toMatch(/^0x[0-9a-f]{130}$/)
    },
  )
}

test('shows the account without the wallet app running', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  await pairingOf(tab).connect(phone)
  const before = await tab.account()
  await phone.close()
  await tab.page.reload()
  await tab.expectConnected()
  expect(await tab.account()).toEqual(before)
  await tab.openModal()
  await tab.card.getByTestId('wui-wallet-switch').click()
  await expect(tab.card).toContainText('Sample Wallet')
})

test('drops a session that the wallet ended while the page was closed', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  await pairingOf(tab).connect(phone)
  await tab.page.close()
  await phone.disconnectAll()
  await phone.expectSessions(0)
  const later = await openPaired(site)
  await later.ready()
  await later.expectDisconnected()
  await pairingOf(later).connect(phone)
})

test('handles a session deletion while the page is loading', async ({
  site,
  context,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  await pairingOf(tab).connect(phone)
  await tab.page.close()
  await phone.disconnectAll()
  await phone.expectSessions(0)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(/\/adapter-/, async (route) => {
    await released
    await route.continue()
  })
  const later = await openPaired(site)
  await expect.poll(() => pairingOf(later).stored('sessions')).toBe(0)
  release()
  await later.ready()
  await later.expectDisconnected()
})

test('shows the session and its end in a tab opened later', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site)
  await pairingOf(tab).connect(phone)
  const other = await openPaired(site)
  await other.expectConnected()
  const { address } = await other.account()
  await phone.setScript('approve')
  expect((await other.request('personal_sign', ['0x6e6577', address])).result).toMatch(/^0x/)
  await phone.disconnectAll()
  await tab.expectDisconnected()
  await other.expectDisconnected()
})
