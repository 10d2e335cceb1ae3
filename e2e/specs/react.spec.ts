import { expect, test } from '../fixtures/site.js'
import { fox } from '../fixtures/wallets.js'

test('hooks follow connecting, switching and disconnecting', async ({ site }) => {
  const tab = await site.open({ page: 'react', wallets: [{ ...fox, accounts: [5] }] })
  const { page } = tab
  const fact = (name: string) => page.getByTestId(`fact-${name}`)
  await expect(tab.button).toHaveText('Connect to the shop')
  await expect(fact('isConnected')).toHaveText('false')
  await expect(fact('network')).toHaveText('eip155:1')

  await page.getByRole('button', { name: 'Open' }).click()
  await expect(fact('open')).toHaveText('true')
  await tab.row().click()
  await expect(fact('status')).toHaveText('connected')
  await expect(fact('open')).toHaveText('false')
  await expect(fact('address')).toHaveText(await tab.wallet().addressOf(5))
  await expect(fact('wallet')).toHaveText('Fox')
  await expect(fact('provider')).toHaveText('ANNOUNCED')
  await expect(tab.card).toBeHidden()

  await page.getByRole('button', { name: 'Read balance' }).click()
  await expect(page.getByTestId('balance')).toHaveText('10000 ETH')
  await page.getByRole('button', { name: 'Switch to the last network' }).click()
  await expect(fact('network')).toHaveText('eip155:8453')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(fact('theme')).toHaveText('dark')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(fact('status')).toHaveText('disconnected')
  await expect(fact('event')).toHaveText('DISCONNECT_SUCCESS')
  await page.getByRole('button', { name: 'Read balance' }).click()
  await expect(page.getByTestId('balance')).toContainText('no account is connected')
})

test('buttons connect, switch and disconnect', async ({ site }) => {
  const tab = await site.open({ page: 'react' })
  await tab.connect()
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(tab.card).toBeHidden()
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
})

test('handles a declined request, a retry and a reload', async ({ site }) => {
  const tab = await site.open({ page: 'react', wallets: [{ ...fox, script: 'refuse' }] })
  await tab.openModal()
  await tab.row().click()
  await expect(tab.card).toContainText('Connection declined')
  await tab.wallet().setScript('approve')
  await tab.tryAgain.click()
  await tab.expectConnected()
  // One prompt per attempt, although StrictMode runs effects twice.
  const requested = (await tab.wallet().methods()).filter((name) => name === 'eth_requestAccounts')
  expect(requested).toHaveLength(2)
  await tab.page.reload()
  await expect(tab.page.getByTestId('fact-status')).toHaveText('connected')
})

test('buttons accept element attributes, and onClick can keep the widget closed', async ({
  site,
}) => {
  const tab = await site.open({ page: 'react' })
  const element = tab.page.locator('latchkey-button')
  await expect(element).toHaveClass('wide')
  await expect(element).toHaveAttribute('id', 'wallet')
  await expect(element).toHaveCSS('margin-left', '3px')
  await tab.page.evaluate(() => {
    window.refusePress = true
  })
  await tab.button.click()
  await expect(element).toHaveAttribute('data-presses', '1')
  expect(await tab.page.evaluate(() => window.latchkey.isOpen())).toBe(false)
  await tab.page.evaluate(() => {
    window.refusePress = false
  })
  await tab.openModal()
  await expect(element).toHaveAttribute('data-presses', '2')
})
