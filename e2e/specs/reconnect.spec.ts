import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

test('reconnects after a reload without a prompt', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setChain('0x2105')
  await expect(tab.networkButton).toContainText('Base')
  await tab.page.reload()
  await tab.expectConnected()
  await expect(tab.networkButton).toContainText('Base')
  expect(await tab.wallet().methods()).not.toContain('eth_requestAccounts')
})

test('shows connecting, then the account, and nothing else during a reload', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.addInitScript(recordReload)
  await tab.page.reload()
  await tab.expectConnected()
  const { statuses, texts } = await tab.page.evaluate(() => Object(window).seen)
  expect(statuses).toEqual(['connecting', 'connected'])
  const [first, ...others] = texts
  expect(first).toBe('Connecting...')
  // The balance may arrive after the address.
  for (const text of others) expect(text).toContain('0x')
})

/** Records every status and every text of the button. */
function recordReload() {
  const seen = { statuses: [] as string[], texts: [] as string[] }
  let latchkey: typeof window.latchkey
  const note = (list: string[], value: string) => {
    if (value !== list.at(-1)) list.push(value)
  }
  Object.assign(window, { seen })
  Object.defineProperty(window, 'latchkey', {
    configurable: true,
    get: () => latchkey,
    set(created: typeof latchkey) {
      latchkey = created
      note(seen.statuses, created.getAccount().status)
      created.subscribeAccount(({ status }) => note(seen.statuses, status))
    },
  })
  const read = (button: Element) => {
    if (button.textContent) note(seen.texts, button.textContent)
  }
  const find = () => {
    const button = document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
    if (!button) return requestAnimationFrame(find)
    const observer = new MutationObserver(() => read(button))
    observer.observe(button, { childList: true, subtree: true, characterData: true })
    return read(button)
  }
  find()
}

test('does not prompt a wallet that was locked, and disconnects', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.evaluate((rdns) => {
    const key = `sample-wallet:${rdns}`
    const memory = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...memory, locked: true }))
  }, fox.rdns)
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).not.toContain('eth_requestAccounts')
  await tab.connect()
})

test('disconnects when the wallet is gone', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const later = await site.open({ wallets: [] })
  await later.ready()
  await later.expectDisconnected()
  await later.openModal()
  await expect(later.card).toContainText('No wallet found')
})

test('disconnects on reload with enableReconnect off', async ({ site }) => {
  const tab = await site.open({ options: { enableReconnect: false } })
  await tab.connect()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  expect(await tab.wallet().methods()).toEqual([])
})

test('stays disconnected after a reload', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
})
