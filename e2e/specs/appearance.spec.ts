import { openCold } from '../fixtures/opening.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import type { Tab } from '../fixtures/tab.js'

const brightnessOf = async (tab: Tab) => {
  const colour = await tab.card.evaluate((card) => getComputedStyle(card).backgroundColor)
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  return red + green + blue > 380 ? 'light' : 'dark'
}

test.describe('with a dark system', () => {
  test.use({ colorScheme: 'dark' })

  test('starts dark and follows the system', async ({ site }) => {
    const tab = await site.open()
    await tab.openModal()
    expect(await brightnessOf(tab)).toBe('dark')
    await tab.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => brightnessOf(tab)).toBe('light')
    await tab.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => brightnessOf(tab)).toBe('dark')
  })

  test('keeps the mode the site chose', async ({ site }) => {
    const tab = await site.open({ options: { themeMode: 'light' } })
    await tab.openModal()
    expect(await brightnessOf(tab)).toBe('light')
    await tab.page.evaluate(() => window.latchkey.setThemeMode('dark'))
    await expect.poll(() => brightnessOf(tab)).toBe('dark')
  })
})

test('has fonts installed, so that measuring text means something', async ({ site }) => {
  const tab = await site.open()
  const width = await tab.button.evaluate((button) => {
    const words = document.createRange()
    words.selectNodeContents(button)
    return words.getBoundingClientRect().width
  })
  expect(width).toBeGreaterThan(60)
})

test('applies theme variables to buttons and modal, and drops dangerous ones', async ({ site }) => {
  const tab = await site.open({
    options: {
      themeMode: 'light',
      themeVariables: {
        '--lk-accent': '#8a2be2',
        '--lk-font-family': 'Georgia',
        '--lk-border-radius-master': '1px',
        '--lk-color-mix': 'red;} * { display: none',
      },
    },
  })
  const styleOf = (locator: Tab['button'], name: string) =>
    locator.evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name)
  expect(await styleOf(tab.button, 'background-color')).toBe('rgb(138, 43, 226)')
  expect(await styleOf(tab.button, 'font-family')).toContain('Georgia')
  expect(await styleOf(tab.button, 'border-start-start-radius')).toBe('3px')
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
  expect(await styleOf(tab.card, 'font-family')).toContain('Georgia')
  await tab.page.evaluate(() => window.latchkey.setThemeVariables({ '--lk-accent': '#006400' }))
  await expect.poll(() => styleOf(tab.button, 'background-color')).toBe('rgb(0, 100, 0)')
})

test('is not affected by the page’s styles', async ({ site }) => {
  const tab = await site.open()
  await tab.page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('button, div, dialog, p { display: none !important; color: red !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await tab.openModal()
  await expect(tab.row()).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('opens and closes without animation', async ({ site }) => {
    const tab = await site.open()
    await tab.openModal()
    const names = await tab.card.evaluate((card) => getComputedStyle(card).animationName)
    expect(names).toBe('appear')
    await tab.row().click()
    await tab.expectConnected()
    await expect(tab.card).toBeHidden()
  })
})

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('shows a card border, and connecting works', async ({ site }) => {
    const tab = await site.open()
    await tab.openModal()
    expect(await tab.card.evaluate((card) => getComputedStyle(card).borderTopStyle)).toBe('solid')
    await tab.row().click()
    await tab.expectConnected()
  })
})

test('paints a card at its full height when it opens without preloading', async ({ site }) => {
  const tab = await site.open()
  const heights = (await openCold(tab.page)).map(({ stageHeight }) => stageHeight)
  // Nothing is painted before the first frame.
  const [, painted, ...later] = heights
  expect(painted).toBeGreaterThan(40)
  expect(later).toEqual(later.map(() => painted))
})

const rightToLeft = () =>
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.dir = 'rtl'
  })

test('mirrors the modal on a right-to-left page', async ({ site }) => {
  const tab = await site.open({ before: rightToLeft })
  await tab.openModal()
  await settled(tab.page)
  const [card, close, row] = await Promise.all([
    tab.card.boundingBox(),
    tab.close.boundingBox(),
    tab.row().boundingBox(),
  ])
  if (!card || !close || !row) throw new Error('Something is not to be seen')
  expect(close.x - card.x).toBeLessThan(card.width / 4)
  expect(row.x).toBeGreaterThanOrEqual(card.x)
  await tab.row().click()
  await tab.expectConnected()
})

test('keeps punctuation at the end of sentences on a right-to-left page', async ({ site }) => {
  const tab = await site.open({ before: rightToLeft })
  await tab.networkButton.click()
  await tab.card.getByRole('searchbox').fill('nowhere')
  const sentence = tab.card.getByText('Try another name.')
  await expect(sentence).toBeVisible()
  await settled(tab.page)
  const [first, last] = await sentence.evaluate((element) => {
    const leftOf = (position: number) => {
      const range = document.createRange()
      range.setStart(element.firstChild as Text, position)
      range.setEnd(element.firstChild as Text, position + 1)
      return range.getBoundingClientRect().left
    }
    return [leftOf(0), leftOf((element.textContent ?? '').length - 1)]
  })
  expect(last).toBeGreaterThan(first ?? 0)
})

test('does not scroll the page behind an open modal', async ({ site }) => {
  const tab = await site.open()
  await tab.openModal()
  await expect
    .poll(() => tab.page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .toBe('hidden')
  await tab.close.click()
  await expect
    .poll(() => tab.page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .toBe('visible')
})
