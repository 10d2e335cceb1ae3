import { describe, expect, it } from 'vitest'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Asset } from './catalogue.js'
import { createQuotes } from './createQuotes.js'
import { defaultOnrampSettings } from './OnrampSettings.js'

const chain: ChainSettings = {
  id: 'eip155:1',
  name: 'Ethereum',
  isTestnet: false,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [],
  tokens: [],
}
const token: Asset = {
  chain,
  name: 'Token',
  symbol: 'TKN',
  decimals: 6,
  address: '0x1111111111111111111111111111111111111111',
}
const [dollar, euro] = [
  { id: 'USD', dollars: '1' },
  { id: 'EUR', dollars: '1.08' },
]

function quotesAt(prices: Record<string, number>, gasPrice = 10n ** 9n) {
  return createQuotes({
    prices: {
      read: async () =>
        new Map(Object.entries(prices).map(([key, dollars]) => [key, { dollars, isStale: false }])),
    },
    gasPrices: { read: async () => ({ standard: gasPrice, fast: gasPrice, instant: gasPrice }) },
    settings: defaultOnrampSettings,
  })
}

describe('a quote', () => {
  it('rounds costs up and units down', async () => {
    const quotes = quotesAt({ native: 2_000, [token.address ?? '']: 3 })
    // 10.01 / 3 = 3.336666…; 1.5 % = 0.15015; 65,000 gas at 1 gwei and 2,000 dollars = 0.13.
    expect(await quotes.create({ asset: token, currency: dollar, subtotal: 10_01n })).toEqual({
      subtotal: 10_01n,
      fee: 16n,
      networkFee: 13n,
      units: 3_336_666n,
    })
  })

  it('has the same value in every currency', async () => {
    const quotes = quotesAt({ native: 2_000, [token.address ?? '']: 2.16 })
    const { units, networkFee } = await quotes.create({
      asset: token,
      currency: euro,
      subtotal: 100_00n,
    })
    expect([units, networkFee]).toEqual([50_000_000n, 13n])
  })

  it('matches the cost of its units', async () => {
    const quotes = quotesAt({ native: 1_999.99, [token.address ?? '']: 0.000123 })
    const { units } = await quotes.create({ asset: token, currency: euro, subtotal: 75_43n })
    expect(await quotes.costOf(token, euro, units)).toBe(75_43n)
  })

  it.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-13, 1e21])(
    'is not made from a price of %s',
    async (price) => {
      const prices =
        price === undefined ? { native: 1 } : { native: 1, [token.address ?? '']: price }
      const quote = quotesAt(prices).create({ asset: token, currency: dollar, subtotal: 50_00n })
      await expect(quote).rejects.toMatchObject({ status: 503, reasons: [{ field: 'price' }] })
    },
  )

  it('rejects an amount that buys nothing', async () => {
    const quotes = quotesAt({ native: 1, [token.address ?? '']: 9e14 })
    const quote = quotes.create({ asset: token, currency: dollar, subtotal: 10_00n })
    await expect(quote).rejects.toMatchObject({ status: 400 })
  })
})
