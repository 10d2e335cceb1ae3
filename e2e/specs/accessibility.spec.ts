import { findLayoutProblems } from '../fixtures/layoutProblems.js'
import { settled } from '../fixtures/settled.js'
import { expect, test } from '../fixtures/site.js'
import { violations } from '../fixtures/violations.js'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const mode of ['light', 'dark'] as const) {
  test(`buttons have no accessibility violations, ${mode}`, async ({ site }) => {
    const tab = await site.open({ options: { themeMode: mode } })
    await tab.page.emulateMedia({ colorScheme: mode })
    expect(await violations(tab.page)).toEqual([])
    await tab.connect()
    await expect(tab.button).toContainText('ETH')
    expect(await violations(tab.page)).toEqual([])
  })
}

test('an embedded modal has no accessibility violations', async ({ site }) => {
  const tab = await site.open({ page: 'embedded' })
  await expect(tab.row()).toBeVisible()
  await settled(tab.page)
  expect(await violations(tab.page)).toEqual([])
  await tab.page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => findLayoutProblems(tab.page)).toEqual([])
})
