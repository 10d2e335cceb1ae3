import { expect, it } from 'vitest'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import type { ResourceState } from '../../../core/runtime/createResource.js'
import { getFigures } from './Worth.js'

const ether: Holding = {
  networkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  units: 10n ** 18n,
}
const priced = { ...ether, price: 3 }
const nameless = { ...ether, address: '0xab' }
const failed = { status: 'failed', error: undefined } as const
const loading = { status: 'loading' } as const
const ready = <value>(value: value): ResourceState<value> => ({ status: 'ready', value })
const kind = (...given: Parameters<typeof getFigures>) => getFigures(...given).headline.kind

it('shows the total in dollars, and the coin it includes, when any holding has a price', () => {
  expect(getFigures(ready([priced, nameless]), ready(1n))).toEqual({
    headline: { kind: 'total', worth: 3n * 10n ** 18n, unpriced: 1, hasStalePrices: false },
    coin: 10n ** 18n,
    age: 'fresh',
  })
})

it('reports stale prices of what the account holds', () => {
  const stale = { ...priced, isPriceStale: true as const }
  const headlineOf = (...all: Holding[]) => getFigures(ready(all), ready(1n)).headline
  expect(headlineOf(stale)).toMatchObject({ hasStalePrices: true })
  expect(headlineOf(priced, { ...stale, units: 0n })).toMatchObject({ hasStalePrices: false })
})

it('shows the coin when no price is known', () => {
  expect(kind(ready([ether]), ready(5n))).toBe('coin')
  expect(kind(failed, ready(5n))).toBe('coin')
  expect(getFigures(ready([ether]), ready(5n)).coin).toBe(5n)
})

it('shows loading until all sources respond, and missing when all failed', () => {
  expect(kind(loading, ready(5n))).toBe('loading')
  expect(kind({ status: 'absent' }, failed)).toBe('loading')
  expect(kind(failed, loading)).toBe('loading')
  expect(kind(failed, failed)).toBe('missing')
})

it('takes the coin from the holdings when the node fails', () => {
  expect(getFigures(ready([priced]), failed).coin).toBe(10n ** 18n)
})

it('reports a failed refresh as old and a running one as updating', () => {
  expect(getFigures({ ...failed, value: [priced] }, ready(1n)).age).toBe('old')
  expect(getFigures({ ...loading, value: [priced], isStale: true }, ready(1n)).age).toBe('updating')
  expect(getFigures({ ...loading, value: [priced] }, ready(1n)).age).toBe('fresh')
  expect(getFigures(failed, failed).age).toBe('fresh')
  expect(getFigures(failed, { ...failed, value: 1n }).age).toBe('old')
})
