import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { urlOf } from '../fixtures/chains.js'
import {
  allowWallet,
  inLoginDatabase,
  openProvider,
  showNumber,
  signInAtProvider,
} from '../fixtures/login.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

/** A program that calls the login site without a browser, as a hostile site's server would. */
function createScript(site: string) {
  const secret = randomBytes(32)
  const binding = createHash('sha256').update(secret).digest('hex')
  const deviceId = randomUUID()
  const login = urlOf('LOGIN')
  async function call(path: string, body: object, token?: string) {
    const answer = await fetch(`${login}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: new URL(login).origin,
        'x-project-id': 'latchkey-development',
        'x-site-origin': site,
        'x-frame-key': randomBytes(65).toString('base64url'),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return { ok: answer.ok, ...JSON.parse((await answer.text()) || '{}') }
  }
  return {
    call,
    deviceId,
    start: () => call('social/start', { provider: 'google', binding, origin: site, deviceId }),
    finish: (flowId: string, proof: object) =>
      call('social/finish', { flowId, secret: secret.toString('hex'), proof }),
  }
}

/** A victim with a wallet created on an honest page. */
async function walletOwner(site: Site): Promise<{ email: string; address: string }> {
  const tab = await site.open({ login: true, wallets: [] })
  const email = await signInAtProvider(await openProvider(tab, 'google'))
  await tab.expectConnected()
  const { address } = await tab.account()
  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  return { email, address: address ?? '' }
}

test('a hostile page cannot complete a log-in its own script started', async ({
  site,
  context,
}) => {
  const { email } = await walletOwner(site)
  const tab = await site.open({ login: true, wallets: [] })
  const { page } = tab
  await tab.openModal()
  const script = createScript(new URL(page.url()).origin)
  const { flowId, uri } = await script.start()
  // The page opens the window itself, listens to everything, and has a genuine frame beside it.
  await page.evaluate(() => {
    const received: string[] = []
    Object.assign(window, { received })
    addEventListener('message', (event) => received.push(JSON.stringify(event.data)))
  })
  const opening = context.waitForEvent('page')
  await page.evaluate((address) => void window.open(address, '', 'popup'), uri)
  const popup = await opening
  await signInAtProvider(popup, email)
  // No frame has the secret, so the window names the site and shows a number.
  const number = await showNumber(popup)
  const received = await page.evaluate(() => (window as unknown as { received: string[] }).received)
  const ticket = await popup.evaluate(
    () => JSON.parse(document.getElementById('data')?.textContent ?? '{}').ticket,
  )
  expect(ticket).toMatch(/^[\w-]{43}$/)
  expect(received.join()).not.toContain(ticket)
  expect(received.join()).not.toContain(number)
  expect((await script.finish(flowId, { kind: 'ticket', ticket: 'A'.repeat(43) })).ok).toBe(false)

  // Even a visitor who types the number into the hostile page gives it only a session, no share.
  const { token } = await script.finish(flowId, { kind: 'number', number })
  const started = await script.call('recovery/start', { deviceId: script.deviceId }, token)
  expect(started.recovery.state).toBe('mailed')
  for (const share of ['server-share', 'recovery-share']) {
    const body = { flowId: started.flowId, signature: 'A'.repeat(86) }
    expect((await script.call(`recovery/${share}`, body, token)).ok).toBe(false)
  }
})

test('opens an existing wallet on another site after one click in the login window', async ({
  site,
}) => {
  const { email, address } = await walletOwner(site)
  const tab = await site.open({ login: true, wallets: [] })
  // For the server this is a new browser.
  await inLoginDatabase((tx) => tx`update login_shares set frame_key = null`)
  const popup = await openProvider(tab, 'google')
  await signInAtProvider(popup, email)
  await allowWallet(popup)
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(address)
})
