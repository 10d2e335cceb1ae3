import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, openPaired, type Phone, pairingOf, test } from '../fixtures/phone.js'
import { saveScreenshot } from '../fixtures/picture.js'
import { settled } from '../fixtures/settled.js'
import type { Visit } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

const icon = fileURLToPath(new URL('../../apps/sample-wallet/public/icon.svg', import.meta.url))
const image_url = `data:image/svg+xml;base64,${readFileSync(icon).toString('base64')}`

const otter = {
  id: 'otter',
  name: 'Otter',
  image_url,
  mobile_link: 'otter://',
  homepage: 'https://otter.example',
  app_store: 'https://apps.example/otter',
}
const everywhere = {
  ...otter,
  id: 'everywhere',
  name: 'Everywhere',
  webapp_link: 'https://everywhere.example',
  desktop_link: 'everywhere://',
}
const others = ['Badger', 'Heron', 'Ibis', 'Lynx', 'Marten', 'Newt', 'Stoat', 'Teal'].map(
  (name) => ({ id: name.toLowerCase(), name, mobile_link: `${name.toLowerCase()}://` }),
)
const long = {
  ...otter,
  id: 'long',
  name: 'The Quite Extraordinarily Long-Winded Wallet of the Northern Provinces',
}
const customWallets = [otter, everywhere, long, ...others]

type Picture = {
  readonly visit?: Visit
  readonly consoleError?: RegExp
  readonly onPhone?: boolean
  readonly navigate: (tab: Tab, openPhone: () => Promise<Phone>) => Promise<void>
}

const choose = async (tab: Tab, id: string) => {
  await tab.openModal()
  await tab.row(id).click()
}

const pictures: Record<string, Picture> = {
  'pairing-image': {
    navigate: async (tab) => {
      await choose(tab, 'otter')
      await pairingOf(tab).uri()
    },
  },
  'pairing-long-name': {
    navigate: async (tab) => {
      await choose(tab, 'long')
      await pairingOf(tab).uri()
    },
  },
  'pairing-declined': {
    navigate: async (tab, openPhone) => {
      const phone = await openPhone()
      await phone.pair(await pairingOf(tab).show())
      await phone.refuse()
      await expect(tab.card).toContainText('Connection declined')
    },
  },
  'pairing-relay-down': {
    // Nothing listens there.
    visit: { options: { relayUrls: ['ws://127.0.0.1:9'] } },
    consoleError: /127\.0\.0\.1:9\b/,
    navigate: async (tab) => {
      await pairingOf(tab).show()
      await expect(tab.card).toContainText('Connection service unavailable')
    },
  },
  'pairing-tabs': {
    navigate: async (tab) => {
      await choose(tab, 'everywhere')
      await pairingOf(tab).uri()
    },
  },
  'pairing-desktop': {
    navigate: async (tab) => {
      await choose(tab, 'everywhere')
      await tab.card.getByTestId('tab-desktop').click()
      await expect(tab.card).toContainText('Accept the connection in the desktop app.')
    },
  },
  'pairing-web': {
    navigate: async (tab) => {
      await choose(tab, 'everywhere')
      await tab.card.getByTestId('tab-webapp').click()
      await expect(tab.card).toContainText('Open the web wallet')
    },
  },
  'pairing-mobile': {
    onPhone: true,
    navigate: async (tab) => {
      await choose(tab, 'otter')
      await expect(tab.card).toContainText('Continue in Otter')
    },
  },
  'pairing-mobile-tabs': {
    onPhone: true,
    navigate: async (tab) => {
      await choose(tab, 'everywhere')
      await expect(tab.card).toContainText('Continue in Everywhere')
    },
  },
  'all-wallets-many': {
    navigate: async (tab) => {
      await tab.openModal()
      await tab.card.getByTestId('all-wallets').click()
      await expect(tab.card.getByTestId('wallet-list')).toBeVisible()
    },
  },
  'all-wallets-empty': {
    navigate: async (tab) => {
      await tab.openModal()
      await tab.card.getByTestId('all-wallets').click()
      await tab.card.getByRole('searchbox').fill('nobody')
      await expect(tab.card.getByTestId('no-wallet-found')).toBeVisible()
    },
  },
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

// For review; nothing is compared.
for (const [name, { visit, consoleError, onPhone = false, navigate }] of Object.entries(pictures)) {
  test.describe(name, () => {
    test.use({
      contextOptions: { reducedMotion: 'reduce' },
      ...(onPhone && { isMobile: true, hasTouch: true, viewport: sizes[1] }),
    })

    test('pictures', { tag: '@thorough' }, async ({ site, openPhone }) => {
      if (consoleError) site.expectConsoleError(consoleError)
      const tab = await openPaired(site, {
        ...visit,
        // App links open nothing here.
        before: () => {
          window.open = () => null
        },
        options: { customWallets, ...visit?.options },
      })
      await navigate(tab, openPhone)
      for (const size of onPhone ? sizes.slice(1) : sizes) {
        await tab.page.setViewportSize(size)
        for (const mode of ['light', 'dark'] as const) {
          await tab.page.emulateMedia({ colorScheme: mode })
          await expect(tab.page.locator('latchkey-modal')).toHaveAttribute('data-theme', mode)
          await settled(tab.page)
          await saveScreenshot(tab.page, `${name}-${mode}`)
        }
      }
    })
  })
}
