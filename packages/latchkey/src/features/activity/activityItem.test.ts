import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ActivityItem, mergeItems } from './activityItem.js'
import { byMonth } from './views/useActivity.js'

const item = (id: string, time: string, more: Partial<ActivityItem> = {}): ActivityItem => ({
  id,
  hash: id,
  time: Date.parse(`${time}T12:00:00Z`),
  operation: 'receive',
  status: 'confirmed',
  transfers: [{ direction: 'in', quantity: '1', label: 'ETH', isCollectible: false }],
  further: 0,
  ...more,
})
const ids = (items: readonly ActivityItem[]) => items.map(({ id }) => id)

describe('mergeItems', () => {
  it('sorts by time, unsettled items first', () => {
    const history = [item('c', '2026-11-12'), item('a', '2026-10-02')]
    const journal = [
      item('d', '2026-11-14'),
      item('open', '2026-09-01', { status: 'pending' }),
      item('b', '2026-11-01'),
    ]
    expect(ids(mergeItems({ history, journal, isComplete: true }))).toEqual([
      'open',
      'd',
      'c',
      'b',
      'a',
    ])
  })

  it('merges a transaction that history and journal both have', () => {
    const history = [item('a', '2026-11-12', { counterparty: undefined, isSuspicious: true })]
    const journal = [
      item('a', '2026-11-10', {
        operation: 'send',
        status: 'pending',
        isLate: true,
        counterparty: { role: 'to', address: '0x1', name: 'bob.eth' },
      }),
    ]
    const [only, ...others] = mergeItems({ history, journal, isComplete: true })
    expect(others).toEqual([])
    expect(only).toMatchObject({
      time: Date.parse('2026-11-12T12:00:00Z'),
      operation: 'receive',
      status: 'confirmed',
      isLate: true,
      isSuspicious: false,
      counterparty: { name: 'bob.eth' },
    })
  })

  it('keeps the approval of the journal', () => {
    const history = [item('a', '2026-11-12', { operation: 'approve', transfers: [] })]
    const approval = { amount: 'unlimited', symbol: 'USDC' } as const
    const journal = [item('a', '2026-11-12', { operation: 'approve', transfers: [], approval })]
    expect(mergeItems({ history, journal, isComplete: true })[0]).toMatchObject({ approval })
  })

  it('hides older entries until their page is loaded', () => {
    const history = [item('b', '2026-11-12')]
    const journal = [item('a', '2026-10-01')]
    expect(ids(mergeItems({ history, journal, isComplete: false }))).toEqual(['b'])
    expect(ids(mergeItems({ history, journal, isComplete: true }))).toEqual(['b', 'a'])
  })
})

describe('byMonth', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
  afterEach(() => void vi.unstubAllEnvs())

  it('groups by month, unsettled items in the newest', () => {
    const merged = mergeItems({
      history: [item('c', '2026-11-12'), item('b', '2026-11-01'), item('a', '2025-11-30')],
      journal: [item('open', '2026-10-01', { status: 'requested' })],
      isComplete: true,
    })
    expect(byMonth(merged).map(({ items }) => ids(items))).toEqual([['open', 'c', 'b'], ['a']])
    expect(byMonth([])).toEqual([])
  })
})
