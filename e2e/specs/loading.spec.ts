import { expect, type Site, test } from '../fixtures/site.js'

/** Parts of the widget that an untouched page does not need. */
const lazy = /\/assets\/(engine|mount|adapter|account|networks|connecting|pairing|guide|signatures)/
const lazyParts = (site: Site) => site.fetched.filter((path) => lazy.test(path))

/** Long enough for an unexpected fetch to appear. */
const aWhile = 500

test('loads nothing of the modal and contacts no node before interaction', async ({ site }) => {
  const requested: string[] = []
  const tab = await site.open()
  tab.page.on('request', (request) => requested.push(request.url()))
  await tab.page.waitForTimeout(aWhile)
  expect(lazyParts(site)).toEqual([])
  expect(requested).toEqual([])
  expect(await tab.wallet().methods()).toEqual([])
})

test('loads the modal on hover', async ({ site }) => {
  const tab = await site.open()
  await tab.button.hover()
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
  await expect(tab.card).toBeHidden()
})

test('loads the modal on focus', async ({ site }) => {
  const tab = await site.open()
  await tab.page.keyboard.press('Tab')
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
})

test('loads nothing before the click with preload none', async ({ site }) => {
  const tab = await site.open({ options: { preload: 'none' } })
  await tab.button.hover()
  await tab.button.focus()
  await tab.page.waitForTimeout(aWhile)
  expect(lazyParts(site)).toEqual([])
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
})

test('loads the modal when idle with preload idle', async ({ site }) => {
  await site.open({ options: { preload: 'idle' } })
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
})
