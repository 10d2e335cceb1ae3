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

describe('the provider and the journal together', () => {
  it('are in order of time, what is open first', () => {
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

  it('tell of a transaction both know once: what happened by the record, the rest by the journal', () => {
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

  it('keep what only the journal knows of an approval', () => {
    const history = [item('a', '2026-11-12', { operation: 'approve', transfers: [] })]
    const approval = { amount: 'unlimited', symbol: 'USDC' } as const
    const journal = [item('a', '2026-11-12', { operation: 'approve', transfers: [], approval })]
    expect(mergeItems({ history, journal, isComplete: true })[0]).toMatchObject({ approval })
  })

  it('hold older entries back until their page has come', () => {
    const history = [item('b', '2026-11-12')]
    const journal = [item('a', '2026-10-01')]
    expect(ids(mergeItems({ history, journal, isComplete: false }))).toEqual(['b'])
    expect(ids(mergeItems({ history, journal, isComplete: true }))).toEqual(['b', 'a'])
  })
})

describe('months', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
  afterEach(() => void vi.unstubAllEnvs())

  it('group what they hold, and the newest what is still open', () => {
    const merged = mergeItems({
      history: [item('c', '2026-11-12'), item('b', '2026-11-01'), item('a', '2025-11-30')],
      journal: [item('open', '2026-10-01', { status: 'asked' })],
      isComplete: true,
    })
    expect(byMonth(merged).map(({ items }) => ids(items))).toEqual([['open', 'c', 'b'], ['a']])
    expect(byMonth([])).toEqual([])
  })
})
