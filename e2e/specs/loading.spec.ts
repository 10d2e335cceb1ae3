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

test('a modal that does not load says so on the button, and the next press opens it', async ({
  site,
}) => {
  site.expectComplaint(/Failed to load resource|could not be opened/)
  const tab = await site.open()
  await tab.page.route(/\/assets\/(engine|mount)/, (route) => route.abort())
  await tab.button.click()
  await expect(tab.button).toHaveText('Try again')
  await expect(tab.card).toBeHidden()
  await tab.page.unrouteAll()
  await tab.button.click()
  await expect(tab.row()).toBeVisible()
  await expect(tab.button).toHaveText('Connect Wallet')
})

test('a view that does not load says so in its place, and trying again shows it', async ({
  site,
}) => {
  site.expectComplaint(/Failed to load resource|could not be loaded/)
  const tab = await site.open()
  await tab.openModal()
  await tab.page.route(/\/assets\/guide/, (route) => route.abort())
  await tab.card.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(tab.card).toContainText('This screen could not be shown')
  await tab.page.unrouteAll()
  await tab.card.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.card).toContainText('Your login')
})

test('a chain part that does not load is told of, and trying again connects', async ({ site }) => {
  site.expectComplaint(/Failed to load resource/)
  const tab = await site.open()
  await tab.openModal()
  await tab.page.route(/\/assets\/adapter/, (route) => route.abort())
  await tab.row().click()
  await expect(tab.card).toContainText('Could not connect')
  await tab.page.unrouteAll()
  await tab.tryAgain.click()
  await tab.expectConnected()
})
