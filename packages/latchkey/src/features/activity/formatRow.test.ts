import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityItem, ActivityTransfer } from './activityItem.js'
import { formatRow, formatShortQuantity } from './formatRow.js'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

const now = Date.parse('2026-11-16T12:00:00Z')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const moved = (direction: 'in' | 'out', quantity: string, label: string): ActivityTransfer => ({
  direction,
  quantity,
  label,
  isCollectible: false,
})

function words(more: Partial<ActivityItem>) {
  const item: ActivityItem = {
    id: 'a',
    time: Date.parse('2026-11-05T08:00:00Z'),
    operation: 'send',
    status: 'confirmed',
    transfers: [moved('out', '1.5', 'ETH')],
    further: 0,
    ...more,
  }
  return formatRow(item, { now, time: 'then' })
}

describe('formatRow', () => {
  it('has operation, amount, counterparty and time', () => {
    expect(words({ counterparty: { role: 'to', address: bob } })).toMatchObject({
      title: 'Sent',
      badge: undefined,
      what: '1.5 ETH',
      joint: '›',
      other: '0x70…dc79C8',
      when: '05 Nov',
      spoken: 'Sent 1.5 ETH to 0x70…dc79C8, then, Confirmed',
    })
  })

  it('shows the name of the counterparty if there is one', () => {
    const counterparty = { role: 'from', address: bob, name: 'bob.eth' } as const
    expect(words({ operation: 'receive', counterparty })).toMatchObject({
      what: '+1.5 ETH',
      joint: '‹',
      other: 'bob.eth',
      spoken: 'Received +1.5 ETH from bob.eth, then, Confirmed',
    })
  })

  it.each([
    ['receive', 'Received', '+1.5 ETH'],
    ['deposit', 'Deposited', '+1.5 ETH'],
    ['borrow', 'Borrowed', '+1.5 ETH'],
    ['claim', 'Claimed', '+1.5 ETH'],
    ['withdraw', 'Withdrawn', '−1.5 ETH'],
    ['repay', 'Repaid', '−1.5 ETH'],
    ['burn', 'Burnt', '−1.5 ETH'],
    ['send', 'Sent', '1.5 ETH'],
    ['trade', 'Swapped', '1.5 ETH'],
    ['mint', 'Minted', '1.5 ETH'],
    ['stake', 'Staked', '1.5 ETH'],
    ['unstake', 'Unstaked', '1.5 ETH'],
    ['cancel', 'Canceled', '1.5 ETH'],
  ] as const)('titles operation %s "%s" with %s', (operation, title, what) => {
    expect(words({ operation })).toMatchObject({ title, what })
  })

  it('joins two amounts, each with its sign', () => {
    const transfers = [moved('out', '3', 'ETH'), moved('in', '3', 'WETH')]
    expect(words({ operation: 'trade', transfers })).toMatchObject({
      what: '3 ETH',
      other: '3 WETH',
    })
    expect(words({ operation: 'deposit', transfers })).toMatchObject({
      what: '3 ETH',
      other: '+3 WETH',
      spoken: 'Deposited 3 ETH for +3 WETH, then, Confirmed',
    })
    expect(words({ operation: 'withdraw', transfers }).what).toBe('−3 ETH')
    expect(words({ operation: 'trade', transfers, further: 2 }).other).toBe('3 WETH +2 more')
  })

  it('shortens two long amounts, but speaks them in full', () => {
    const transfers = [moved('out', '1234567.891234', 'WSTETH'), moved('in', '98765.4321', 'cbBTC')]
    expect(words({ operation: 'trade', transfers, further: 2 })).toMatchObject({
      what: '1.234M WSTETH',
      other: '98,765.4 cbBTC +2 more',
      spoken: 'Swapped 1,234,567.891 WSTETH for 98,765.432 cbBTC +2 more, then, Confirmed',
    })
  })

  it('shortens names, never numbers', () => {
    const label = 'A token with a name of many words'
    const transfers = [moved('out', '999999.999', label), moved('in', '999999.999', label)]
    const pair = words({ operation: 'trade', transfers })
    expect([pair.what, pair.other]).toEqual(['999,999 A token ...', '999,999 A token ...'])
    expect(words({ transfers: [moved('out', '9'.repeat(70), label)] }).what).toBe(
      '>999T A token with a name ...',
    )
  })

  it('shows the status once when there are no transfers', () => {
    const failed = words({ operation: 'execute', transfers: [], status: 'failed' })
    expect(failed).toMatchObject({
      what: 'Failed',
      badge: undefined,
      spoken: 'Executed Failed, then',
    })
  })

  it.each([
    [{ status: 'pending' }, 'Pending'],
    [{ status: 'requested' }, 'Waiting for wallet'],
    [{ status: 'replaced' }, 'Replaced'],
    [{ status: 'cancelled' }, 'Cancelled'],
    [{ status: 'dropped' }, 'Dropped'],
    [{ status: 'unclear' }, 'Unknown'],
    [{ status: 'failed' }, 'Failed'],
    [{ status: 'pending', isLate: true }, 'Sent after timeout'],
    [{ isSuspicious: true }, 'Unverified'],
    [{}, undefined],
  ] as const)('gives %j the badge %s', (more, badge) => {
    expect(words(more).badge).toBe(badge)
  })

  it.each([
    [{ amount: 'unlimited', symbol: 'USDC' }, 'Unlimited USDC'],
    [{ amount: '1000', symbol: 'USDC' }, '1,000 USDC'],
    [{ amount: 'all' }, 'All collectibles'],
    [{ amount: 'none', symbol: 'USDC' }, 'USDC'],
    [{ amount: undefined }, 'Unknown token'],
  ] as const)('formats the approval %j as %s', (approval, what) => {
    const counterparty = { role: 'spender', address: bob } as const
    const row = words({ operation: 'approve', transfers: [], approval, counterparty })
    const title = approval.amount === 'none' ? 'Revoked' : 'Approved'
    expect(row).toMatchObject({ title, what, other: '0x70…dc79C8' })
    expect(row.spoken).toContain('for 0x70…dc79C8')
  })

  it('counts collectibles only if there are several', () => {
    const key = { ...moved('in', '1', 'Key #5'), isCollectible: true }
    expect(words({ operation: 'receive', transfers: [key] }).what).toBe('+Key #5')
    expect(words({ operation: 'mint', transfers: [{ ...key, quantity: '3' }] }).what).toBe(
      '3 × Key #5',
    )
  })

  it('shows the age of transactions of the last day', () => {
    expect(words({ time: now - 3 * 60_000 }).when).toBe('3 min')
    expect(words({ time: now - 23 * 3_600_000 }).when).toBe('23 hrs')
    expect(words({ time: now - 24 * 3_600_000 }).when).toBe('15 Nov')
  })
})

it.each([
  ['0', '0'],
  ['1.5', '1.5'],
  ['0.0009', '<0.001'],
  ['999.9999', '999.999'],
  ['1234.5678', '1,234.56'],
  ['1234.5012', '1,234.5'],
  ['12345.001', '12,345'],
  ['999999.999', '999,999'],
  ['1000000', '1M'],
  ['1234567.891', '1.234M'],
  ['999999999', '999.999M'],
  ['21000000000', '21B'],
  ['999999999999999', '999.999T'],
  ['1000000000000000', '>999T'],
  ['9'.repeat(78), '>999T'],
  ['-1234567', '1.234M'],
  ['no number', '0'],
])('formats %s as %s', (text, shown) => {
  expect(formatShortQuantity(text)).toBe(shown)
})
