import { metaMask, rainbow, tangem } from 'latchkey/wallets'
import { expect, openPaired, type Phone, sampleWalletUrl, test } from '../fixtures/phone.js'
import type { Visit } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

const acme = {
  id: 'acme',
  name: 'Acme',
  mobile_link: 'acme://',
  link_mode: 'https://acme.example/app',
  homepage: 'https://acme.example',
  app_store: 'https://apps.apple.com/app/acme',
  play_store: 'https://play.google.com/store/apps/details?id=acme',
}

type Opened = readonly [url: string, target: string]

/** Records every link the page opens instead of following it. */
function recordLinks() {
  const links: Opened[] = []
  Object.assign(window, { links })
  window.open = (url, target) => {
    links.push([String(url), String(target)])
    return null
  }
}

const links = (tab: Tab) =>
  tab.page.evaluate(() => (window as unknown as { links: Opened[] }).links)

const openWith = (site: Parameters<typeof openPaired>[0], { options, ...visit }: Visit = {}) =>
  openPaired(site, {
    wallets: [],
    before: recordLinks,
    ...visit,
    options: { customWallets: [acme], ...options },
  })

const rowOf = (tab: Tab, id: string) => tab.card.getByTestId(`wallet-selector-${id}`)

/** The first link that was opened, once there is one. */
async function firstLink(tab: Tab): Promise<Opened> {
  await expect.poll(async () => (await links(tab)).length).toBe(1)
  return (await links(tab))[0] as Opened
}

const uriIn = (link: string) => decodeURIComponent(link.split('wc?uri=')[1] ?? '')

async function approve(phone: Phone, uri: string) {
  await phone.pair(uri)
  await phone.approve()
}

