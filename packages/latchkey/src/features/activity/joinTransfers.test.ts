import { describe, expect, it } from 'vitest'
import type { ActivityTransfer } from './activityItem.js'
import { joinTransfers } from './joinTransfers.js'

const moved = (
  direction: ActivityTransfer['direction'],
  quantity: string,
  label: string,
  value?: number,
): ActivityTransfer => ({ direction, quantity, label, isCollectible: false, value })

const told = (...transfers: ActivityTransfer[]) => {
  const { transfers: shown, further } = joinTransfers(transfers)
  return [
    ...shown.map(({ direction, quantity, label }) => `${direction} ${quantity} ${label}`),
    further,
  ]
}

describe('transfers of one transaction', () => {
  it('are one row, what went out first', () => {
    expect(told(moved('in', '0.1', 'ETH'), moved('out', '300', 'USDC'))).toEqual([
      'out 300 USDC',
      'in 0.1 ETH',
      0,
    ])
    expect(told()).toEqual([0])
  })

  it('of the same token and direction are added up, exactly', () => {
    const parts = ['0.1', '0.2', '9007199254740993.000000000000000001'].map((one) =>
      moved('in', one, 'DAI'),
    )
    expect(told(...parts)).toEqual(['in 9007199254740993.300000000000000001 DAI', 0])
    expect(told(moved('in', 'many', 'DAI'), moved('in', '2', 'DAI'))).toEqual(['in 2 DAI', 0])
  })

  it('leave out change, but not a tenth or more', () => {
    expect(told(moved('out', '1', 'ETH'), moved('in', '0.09', 'ETH'))).toEqual(['out 1 ETH', 0])
    expect(told(moved('out', '1', 'ETH'), moved('in', '0.1', 'ETH'))).toHaveLength(3)
    expect(told(moved('out', '1', 'ETH'), moved('in', '0.01', 'BTC'))).toHaveLength(3)
  })

  it('beyond two are counted; the two of most worth are shown where all have one', () => {
    const few = [moved('in', '1', 'A', 5), moved('in', '1', 'B', 900), moved('in', '1', 'C', 40)]
    expect(told(...few)).toEqual(['in 1 B', 'in 1 C', 1])
  })

  it('without known worth show the first each way', () => {
    const all = [moved('in', '1', 'A'), moved('in', '1', 'B'), moved('out', '1', 'C')]
    expect(told(...all)).toEqual(['out 1 C', 'in 1 A', 1])
  })
})
