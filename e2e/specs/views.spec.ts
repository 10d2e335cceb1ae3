import { fileURLToPath } from 'node:url'
import { misfits } from '../fixtures/misfits.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { reach, viewStates } from '../fixtures/views.js'
import { violations } from '../fixtures/violations.js'

/** Pictures for people to look at; nothing is compared. */
const folder = fileURLToPath(new URL('../../artifacts/screenshots', import.meta.url))

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const state of viewStates) {
  test(`${state.name} is accessible in light and dark, and fits 320 pixels`, async ({ site }) => {
    const tab = await reach(site, state)
    const { page } = tab
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size)
      await expect.poll(() => misfits(page)).toEqual([])
      for (const mode of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: mode })
        await expect(page.locator('latchkey-modal')).toHaveAttribute('data-theme', mode)
        await settled(page)
        if (size === desktop) expect(await violations(page), mode).toEqual([])
        await page.screenshot({ path: `${folder}/${state.name}-${mode}-${size.width}.png` })
      }
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => misfits(page)).toEqual([])
  })
}