for (const [name, userAgent] of Object.entries(agents)) {
  test.describe(`on ${name}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

    test('opens the wallet app automatically, again by its button, and connects', async ({
      site,
      openPhone,
    }) => {
      const phone = await openPhone()
      const tab = await openWith(site)
      await tab.openModal()
      // A phone cannot scan its own screen.
      await expect(rowOf(tab, 'walletconnect')).toBeHidden()
      await rowOf(tab, 'acme').tap()
      await expect(tab.card).toContainText('Continue in Acme')
      const [url, target] = await firstLink(tab)
      expect(url).toMatch(/^acme:\/\/wc\?uri=wc%3A/)
      expect(target).toBe('_self')
      const button = tab.tryAgain
      await expect(button).toHaveText('Open')
      await button.tap()
      await expect
        .poll(() => links(tab))
        .toEqual([
          [url, target],
          [url, target],
        ])
      // It did not open: the universal link is offered too.
      await tab.card.getByTestId('open-other-link').tap()
      await expect.poll(async () => (await links(tab)).length).toBe(3)
      const [other = ''] = (await links(tab))[2] ?? []
      expect(other).toMatch(/^https:\/\/acme\.example\/app\/wc\?uri=/)
      expect(uriIn(other)).toBe(uriIn(url))
      await button.tap()
      await approve(phone, uriIn(url))
      await tab.expectConnected()
      await expect(tab.card).toBeHidden()

      // A request brings the same app to the front.
      await phone.setScript('approve')
      const { address } = await tab.account()
      await tab.request('personal_sign', ['0x6e6577', address])
      const [session] = await phone.sessions()
      expect((await links(tab)).at(-1)).toEqual([
        `acme://wc?sessionTopic=${session?.topic}`,
        '_self',
      ])
    })

    test('reports a declined pairing and opens the app again on retry', async ({
      site,
      openPhone,
    }) => {
      const phone = await openPhone()
      const tab = await openWith(site)
      await tab.openModal()
      await rowOf(tab, 'acme').tap()
      const [first] = await firstLink(tab)
      await phone.pair(uriIn(first))
      await phone.refuse()
      await expect(tab.card).toContainText('Connection declined')
      await tab.tryAgain.tap()
      await expect.poll(async () => (await links(tab)).length).toBe(2)
      const [second = ''] = (await links(tab))[1] ?? []
      expect(uriIn(second)).not.toBe(uriIn(first))
      await approve(phone, uriIn(second))
      await tab.expectConnected()
    })

    test('opens the page in a wallet’s own browser without pairing', async ({ site }) => {
      const id = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
      const tab = await openWith(site, {
        options: { customWallets: [{ ...acme, id, mobile_link: undefined }] },
      })
      await tab.openModal()
      await rowOf(tab, id).tap()
      const [url, target] = await firstLink(tab)
      const page = new URL(tab.page.url())
      const encodedUrl = `${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
      expect([url, target]).toEqual([
        name === 'Android'
          ? `intent://browse/${encodedUrl}#Intent;scheme=phantom;package=app.phantom;end`
          : `https://phantom.app/ul/browse/${encodedUrl}`,
        '_self',
      ])
      await tab.tryAgain.tap()
      await expect.poll(async () => (await links(tab)).length).toBe(2)
    })

    test('uses a universal link if the site prefers it', async ({ site }) => {
      const tab = await openWith(site, { options: { experimental_preferUniversalLinks: true } })
      await tab.openModal()
      await rowOf(tab, 'acme').tap()
      const [url, target] = await firstLink(tab)
      expect(url).toMatch(/^https:\/\/acme\.example\/app\/wc\?uri=wc%3A/)
      expect(target).toBe('_self')
    })

    test('links to the store when the wallet is not installed', async ({ site }) => {
      const tab = await openWith(site)
      await tab.openModal()
      await rowOf(tab, 'acme').tap()
      await expect(tab.card).toContainText("Don't have Acme?")
      await expect(tab.card.getByRole('link', { name: 'Get' })).toHaveAttribute(
        'href',
        name === 'iPhone' ? acme.app_store : acme.play_store,
      )
    })

    test('escapes the link and opens it in a new window in Telegram', async ({ site, page }) => {
      await page.addInitScript(() => Object.assign(window, { Telegram: {} }))
      const tab = await openWith(site)
      await tab.openModal()
      await rowOf(tab, 'acme').tap()
      const [url, target] = await firstLink(tab)
      expect(target).toBe('_blank')
      const escapedOnce = name === 'Android' ? decodeURIComponent(uriIn(url)) : uriIn(url)
      expect(escapedOnce).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    })

    test('opens a web wallet in a new tab, only on a tap, and connects', async ({
      site,
      context,
    }) => {
      const wallet = sampleWalletUrl()
      site.expectConsoleError(new RegExp(`foreign request: ${wallet}`))
      const web = { id: 'web', name: 'Web', webapp_link: wallet }
      const tab = await openPaired(site, {
        wallets: [],
        options: { customWallets: [web] },
        before: () => {
          const links: Opened[] = []
          const { open } = window
          Object.assign(window, { links })
          window.open = (url, target, features) => {
            links.push([String(url), String(target)])
            return open(url, target, features)
          }
        },
      })
      await tab.openModal()
      await rowOf(tab, 'web').tap()
      await expect(tab.tryAgain).toHaveText('Open')
      await expect(tab.tryAgain).not.toHaveAttribute('aria-disabled')
      expect(await links(tab)).toEqual([])
      const opening = context.waitForEvent('page')
      await tab.tryAgain.tap()
      const opened = await opening
      await opened.getByTestId('session-approve-button').tap()
      await expect(opened.getByTestId('session-card')).toBeVisible()
      await opened.close()
      await tab.expectConnected()
    })

    test('connects a page that the wallet navigated away and back', async ({ site }) => {
      const wallet = sampleWalletUrl()
      site.expectConsoleError(new RegExp(`foreign request: ${wallet}`))
      const own = { id: 'own', name: 'Own', mobile_link: wallet }
      const tab = await openPaired(site, { wallets: [], options: { customWallets: [own] } })
      const address = tab.page.url()
      await tab.openModal()
      await rowOf(tab, 'own').tap()
      await tab.page.getByTestId('session-approve-button').tap()
      await expect(tab.page.getByTestId('session-card')).toBeVisible()
      await tab.page.goto(address)
      await tab.expectConnected()
    })
  })
}

test('opens a desktop wallet’s app next to a QR code for the phone', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const deck = { id: 'deck', name: 'Deck', mobile_link: 'deck://', desktop_link: 'deckapp://' }
  const tab = await openWith(site, { options: { customWallets: [deck] } })
  await tab.openModal()
  await rowOf(tab, 'deck').click()
  await expect(tab.card).toContainText('Scan with Deck on your phone.')
  await tab.card.getByTestId('tab-desktop').click()
  const [url, target] = await firstLink(tab)
  expect(url).toMatch(/^deckapp:\/\/wc\?uri=/)
  expect(target).toBe('_blank')
  await approve(phone, uriIn(url))
  await tab.expectConnected()
})

