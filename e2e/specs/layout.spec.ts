import type { Page } from '@playwright/test'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { reach, viewStates } from '../fixtures/views.js'

/** What stands out of the card to the sides, and text that is cut without a sign of it. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const card = root?.querySelector('.card')
    if (!root || !card) return ['no card']
    const bounds = card.getBoundingClientRect()
    return [...card.querySelectorAll('*')].flatMap((element) => {
      if (element.closest('.visually-hidden, svg, [inert]')) return []
      const box = element.getBoundingClientRect()
      const isOut = box.width > 0 && (box.left < bounds.left - 1 || box.right > bounds.right + 1)
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut =
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        overflowX !== 'visible' &&
        textOverflow !== 'ellipsis'
      const name = `${element.localName}.${element.className}`
      return [...(isOut ? [`${name} stands out`] : []), ...(isCut ? [`${name} is cut`] : [])]
    })
  })
}

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } })

for (const state of viewStates) {
  test(`${state.name} fits a screen of 320 pixels`, async ({ site }) => {
    const { page } = await reach(site, state)
    await settled(page)
    expect(await misfits(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
  })
}

test('buttons on the page fit a screen of 320 pixels', async ({ site }) => {
  const long = viewStates.find(({ name }) => name === 'account-long')
  if (!long) throw new Error('The state is gone')
  const { page } = await reach(site, long)
  const widths = await page
    .locator('latchkey-button, latchkey-network-button, latchkey-account-button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right))
  for (const right of widths) expect(right).toBeLessThanOrEqual(320)
})
