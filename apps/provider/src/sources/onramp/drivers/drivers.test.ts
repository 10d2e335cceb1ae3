import { describe, expect, it } from 'vitest'
import type { ChainSettings } from '../../../nodes/ChainSettings.js'
import type { OnrampOrder } from '../OnrampDriver.js'
import { createCoinbaseDriver } from './coinbaseDriver.js'
import { createMeldDriver } from './meldDriver.js'

const base: ChainSettings = {
  id: 'eip155:8453',
  name: 'Base',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example'],
  tokens: [],
}
const destination = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const order: OnrampOrder = {
  projectId: 'project',
  destination,
  chain: base,
  assets: [
    { chain: base, name: 'USD Coin', symbol: 'USDC', decimals: 6, address: undefined },
    { chain: base, name: 'Ether', symbol: 'ETH', decimals: 18, address: undefined },
  ],
  experience: 'buy',
  customer: `x&appId=evil#@evil.example/`,
  fiatAmount: 50_05n,
  cryptoAmount: undefined,
}
const at = { publicUrl: 'https://provider.example', signal: new AbortController().signal }

describe('a hosted checkout', () => {
  it('of Coinbase has the order, without injected parameters', async () => {
    const url = new URL(await createCoinbaseDriver({ appId: 'app-1' }).checkoutUrl(order, at))
    expect([url.protocol, url.host, url.pathname]).toEqual([
      'https:',
      'pay.coinbase.com',
      '/buy/select-asset',
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      appId: 'app-1',
      addresses: JSON.stringify({ [destination]: ['base'] }),
      assets: JSON.stringify(['USDC', 'ETH']),
      defaultNetwork: 'base',
      defaultAsset: 'USDC',
      defaultExperience: 'buy',
      partnerUserId: order.customer,
      presetFiatAmount: '50.05',
    })
    expect(url.searchParams.getAll('appId')).toEqual(['app-1'])
  })

  it('of Meld is the configured one', async () => {
    const driver = createMeldDriver({ widgetUrl: 'https://meldcrypto.com/buy', publicKey: 'key' })
    const url = new URL(await driver.checkoutUrl(order, at))
    expect([url.origin, url.pathname]).toEqual(['https://meldcrypto.com', '/buy'])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      publicKey: 'key',
      destinationCurrencyCode: 'USDC',
      walletAddress: destination,
      externalCustomerId: 'project',
      sourceAmount: '50.05',
    })
  })

  it.each([
    'http://meldcrypto.com/',
    'https://meldcrypto.com.evil.example/',
    'https://evilmeldcrypto.com/',
    'https://evil.example/meldcrypto.com',
    'https://meldcrypto.com@evil.example/',
    'javascript:alert(1)',
  ])('rejects %s', (widgetUrl) => {
    expect(() => createMeldDriver({ widgetUrl, publicKey: 'key' })).toThrow('not an https URL')
  })

  it('supports mainnets only', () => {
    const driver = createCoinbaseDriver({ appId: 'app-1' })
    expect(driver.delivers(base)).toBe(true)
    expect(driver.delivers({ ...base, isTestnet: true })).toBe(false)
  })
})
