import { expect, test } from 'vitest'
import { chooseSteps } from './build.mjs'

const steps = [
  { name: 'packages/wire', needs: [] },
  { name: 'packages/pairing', needs: ['packages/wire'] },
  { name: 'apps/demo', needs: ['packages/pairing'] },
  { name: 'bench', needs: ['packages/wire'] },
]
const names = (only) => chooseSteps(steps, only).map(({ name }) => name)

test('adds the steps that the chosen ones need, in order', () => {
  expect(names(['apps/*'])).toEqual(['packages/wire', 'packages/pairing', 'apps/demo'])
  expect(names(['bench'])).toEqual(['packages/wire', 'bench'])
  expect(names(undefined)).toHaveLength(4)
  expect(names(['nothing'])).toEqual([])
})
