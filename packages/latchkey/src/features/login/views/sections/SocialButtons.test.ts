import { expect, it } from 'vitest'
import { socialProviders } from '../../../../core/config/features.js'
import { socialRows } from './LoginSections.js'

it.each([
  [0, undefined, 0, false],
  [1, 'google', 0, false],
  [2, undefined, 2, false],
  [3, 'google', 2, false],
  [6, 'google', 5, false],
  [7, 'google', 4, true],
])('splits %i providers: %s with its name, %i icons, more: %s', (count, wide, icons, hasMore) => {
  const rows = socialRows(socialProviders.slice(0, count))
  expect(rows).toMatchObject({ wide, hasMore })
  expect(rows.icons).toEqual(socialProviders.slice(wide ? 1 : 0, icons + (wide ? 1 : 0)))
})
