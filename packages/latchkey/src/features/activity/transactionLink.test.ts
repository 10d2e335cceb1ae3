import { expect, it } from 'vitest'
import type { Network } from '../../core/network.js'
import { transactionLink } from './transactionLink.js'

const at = (url?: string) =>
  ({ explorer: url === undefined ? undefined : { name: 'Scan', url } }) as Network

it.each([
  ['https://scan.test', 'https://scan.test/tx/0xab'],
  ['https://scan.test/deep/', 'https://scan.test/deep/tx/0xab'],
  ['http://scan.test', undefined],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
  [undefined, undefined],
])('%s leads to %s', (explorer, link) => {
  expect(transactionLink(at(explorer), '0xab')).toBe(link)
})

it('a hash stays one part of the path', () => {
  expect(transactionLink(at('https://scan.test'), '../x?y#z')).toBe(
    'https://scan.test/tx/..%2Fx%3Fy%23z',
  )
  expect(transactionLink(at('https://scan.test'), undefined)).toBeUndefined()
})
