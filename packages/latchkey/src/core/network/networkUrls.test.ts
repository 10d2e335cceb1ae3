import { describe, expect, it } from 'vitest'
import { testNetworks } from '../../../fixtures/testWidget.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import * as eip155 from '../../families/eip155/networks.js'
import * as solana from '../../families/solana/networks.js'
import type { Network } from './network.js'
import { getExplorerUrl, getPublicRpcUrl } from './networkUrls.js'

describe('getExplorerUrl', () => {
  const at = (url?: string, namespace: Network['namespace'] = 'eip155') =>
    ({ namespace, explorer: url === undefined ? undefined : { name: 'Scan', url } }) as Network

  it.each([
    ['https://scan.test', 'https://scan.test/tx/0xab'],
    ['https://scan.test/deep/', 'https://scan.test/deep/tx/0xab'],
    ['http://scan.test', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    [undefined, undefined],
  ])('turns %s into %s', (explorer, link) => {
    expect(getExplorerUrl(at(explorer), 'transaction', '0xab')).toBe(link)
  })

  it('keeps a query that names the network', () => {
    const devnet = at('https://explorer.solana.com/?cluster=devnet', 'solana')
    expect(getExplorerUrl(devnet, 'transaction', 'Sig1')).toBe(
      'https://explorer.solana.com/tx/Sig1?cluster=devnet',
    )
    expect(getExplorerUrl(devnet, 'address', 'Key1')).toBe(
      'https://explorer.solana.com/address/Key1?cluster=devnet',
    )
  })

  it('uses the paths of the namespace', () => {
    const subscan = at('https://polkadot.subscan.io', 'polkadot')
    expect(getExplorerUrl(subscan, 'address', '15o')).toBe(
      'https://polkadot.subscan.io/account/15o',
    )
    expect(getExplorerUrl(subscan, 'transaction', '0xab')).toBe(
      'https://polkadot.subscan.io/extrinsic/0xab',
    )
  })

  it('encodes the id as one part of the path', () => {
    const network = at('https://scan.test')
    expect(getExplorerUrl(network, 'transaction', '../x?y#z')).toBe(
      'https://scan.test/tx/..%2Fx%3Fy%23z',
    )
    expect(getExplorerUrl(network, 'transaction', undefined)).toBeUndefined()
  })

  it('links to one NFT of a collection', () => {
    const devnet = at('https://scan.test/?cluster=devnet')
    expect(getExplorerUrl(devnet, 'token', '0xC0', '7')).toBe(
      'https://scan.test/token/0xC0?cluster=devnet&a=7',
    )
    expect(getExplorerUrl(at('javascript:alert(1)'), 'token', '0xC0', '7')).toBeUndefined()
  })
})

describe('getPublicRpcUrl', () => {
  const first = (...http: string[]) =>
    getPublicRpcUrl(toNetwork({ ...testNetworks.mainnet, rpcUrls: { default: { http } } }))

  it.each([
    'https://mainnet.infura.io/v3/0123456789abcdef0123456789abcdef',
    'https://eth-mainnet.g.alchemy.com/v2/AbCdEfGhIjKlMnOp_-123',
    'https://node.site.test/?key=1',
    'https://node.site.test/#1',
    'https://site:secret@node.site.test/',
    'https://:secret@node.site.test/',
  ])('skips %s, which has a key', (url) => {
    expect(first(url)).toBeUndefined()
    expect(first(url, 'https://public.test/rpc')).toBe('https://public.test/rpc')
  })

  it('returns the URLs of the built-in networks', () => {
    for (const network of [...Object.values(eip155), ...Object.values(solana)]) {
      if (typeof network === 'function') continue
      expect(getPublicRpcUrl(toNetwork(network)), network.name).toBe(
        network.rpcUrls.default.http[0],
      )
    }
  })
})
