import { expect, test } from 'vitest'
import type { Facts } from './assessRisk.js'
import { dangers } from './danger/text.js'
import { describeStep } from './describeStep.js'
import { formatChange, formatTokenAmount } from './formatValues.js'
import { maxRows, typedDataRows } from './typedDataRows.js'

const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const coin = { symbol: 'ETH', decimals: 18 }
const facts: Facts = {
  tokens: new Map([[token, { symbol: 'USDC', decimals: 6 }]]),
  plain: new Set(),
}
const context = { chainId: 'eip155:1', coin, facts, known: [] }

test('formats amounts exactly to the last unit', () => {
  expect(formatTokenAmount(1n, coin)).toBe('0.000000000000000001 ETH')
  expect(formatTokenAmount(1_234_567_890_000_000_000_000_001n, coin)).toBe(
    '1,234,567.890000000000000001 ETH',
  )
  expect(formatTokenAmount(0n, coin)).toBe('0 ETH')
})

test('shows the token of a step, and checksummed addresses', () => {
  const step = { kind: 'send-token', token, to: token, units: 1_500_000n } as const
  expect(describeStep(step, context)).toMatchObject({
    amount: '1.5 USDC',
    rows: [
      { label: 'To', value: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', as: 'address' },
      { label: 'Token', note: 'USDC' },
    ],
  })
})

test('marks a new recipient and shows the known address it resembles', () => {
  const known = '0x3333333333333333333333333333333333331234'
  const twin = `0x333${'9'.repeat(33)}1234`
  const reported = (to: string) =>
    describeStep({ kind: 'send-coin', to, units: 1n }, { ...context, known: [known] }).rows
  expect(reported(known)).toEqual([expect.not.objectContaining({ note: 'First time' })])
  expect(reported(token)).toEqual([expect.objectContaining({ label: 'To', note: 'First time' })])
  expect(reported(twin)).toMatchObject([
    { label: 'To', value: expect.stringMatching(new RegExp(twin, 'i')), note: 'First time' },
    { label: 'Address you know', value: expect.stringMatching(new RegExp(known, 'i')) },
  ])
})

test('marks an address that is not in the request itself', () => {
  const to = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
  const step = { kind: 'send-coin', to, units: 1n } as const
  expect(describeStep(step, { ...context, loaded: [to] }).rows).toMatchObject([
    { label: 'To', value: to, note: 'From a lookup table' },
  ])
  expect(describeStep({ ...step, to: '' }, context).rows).toEqual([
    { label: 'To', value: 'Not in the request' },
  ])
})

test('names both sides of a trade, each token once', () => {
  const item = { token, units: 1n, isItem: true }
  const trade = { gives: [item, item], gets: [{ token: undefined, units: 5n }] }
  expect(describeStep({ kind: 'order', what: 'order', trade }, context).rows).toEqual([
    { label: 'You give', value: '2 items of 0xa0b8…eb48' },
    { label: 'You get', value: '0.000000000000000005 ETH' },
  ])
  const free = { gives: [{ token, units: 1_000_000n }], gets: [], recipient: token }
  expect(describeStep({ kind: 'order', what: 'order', trade: free }, context).rows).toMatchObject([
    { value: '1 USDC' },
    { value: 'Nothing' },
    { label: 'To' },
  ])
})

test('names the owner and the deposit of a new account', () => {
  const step = { kind: 'open-account', account: token, owner: token, isOwn: false } as const
  expect(describeStep({ ...step, units: 2n * 10n ** 18n }, context)).toMatchObject({
    amount: 'Up to 2 ETH',
    rows: [{ label: 'Owner' }, { label: 'Account' }],
  })
  expect(describeStep({ ...step, units: undefined }, context).amount).toBeUndefined()
})

test('formats changes exactly, even for a token without details', () => {
  const change = { token, symbol: undefined, decimals: 6, units: -1_500_000n }
  expect(formatChange({ ...change, symbol: 'USDC' })).toBe('1.5 USDC')
  expect(formatChange(change)).toBe('1.5 of 0xa0b8…eb48')
  expect(formatChange({ ...change, decimals: undefined })).toBe('1,500,000 units of 0xa0b8…eb48')
  expect(formatChange({ ...change, decimals: undefined, isItems: true, units: 1n })).toBe(
    '1 item of 0xa0b8…eb48',
  )
})

test('keeps warnings short', () => {
  for (const { title, text } of Object.values(dangers)) {
    expect([title, title.length <= 32]).toEqual([title, true])
    expect([text, text.length <= 90]).toEqual([text, true])
  }
})

test('counts an unknown token in units and guesses no decimals', () => {
  const step = { kind: 'send-token', token: '0x01', to: token, units: 1_500_000n } as const
  expect(describeStep(step, context).amount).toBe('1500000 units of an unknown token')
})

test('shows all typed data, or reports that there is too much', () => {
  const types = {
    Mail: [
      { name: 'to', type: 'Person[]' },
      { name: 'text', type: 'string' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
  }
  const domain = {}
  const small = { to: [{ wallet: token }], text: 'Hi', hidden: 'not signed' }
  expect(typedDataRows({ domain, primaryType: 'Mail', types, message: small })).toEqual({
    isWhole: true,
    rows: [
      { depth: 0, label: 'to' },
      { depth: 1, label: '1' },
      { depth: 2, label: 'wallet', value: token, as: 'address' },
      { depth: 0, label: 'text', value: 'Hi' },
    ],
  })
  const loop = { Loop: [{ name: 'loop', type: 'Loop' }] }
  const round: Record<string, unknown> = {}
  round.loop = round
  const endless = typedDataRows({ domain, primaryType: 'Loop', types: loop, message: round })
  expect(endless.isWhole).toBe(false)
  const long = { to: Array.from({ length: 10_000 }, () => ({ wallet: token })), text: '' }
  const cut = typedDataRows({ domain, primaryType: 'Mail', types, message: long })
  expect(cut).toMatchObject({ isWhole: false, rows: { length: maxRows } })
})
