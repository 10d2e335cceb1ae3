import { isBrowserInstalled } from '../../scripts/lib/browser.mjs'
import { seen, test } from '../fixtures/camera.js'
import { expect } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

/** Records every camera a page opens. */
const noteCameras = () => {
  const opened: MediaStreamTrack[] = []
  Object.assign(window, { __cameras: opened })
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    opened.push(...stream.getTracks())
    return stream
  }
}
const cameras = (tab: Tab) =>
  tab.page.evaluate(() =>
    (window as unknown as { __cameras: MediaStreamTrack[] }).__cameras.map(
      ({ readyState }) => readyState,
    ),
  )

const openView = (tab: Tab, view: 'WalletSend' | 'WalletReceive') =>
  tab.page.evaluate((name) => window.latchkey.open({ view: name }), view)

test('fills in the recipient from the camera and releases it', async ({ site, context }) => {
  test.skip(!isBrowserInstalled(), 'the packaged browser has no camera')
  await context.grantPermissions(['camera'])
  const tab = await site.open({ provider: true, before: noteCameras })
  await tab.connect()
  await openView(tab, 'WalletSend')
  await tab.card.getByTestId('send-scan').click()
  await expect(tab.card.getByTestId('send-receiver')).toHaveValue(seen)
  await expect(tab.card.getByTestId('qr-scanner')).toBeHidden()
  expect(await cameras(tab)).toEqual(['ended'])
})

test('explains a denied camera, and works once it is allowed', async ({ site, context }) => {
  test.skip(!isBrowserInstalled(), 'the packaged browser has no camera')
  const tab = await site.open({ provider: true, before: noteCameras })
  await tab.connect()
  await openView(tab, 'WalletSend')
  const scanner = tab.card.getByTestId('qr-scanner')
  await tab.card.getByTestId('send-scan').click()
  await expect(scanner.getByRole('alert')).toContainText('Camera blocked')
  await expect(scanner).toBeFocused()
  await tab.page.keyboard.press('Escape')
  await expect(scanner).toBeHidden()
  await expect(tab.card).toBeVisible()
  await expect(tab.card.getByTestId('send-receiver')).toHaveValue('')

  await tab.card.getByTestId('send-scan').click()
  await expect(scanner).toContainText('Camera blocked')
  await context.grantPermissions(['camera'])
  await scanner.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.card.getByTestId('send-receiver')).toHaveValue(seen)
  expect(await cameras(tab)).toEqual(['ended'])
})

test('reads the Receive QR code from an image', async ({ site }) => {
  const tab = await site.open({ provider: true })
  await tab.connect()
  const { address } = await tab.account()
  await openView(tab, 'WalletReceive')
  const picture = await tab.card.getByTestId('wui-qr-code').screenshot()
  await openView(tab, 'WalletSend')
  await tab.card.getByTestId('send-scan').click()
  const file = tab.card.getByTestId('qr-scanner-file')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await expect(tab.card.getByTestId('qr-scanner-hint')).toContainText('could not be read')
  await file.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
  await expect(tab.card.getByTestId('send-receiver')).toHaveValue(String(address))
})