const inApp = {
  'Instagram on Android': {
    agent: `${agents.Android.replace('Pixel 9', 'Pixel 9; wv')} Instagram 334.0.0.42.95 Android`,
    link: /^intent:\/\/wc\?uri=wc%3A[^#]+#Intent;scheme=acme;package=acme;end$/,
  },
  'TikTok on Android': {
    agent: `${agents.Android.replace('Pixel 9', 'Pixel 9; wv')} trill_340503 BytedanceWebview/d8a21c6`,
    link: /^https:\/\/acme\.example\/app\/wc\?uri=wc%3A/,
  },
  'Instagram on iOS': {
    agent: agents.iPhone
      .replace('Version/18.0 ', '')
      .replace('Safari/604.1', 'Instagram 334.0.4.32'),
    link: /^acme:\/\/wc\?uri=wc%3A/,
  },
} as const

for (const [name, { agent, link }] of Object.entries(inApp)) {
  test.describe(`in the browser of ${name}`, () => {
    test.use({
      userAgent: agent,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })

    test('opens the wallet with a link that works there, and connects', async ({
      site,
      openPhone,
    }) => {
      const phone = await openPhone()
      const tab = await openWith(site)
      await tab.openModal()
      await rowOf(tab, 'acme').tap()
      const [url, target] = await firstLink(tab)
      expect(url).toMatch(link)
      expect(target).toBe('_self')
      await expect(tab.card).toContainText('open this page in your own browser')
      await approve(phone, uriIn(url.replace(/#Intent.*/, '')))
      await tab.expectConnected()

      await phone.setScript('approve')
      const { address } = await tab.account()
      await tab.request('personal_sign', ['0x6e6577', address])
      await expect.poll(async () => (await links(tab)).length).toBe(2)
      const [later] = (await links(tab))[1] ?? []
      expect(later).toMatch(
        new RegExp(link.source.replace('uri=wc%3A', 'sessionTopic=').replace('$', '')),
      )
    })
  })
}

test.describe('on a phone, with wallets of the package and no provider', () => {
  test.use({
    userAgent: agents.iPhone,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })

  test('opens the app in the tap itself, and connects after the page was frozen meanwhile', async ({
    site,
    openPhone,
  }) => {
    const phone = await openPhone()
    const tab = await openPaired(site, {
      wallets: [],
      before: () => {
        const links: Opened[] = []
        Object.assign(window, { links })
        let isTap = false
        window.addEventListener('click', () => (isTap = true), { capture: true })
        window.addEventListener('click', () => (isTap = false))
        window.open = (url) => {
          links.push([String(url), isTap ? 'in the tap' : 'later'])
          return null
        }
      },
      options: { wallets: [metaMask, rainbow, tangem] },
    })
    const published = waitForPublished(tab)
    await tab.openModal()
    await expect(rowOf(tab, metaMask.id)).toContainText('MetaMask')
    await expect(rowOf(tab, tangem.id).locator('img')).toHaveAttribute('src', /^data:image\/svg/)
    await published
    await rowOf(tab, rainbow.id).tap()
    const [url, moment] = await firstLink(tab)
    expect(url).toMatch(/^rainbow:\/\/wc\?uri=wc%3A/)
    expect(moment).toBe('in the tap')

    // A phone freezes the page while the wallet is in front.
    const devtools = await tab.page.context().newCDPSession(tab.page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await approve(phone, uriIn(url))
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await tab.expectConnected()
    await expect(tab.card).toBeHidden()
    expect(await links(tab)).toHaveLength(1)
  })
})

/** Resolves when the relay has confirmed an offer of the page. */
function waitForPublished({ page }: Tab): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      const sent = new Set<unknown>()
      socket.on('framesent', ({ payload }) => {
        const { id, method = '' } = JSON.parse(String(payload)) as { id: number; method?: string }
        if (method.endsWith('publish') || method.endsWith('proposeSession')) sent.add(id)
      })
      socket.on('framereceived', ({ payload }) => {
        if (sent.has((JSON.parse(String(payload)) as { id: number }).id)) resolve()
      })
    })
  })
}
