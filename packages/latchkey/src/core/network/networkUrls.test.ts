import { expect, it } from 'vitest'
import type { Network } from './network.js'
import { getExplorerUrl } from './networkUrls.js'

const at = (url?: string, namespace: Network['namespace'] = 'eip155') =>
  ({ namespace, explorer: url === undefined ? undefined : { name: 'Scan', url } }) as Network

it.each([
  ['https://scan.test', 'https://scan.test/tx/0xab'],
  ['https://scan.test/deep/', 'https://scan.test/deep/tx/0xab'],
  ['http://scan.test', undefined],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
  [undefined, undefined],
])('%s leads to %s', (explorer, link) => {
  expect(getExplorerUrl(at(explorer), 'transaction', '0xab')).toBe(link)
})

it('a query that names the network stays behind the path', () => {
  const devnet = at('https://explorer.solana.com/?cluster=devnet', 'solana')
  expect(getExplorerUrl(devnet, 'transaction', 'Sig1')).toBe(
    'https://explorer.solana.com/tx/Sig1?cluster=devnet',
  )
  expect(getExplorerUrl(devnet, 'address', 'Key1')).toBe(
    'https://explorer.solana.com/address/Key1?cluster=devnet',
  )
})

it('pages are where explorers of the family have them', () => {
  const subscan = at('https://polkadot.subscan.io', 'polkadot')
  expect(getExplorerUrl(subscan, 'address', '15o')).toBe('https://polkadot.subscan.io/account/15o')
  expect(getExplorerUrl(subscan, 'transaction', '0xab')).toBe(
    'https://polkadot.subscan.io/extrinsic/0xab',
  )
})

it('an id stays one part of the path', () => {
  const network = at('https://scan.test')
  expect(getExplorerUrl(network, 'transaction', '../x?y#z')).toBe(
    'https://scan.test/tx/..%2Fx%3Fy%23z',
  )
  expect(getExplorerUrl(network, 'transaction', undefined)).toBeUndefined()
})

it('leads to one token of a collection, on the network of the explorer', () => {
  const devnet = at('https://scan.test/?cluster=devnet')
  expect(getExplorerUrl(devnet, 'token', '0xC0', '7')).toBe(
    'https://scan.test/token/0xC0?cluster=devnet&a=7',
  )
  expect(getExplorerUrl(at('javascript:alert(1)'), 'token', '0xC0', '7')).toBeUndefined()
})
