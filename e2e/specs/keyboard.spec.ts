import { focused } from '../fixtures/focus.js'
import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

async function tabTo({ page }: Tab, name: string) {
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await focused(page)).name === name) return
    await page.keyboard.press('Tab')
  }
  expect((await focused(page)).name).toBe(name)
}

test('connects, switches and disconnects with the keyboard', async ({ site }) => {
  const tab = await site.open()
  const { keyboard } = tab.page
  await tab.page.keyboard.press('Tab')
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'connect-button' })
  await keyboard.press('Enter')
  await expect(tab.card).toBeVisible()
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'w3m-modal-card' })
  await tabTo(tab, 'wallet-selector-com.example.fox')
  await keyboard.press('Enter')
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'account-button' })

  await keyboard.press('Enter')
  await expect(tab.disconnect).toBeVisible()
  await tabTo(tab, 'w3m-account-select-network')
  await keyboard.press('Enter')
  await expect(tab.networkRow('Base')).toBeVisible()
  await tabTo(tab, 'w3m-network-switch-Base')
  await keyboard.press('Enter')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(tab.disconnect).toBeVisible()
  await tabTo(tab, 'disconnect-button')
  await keyboard.press('Enter')
  await tab.expectDisconnected()
  await expect(tab.card).toBeHidden()
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'connect-button' })
})

test('traps focus in the modal, in reading order', async ({ site }) => {
  const wallets = ['fox', 'otter'].map((name) => ({ rdns: `com.example.${name}`, name }))
  const tab = await site.open({ wallets })
  await tab.button.focus()
  await tab.page.keyboard.press('Enter')
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'w3m-modal-card' })
  const order: string[] = []
  for (let presses = 0; presses < 12; presses += 1) {
    await tab.page.keyboard.press('Tab')
    const { name, inModal } = await focused(tab.page)
    // After the last control the focus moves to the browser's toolbars.
    if (inModal) order.push(name)
    else expect(name).toBe('nothing')
  }
  expect(order.slice(0, 4)).toEqual([
    'What is a wallet?',
    'w3m-header-close',
    'wallet-selector-com.example.fox',
    'wallet-selector-com.example.otter',
  ])
  expect([...new Set(order)].filter((name) => name !== 'w3m-modal-card')).toHaveLength(4)
})

test('Escape closes the modal and restores focus', async ({ site }) => {
  const tab = await site.open()
  await tab.button.focus()
  await tab.page.keyboard.press('Enter')
  await expect(tab.card).toBeVisible()
  await tab.page.keyboard.press('Escape')
  await expect(tab.card).toBeHidden()
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'connect-button' })
  // Again, and with the other button.
  await tab.page.keyboard.press('Tab')
  await tab.page.keyboard.press('Space')
  await expect(tab.title).toHaveText('Choose Network')
  await tab.page.keyboard.press('Escape')
  await expect(tab.card).toBeHidden()
  await expect.poll(() => focused(tab.page)).toMatchObject({ name: 'w3m-network-button' })
})

test('keeps focus in the modal when the focused control is replaced', async ({ site }) => {
  const tab = await site.open()
  await tab.button.focus()
  await tab.page.keyboard.press('Enter')
  await expect(tab.card).toBeVisible()
  await tabTo(tab, 'What is a wallet?')
  await tab.page.keyboard.press('Enter')
  await expect(tab.title).toHaveText('What is a Wallet?')
  await expect.poll(async () => (await focused(tab.page)).inModal).toBe(true)
  await tabTo(tab, 'header-back')
  await tab.page.keyboard.press('Enter')
  await expect(tab.row()).toBeVisible()
  await expect.poll(async () => (await focused(tab.page)).inModal).toBe(true)
})

test('keeps typed keys from the page’s shortcuts', async ({ site }) => {
  const tab = await site.open()
  await tab.page.evaluate(() => {
    const received: string[] = []
    document.addEventListener('keydown', (event) => received.push(event.key))
    Object.assign(window, { received })
  })
  await tab.networkButton.click()
  await tab.card.getByRole('searchbox').fill('')
  await tab.card.getByRole('searchbox').pressSequentially('abc')
  expect(await tab.page.evaluate(() => Object(window).received)).toEqual([])
})
