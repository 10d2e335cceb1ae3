import { findLayoutProblems } from '../fixtures/layoutProblems.js'
import { saveScreenshot } from '../fixtures/picture.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { navigate, viewStates } from '../fixtures/views.js'
import { violations } from '../fixtures/violations.js'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const state of viewStates) {
  test(`${state.name} is accessible in light and dark, and fits 320 pixels`, async ({ site }) => {
    const tab = await navigate(site, state)
    await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])
    for (const mode of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme: mode })
      await expect(tab.page.locator('latchkey-modal')).toHaveAttribute('data-theme', mode)
      await settled(tab.page)
      const what = mode === 'light' ? 'all' : 'colours'
      expect(await violations(tab.page, what), mode).toEqual([])
      await saveScreenshot(tab.page, `${state.name}-${mode}`)
    }
    await tab.page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])
    await saveScreenshot(tab.page, `${state.name}-dark`)
  })
}
