import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from '../fixtures/site.js'

test('shows the address as QR code, to copy and in full, with its networks', async ({
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tab = await site.open({ provider: true, networks: ['mainnet', 'base', 'sepolia'] })
  await tab.connect()
  const address = await tab.wallet().addressOf(0)
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletReceive' }))
  await expect(tab.title).toHaveText('Receive')

  const code = tab.card.getByTestId('wui-qr-code')
  await expect(code).toHaveCSS('width', '232px')
  await expect.poll(() => read(code)).toBe(address)
  await tab.page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => read(code)).toBe(address)

  const groups = tab.card.getByTestId('receive-address').locator('span')
  await expect(groups).toHaveText(['0x', ...(address.slice(2).match(/.{4}/g) ?? [])])

  const chip = tab.card.getByTestId('receive-address-copy-button')
  await expect(chip).toContainText('alice.eth')
  await chip.click()
  await expect(tab.toast).toHaveText('Address copied')
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await tab.card.getByTestId('receive-compatible-networks').click()
  await expect(tab.title).toHaveText('Compatible Networks')
  await expect(tab.card).toContainText('Only on these networks')
  const networks = tab.card.getByTestId('compatible-network')
  await expect(networks).toHaveText([/Ethereum$/, /Base$/, /Sepolia$/])
  await tab.back.click()
  await expect(code).toBeVisible()
})

test('asks to connect before showing Receive', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletReceive' }))
  await expect(tab.card.getByTestId('wui-qr-code')).toBeVisible()
  await expect(tab.card.getByTestId('receive-address-copy-button')).toContainText('0xf3…2266')
  await tab.wallet().lock()
  await expect(tab.toast).toHaveText('Account not found')
  await expect(tab.title).toHaveText('Connect Wallet')
})

/** The text of the QR code. */
async function read(code: Locator): Promise<string | undefined> {
  const png = (await code.screenshot()).toString('base64')
  const { width, height, pixels } = await code.page().evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    const pixels = Array.from(data, (byte) => String.fromCharCode(byte)).join('')
    return { width: canvas.width, height: canvas.height, pixels: btoa(pixels) }
  }, png)
  try {
    return decodeQR({ width, height, data: Buffer.from(pixels, 'base64') })
  } catch {
    return undefined
  }
}
