import { expect, it } from 'vitest'
import { parseAccountId, parseNetworkId } from './caip.js'

it('parses an account and its network', () => {
  expect(parseAccountId('eip155:1:0xab')).toEqual({
    namespace: 'eip155',
    networkId: 'eip155:1',
    address: '0xab',
    accountId: 'eip155:1:0xab',
  })
})

it.each([
  ...[undefined, 1, '', ':', '::', 'eip155', 'eip155:1', 'eip155:1:', 'eip155::0xab', ':1:0xab'],
  ...['eip155:1:0xab:1', 'other:1:0xab', 'eip155:1 :0xab', 'eip155:1:0x ab'],
])('rejects %j as an account', (value) => {
  expect(parseAccountId(value)).toBeUndefined()
})

it.each([
  undefined,
  '',
  'eip155',
  'eip155:',
  ':1',
  'eip155:1:2',
  'other:1',
  `eip155:${'1'.repeat(33)}`,
])('rejects %j as a network', (value) => {
  expect(parseNetworkId(value)).toBeUndefined()
})
