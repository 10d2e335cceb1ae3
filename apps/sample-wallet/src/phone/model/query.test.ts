import { expect, test } from 'vitest'
import { readQuery } from './query.js'

test('reads the link and the script from the address', () => {
  const uri = 'wc:ab@2?relay-protocol=irn&symKey=cd'
  expect(readQuery(`?uri=${encodeURIComponent(uri)}&script=approve`)).toEqual({
    uri,
    script: 'approve',
  })
  expect(readQuery('?script=steal')).toEqual({ script: 'ask' })
})
