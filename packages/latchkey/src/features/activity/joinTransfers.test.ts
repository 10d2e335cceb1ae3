import { describe, expect, it } from 'vitest'
import type { ActivityTransfer } from './activityItem.js'
import { joinTransfers } from './historyItem.js'

const transfer = (
  direction: ActivityTransfer['direction'],
  quantity: string,
  label: string,
  value?: number,
): ActivityTransfer => ({ direction, quantity, label, isCollectible: false, value })

const join = (...transfers: ActivityTransfer[]) => {
  const { transfers: shown, further } = joinTransfers(transfers)
  return [
    ...shown.map(({ direction, quantity, label }) => `${direction} ${quantity} ${label}`),
    further,
  ]
}

describe('joinTransfers', () => {
  it('puts outgoing transfers first', () => {
    expect(join(transfer('in', '0.1', 'ETH'), transfer('out', '300', 'USDC'))).toEqual([
      'out 300 USDC',
      'in 0.1 ETH',
      0,
    ])
    expect(join()).toEqual([0])
  })

  it('sums transfers of the same token and direction exactly', () => {
    const parts = ['0.1', '0.2', '9007199254740993.000000000000000001'].map((one) =>
      transfer('in', one, 'DAI'),
    )
    expect(join(...parts)).toEqual(['in 9007199254740993.300000000000000001 DAI', 0])
    expect(join(transfer('in', 'many', 'DAI'), transfer('in', '2', 'DAI'))).toEqual(['in 2 DAI', 0])
  })

  it('drops change below a tenth', () => {
    expect(join(transfer('out', '1', 'ETH'), transfer('in', '0.09', 'ETH'))).toEqual([
      'out 1 ETH',
      0,
    ])
    expect(join(transfer('out', '1', 'ETH'), transfer('in', '0.1', 'ETH'))).toHaveLength(3)
    expect(join(transfer('out', '1', 'ETH'), transfer('in', '0.01', 'BTC'))).toHaveLength(3)
  })

  it('picks the two largest and counts the rest when all values are known', () => {
    const few = [
      transfer('in', '1', 'A', 5),
      transfer('in', '1', 'B', 900),
      transfer('in', '1', 'C', 40),
    ]
    expect(join(...few)).toEqual(['in 1 B', 'in 1 C', 1])
  })

  it('picks the first of each direction when values are unknown', () => {
    const all = [transfer('in', '1', 'A'), transfer('in', '1', 'B'), transfer('out', '1', 'C')]
    expect(join(...all)).toEqual(['out 1 C', 'in 1 A', 1])
  })
})
