import { devices } from '@playwright/test'
import { openCold } from '../fixtures/opening.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

/** Drags the header down and pauses before release. */
async function drag(tab: Tab, distance: number) {
  const client = await tab.page.context().newCDPSession(tab.page)
  const box = await tab.title.boundingBox()
  if (!box) throw new Error('The title is not to be seen')
  const x = Math.round(box.x + box.width / 2)
  const y = Math.round(box.y + box.height / 2)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: y + at }],
    })
  await touch('touchStart', 0)
  for (const part of [0.1, 0.4, 0.7, 1]) await touch('touchMove', Math.round(distance * part))
  // The sheet uses the final speed, which is zero.
  const moved = await tab.page.evaluate(() => performance.now())
  await expect.poll(() => tab.page.evaluate(() => performance.now())).toBeGreaterThan(moved + 50)
  await touch('touchMove', distance + 1)
  await touch('touchEnd')
}

test('slides the sheet in from below without scrolling', async ({ site }) => {
  const tab = await site.open()
  const tops = (await openCold(tab.page)).map(({ scrollTop }) => scrollTop)
  expect(tops).toEqual(tops.map(() => 0))
})

test('shows the modal as a full-width bottom sheet', async ({ site }) => {
  const tab = await site.open()
  await tab.button.tap()
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  const box = await tab.card.boundingBox()
  expect(box?.x).toBe(0)
  expect(box?.width).toBe(390)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
  await tab.row().tap()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
})

test('closes when the sheet is dragged down far enough', async ({ site }) => {
  const tab = await site.open()
  await tab.button.tap()
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  await drag(tab, 260)
  await expect(tab.card).toBeHidden()
  await tab.button.tap()
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  expect((await tab.card.boundingBox())?.x).toBe(0)
})

test('returns a sheet that was dragged a little', async ({ site }) => {
  const tab = await site.open()
  await tab.button.tap()
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  const before = await tab.card.boundingBox()
  await drag(tab, 20)
  await settled(tab.page)
  await expect.poll(async () => (await tab.card.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await expect(tab.row()).toBeVisible()
})

test('returns a sheet that must not close', async ({ site }) => {
  const tab = await site.open()
  await tab.button.tap()
  await tab.row().tap()
  await tab.expectConnected()
  await expect(tab.card).toBeHidden()
  await tab.wallet().setChain('0x89')
  await expect(tab.card).toContainText('Network not supported')
  await settled(tab.page)
  const before = await tab.card.boundingBox()
  await drag(tab, 400)
  await expect.poll(async () => (await tab.card.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await expect(tab.card).toContainText('Network not supported')
})

test('has no drag handle in full screen', async ({ site }) => {
  const tab = await site.open({ options: { enableMobileFullScreen: true } })
  await tab.button.tap()
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  expect((await tab.card.boundingBox())?.height).toBe(844)
  await drag(tab, 400)
  await expect(tab.row()).toBeVisible()
  await tab.close.tap()
  await expect(tab.card).toBeHidden()
})
