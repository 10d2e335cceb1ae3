import { expect, type Site, test } from '../fixtures/site.js'

/** Parts of the widget that a page which nobody touches has no use for. */
const lazy = /\/assets\/(engine|mount|adapter|account|networks|connecting|pairing|guide|signatures)/
const lazyParts = (site: Site) => site.fetched.filter((path) => lazy.test(path))

/** Long enough for a fetch that should not be there to show itself. */
const aWhile = 500

test('an untouched page fetches nothing of the modal and asks no node', async ({ site }) => {
  const asked: string[] = []
  const tab = await site.open()
  tab.page.on('request', (request) => asked.push(request.url()))
  await tab.page.waitForTimeout(aWhile)
  expect(lazyParts(site)).toEqual([])
  expect(asked).toEqual([])
  expect(await tab.wallet().methods()).toEqual([])
})

test('hovering a button fetches the modal before the click', async ({ site }) => {
  const tab = await site.open()
  await tab.button.hover()
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
  await expect(tab.card).toBeHidden()
})

test('focusing a button fetches the modal before the key', async ({ site }) => {
  const tab = await site.open()
  await tab.page.keyboard.press('Tab')
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
})

test('with preload none nothing is fetched until the click', async ({ site }) => {
  const tab = await site.open({ options: { preload: 'none' } })
  await tab.button.hover()
  await tab.button.focus()
  await tab.page.waitForTimeout(aWhile)
  expect(lazyParts(site)).toEqual([])
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
})

test('with preload idle the modal comes by itself', async ({ site }) => {
  await site.open({ options: { preload: 'idle' } })
  await expect.poll(() => lazyParts(site).join()).toContain('mount')
})
