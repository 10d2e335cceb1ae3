import { expect, test } from 'vitest'
import { formatTable } from './table.mjs'

test('columns line up, numbers and their headings to the right', () => {
  const table = formatTable([
    ['shape', 'size', 'unit'],
    ['vanilla page', 15360, 'gzip'],
    ['row', 2.25, 'ms'],
  ])
  expect(table.split('\n')).toEqual([
    'shape           size  unit',
    'vanilla page  15,360  gzip',
    'row              2.3  ms',
  ])
})
