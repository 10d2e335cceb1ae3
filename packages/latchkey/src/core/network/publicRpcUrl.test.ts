import { expect, it } from 'vitest'
import { testNetworks } from '../../../fixtures/testWidget.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import * as eip155 from '../../families/eip155/networks.js'
import * as solana from '../../families/solana/networks.js'
import { getPublicRpcUrl } from './networkUrls.js'

const first = (...http: string[]) =>
  getPublicRpcUrl(toNetwork({ ...testNetworks.mainnet, rpcUrls: { default: { http } } }))

it.each([
  'https://mainnet.infura.io/v3/0123456789abcdef0123456789abcdef',
  'https://eth-mainnet.g.alchemy.com/v2/AbCdEfGhIjKlMnOp_-123',
  'https://node.site.test/?key=1',
  'https://node.site.test/#1',
  'https://site:secret@node.site.test/',
  'https://:secret@node.site.test/',
])('keeps %s to the page', (url) => {
  expect(first(url)).toBeUndefined()
  expect(first(url, 'https://public.test/rpc')).toBe('https://public.test/rpc')
})

it('gives the nodes of ready networks away', () => {
  for (const network of [...Object.values(eip155), ...Object.values(solana)]) {
    if (typeof network === 'function') continue
    expect(getPublicRpcUrl(toNetwork(network)), network.name).toBe(network.rpcUrls.default.http[0])
  }
})
