import { formatAmount } from '@latchkey/wire/amount'
import type { TokenBalance } from '@latchkey/wire/http/balance'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../../fixtures/evmNetwork.js'
import { isNative } from './holding.js'
import { parseHoldings } from './portfolio.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const network = evmNetwork('1', { name: 'Ethereum', explorer: undefined })
const address = `0x${'Ab'.repeat(20)}`

const balance = ({
  decimals = '6',
  numeric = '1.5',
  ...more
}: Partial<TokenBalance> & { decimals?: string; numeric?: string } = {}): TokenBalance => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${address}`,
  price: 1,
  iconUrl: 'https://provider.test/usdc',
  quantity: { decimals, numeric },
  ...more,
})
const native = (numeric = '2', more: Partial<TokenBalance> = {}) => {
  const { address: _, ...coin } = balance({ decimals: '18', numeric, ...more })
  return coin
}
const read = (...balances: TokenBalance[]) => parseHoldings(balances, network)

describe('parseHoldings', () => {
  it('marks stale prices, but not missing ones', () => {
    expect(read(balance({ isPriceStale: true }))).toMatchObject([{ price: 1, isPriceStale: true }])
    expect(read(balance({ price: 0, isPriceStale: true }))[0]).not.toHaveProperty('isPriceStale')
    expect(read(balance())[0]).not.toHaveProperty('isPriceStale')
  })

  it('parses exact amounts, with the native coin first and named by the network', () => {
    expect(
      read(balance(), native('1.000000000000000001', { name: 'Fake', symbol: 'USDC' })),
    ).toEqual([
      {
        networkId: 'eip155:1',
        address: undefined,
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        units: 10n ** 18n + 1n,
        price: 1,
        icon: 'https://provider.test/usdc',
      },
      {
        networkId: 'eip155:1',
        address,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        units: 1_500_000n,
        price: 1,
        icon: 'https://provider.test/usdc',
      },
    ])
  })

  it.each([
    ['another chain', balance({ chainId: 'eip155:8453' })],
    ['a token of another chain', balance({ address: `eip155:8453:${address}` })],
    ['an address without a chain', balance({ address })],
    ['an invalid account id', balance({ address: 'eip155:1:0xab:cd' })],
    ['no decimals', balance({ decimals: '0', numeric: '1' })],
    ['absurd decimals', balance({ decimals: '37' })],
    ['a negative amount', balance({ numeric: '-1' })],
    ['an invalid number', balance({ numeric: 'NaN' })],
    ['a number with an exponent', balance({ numeric: '1e3' })],
    ['more than 256 bits', balance({ numeric: '1'.padEnd(78, '0') })],
    ['no symbol', balance({ symbol: '\u200b' })],
    ['a long symbol', balance({ symbol: 'x'.repeat(33) })],
    ['a long name', balance({ name: 'x'.repeat(129) })],
    ['a coin with other decimals', native('1', { quantity: { decimals: '6', numeric: '1' } })],
  ])('drops %s', (_, nonsense) => {
    expect(read(nonsense)).toEqual([])
  })

  it('recognises the native coin by its placeholder address', () => {
    const coin = balance({ decimals: '18', address: `eip155:1:0x${'Ee'.repeat(20)}` })
    expect(read(coin).map(isNative)).toEqual([true])
  })

  it('drops duplicates', () => {
    const again = balance({ address: `eip155:1:${address.toLowerCase()}`, numeric: '9' })
    expect(read(balance(), again, native('1'), native('7')).map(({ units }) => units)).toEqual([
      10n ** 18n,
      1_500_000n,
    ])
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])('ignores the price %s', (price) => {
    expect(read(balance({ price }))[0]).not.toHaveProperty('price')
  })

  it('cuts digits beyond the smallest unit', () => {
    expect(read(balance({ numeric: '0.0000019' }))[0]?.units).toBe(1n)
  })

  it('removes invisible characters from names', () => {
    const [token] = read(balance({ name: 'Evil\u202enioC', symbol: 'US\u200bDC' }))
    expect(token).toMatchObject({ name: 'EvilnioC', symbol: 'USDC' })
  })

  it('round-trips any amount', () => {
    const most = 2n ** 256n - 1n
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: most }),
        fc.integer({ min: 1, max: 36 }),
        (units, n) => {
          const [token] = read(balance({ decimals: `${n}`, numeric: formatAmount(units, n) }))
          expect(token?.units).toBe(units)
        },
      ),
    )
  })

  it('accepts any input and returns only valid holdings', () => {
    const text = fc.oneof(fc.string(), fc.constant('1.5'))
    const anything = fc.record({
      name: text,
      symbol: text,
      chainId: fc.constantFrom('eip155:1', 'eip155:5'),
      address: fc.option(text, { nil: undefined }),
      price: fc.double(),
      iconUrl: text,
      quantity: fc.record({ decimals: text, numeric: text }),
    }) as fc.Arbitrary<TokenBalance>
    fc.assert(
      fc.property(fc.array(anything), (balances) => {
        for (const holding of parseHoldings(balances, network)) {
          expect(holding.units >= 0n).toBe(true)
          expect(holding.decimals).toBeGreaterThan(0)
          expect(holding.networkId).toBe('eip155:1')
          if (holding.price !== undefined) expect(holding.price).toBeGreaterThan(0)
        }
      }),
    )
  })
})

it('treats Solana addresses as case-sensitive and knows the native coin by its address', () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
  const solana = {
    ...network,
    id: chainId,
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const coin = 'So11111111111111111111111111111111111111111'
  const holdings = parseHoldings(
    [
      balance({ chainId, address: `${chainId}:${mint}` }),
      balance({ chainId, address: `${chainId}:${mint.replace('EPj', 'ePj')}` }),
      balance({ chainId, address: `${chainId}:${mint}`, numeric: '9' }),
      balance({ chainId, address: coin, decimals: '9', numeric: '0.5' }),
      balance({ chainId, address: `${chainId}:${coin.slice(0, -1)}2`, decimals: '9' }),
    ],
    solana,
  )
  expect(holdings.map(({ address, units }) => [address, units])).toEqual([
    [undefined, 500_000_000n],
    [mint, 1_500_000n],
    [mint.replace('EPj', 'ePj'), 1_500_000n],
    [`${coin.slice(0, -1)}2`, 1_500_000_000n],
  ])
})
