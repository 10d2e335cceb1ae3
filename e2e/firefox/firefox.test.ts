import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ReferenceClient,
  useReferenceClients,
} from '../../packages/pairing/interop/referenceClients.js'
import { account } from '../../packages/pairing/interop/scope.js'
import { inRoot } from '../../scripts/lib/root.mjs'
import globalSetup from '../globalSetup.js'
import { type Firefox, launchFirefox } from './firefox.js'
import { createPage, enter, type FirefoxPage } from './page.js'

/** The playground in Firefox; the other browser tests run in Chromium. */

const id = (name: string) => `[data-testid="${name}"]`

let stop: () => Promise<unknown>
beforeAll(async () => {
  stop = await globalSetup()
})
afterAll(() => stop?.())
const reference = useReferenceClients(() => process.env.E2E_RELAY ?? '')

describe('the playground in Firefox', () => {
  let firefox: Firefox
  let page: FirefoxPage

  beforeEach(async () => {
    firefox = await launchFirefox(process.env.FIREFOX_PATH ?? '')
    console.log(`Firefox ${firefox.version}`)
    page = createPage(firefox)
    await page.open(process.env.E2E_DEMO ?? '')
  })
  afterEach(async ({ task }) => {
    mkdirSync(inRoot('artifacts', 'firefox'), { recursive: true })
    const file = `${task.name.replaceAll(/\W+/g, '-')}.png`
    writeFileSync(inRoot('artifacts', 'firefox', file), await firefox.screenshot())
    await firefox.close()
  })

  const state = (expected: string | RegExp, selector = id('state-account')) =>
    page.waitFor(`${selector} is not ${expected}`, async () =>
      (await page.text(selector))?.match(expected),
    )
  const approve = () => page.click(id('sample-wallet-approve'))
  const request = (slug: string) => page.click(`.request:has(${id(`outcome-${slug}`)}) button`)
  const closed = () =>
    page.waitFor('the modal is open', async () => !(await page.has(id('w3m-modal-card'))))

  it('connects a wallet in the page, signs, sends, switches, restores and disconnects', async () => {
    await page.click(id('connect-button'))
    await page.click(id('wallet-selector-app.latchkey.sample'))
    await approve()
    await state(/^eip155:1:0x/)
    await closed()

    await request('sign-message')
    await approve()
    await state(/^0x[\da-f]{130}$/, id('outcome-sign-message'))
    await request('send')
    await approve()
    await state(/^0x[\da-f]{64} in block \d+$/, id('outcome-send'))

    await page.click(id('w3m-network-button'))
    await page.click(id('w3m-network-switch-Base'))
    await approve()
    await state(/^eip155:8453:0x/)
    expect(await page.errors()).toEqual([])

    await page.open(process.env.E2E_DEMO ?? '')
    await state(/^eip155:8453:0x/)
    await page.click(id('account-button'))
    await page.click(id('disconnect-button'))
    await page.waitFor('still connected', () => page.has(id('connect-button')))
    expect(await page.errors()).toEqual([])
  })

  it('pairs with the wallet of another implementation by QR code', async () => {
    const wallet = await reference.start('their-wallet')
    approveEverything(wallet)
    await page.click(id('connect-button'))
    await page.click(id('wallet-selector-walletconnect'))
    const uri = await page.waitFor('no code', () => page.attribute(id('wui-qr-code'), 'uri'))
    await wallet.pair({ uri })
    await state(`eip155:1:${account.address}`)
    await request('sign-message')
    await state(/^0x[\da-f]{130}$/, id('outcome-sign-message'))
    expect(await page.errors()).toEqual([])
  })

  it('logs in by email, and signs in a separate window', async () => {
    const email = `visitor-${Date.now()}@example.com`
    const login = process.env.E2E_LOGIN ?? ''
    await page.click(id('connect-button'))
    await page.click(id('wui-email-input'))
    await page.type(`${email}${enter}`)
    const code = await page.waitFor('no mail', () => codeFor(email))
    await page.click('input', { frame: login })
    await page.type(code, { frame: login })
    await state(/^eip155:1:0x/)
    await closed()
    await request('sign-message')
    // Firefox cannot tell whether a frame is covered, so requests are confirmed in a window.
    await page.click(id('approve-open'), { frame: login })
    // A click that is too early to have read the request does not count.
    await page.waitFor('the message is not signed', async () => {
      if (/^0x/.test((await page.text(id('outcome-sign-message'))) ?? '')) return true
      return page.tryClick(id('approve-confirm'), { window: login }).then(() => false)
    })
    expect(await page.errors()).toEqual([])
  })
})

function approveEverything(wallet: ReferenceClient): void {
  wallet.on('session_proposal', ({ id, params }) => {
    const {
      chains = [],
      methods,
      events,
    } = {
      ...params.requiredNamespaces.eip155,
      ...params.optionalNamespaces.eip155,
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged', 'accountsChanged'],
    }
    const accounts = chains.map((chain) => `${chain}:${account.address}`)
    void wallet.approve({ id, namespaces: { eip155: { accounts, methods, events } } })
  })
  wallet.on('session_request', async ({ topic, id, params }) => {
    const raw = params.request.params[0]
    const result = await account.signMessage({ message: { raw } })
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  })
}

async function codeFor(email: string): Promise<string | null | undefined> {
  const response = await fetch(`${process.env.E2E_INBOX}/messages`)
  const { messages } = (await response.json()) as {
    readonly messages: readonly { readonly to: readonly string[]; readonly code: string | null }[]
  }
  return messages.find(({ to }) => to.includes(email))?.code
}
