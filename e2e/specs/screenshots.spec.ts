import { saveScreenshot } from '../fixtures/picture.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { navigate, viewStates } from '../fixtures/views.js'

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// For review; nothing is compared.
for (const state of viewStates) {
  test(`screenshots of ${state.name}`, { tag: '@thorough' }, async ({ site }) => {
    const tab = await navigate(site, state)
    for (const size of sizes) {
      await tab.page.setViewportSize(size)
      for (const mode of ['light', 'dark'] as const) {
        await tab.page.emulateMedia({ colorScheme: mode })
        await expect(tab.page.locator('latchkey-modal')).toHaveAttribute('data-theme', mode)
        await settled(tab.page)
        await saveScreenshot(tab.page, `${state.name}-${mode}`)
      }
    }
  })
}
