import { type Permission, zeroAddress } from '@latchkey/wire/login/permissions'
import { expect, it } from 'vitest'
import type { GrantAction } from '../account/action.js'
import { describeRequest, describeStep } from './describeStep.js'
import { explain } from './explain.js'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const game = '0x00000000000000000000000000000000000906e5'
const now = 1_800_000_000
const day = 86_400

const permission: Permission = {
  key: `0x${'5e'.repeat(20)}`,
  validAfter: 0,
  validUntil: now + 10 * day - 1,
  epoch: 0n,
  salt: `0x${'00'.repeat(32)}`,
  paymaster: zeroAddress,
  feeLimit: 10n ** 16n,
  maxCalls: 1_000,
  rateCalls: 5,
  ratePeriod: 3_600,
  allowances: [
    { token: usdc, amount: 20_000_000n, period: day, start: now },
    { token: zeroAddress, amount: 5n * 10n ** 17n, period: 0, start: 0 },
  ],
  targets: [
    {
      to: game,
      selector: '0x12345678',
      valueLimit: 10n ** 17n,
      rules: [
        { argument: 0, operator: 2, value: `0x${'0'.repeat(62)}0a` },
        { argument: 1, operator: 0, value: `0x${'0'.repeat(24)}${usdc.slice(2)}` },
      ],
    },
  ],
}

const action: GrantAction = {
  kind: 'grant',
  chainId: 'eip155:1',
  account: game,
  permission,
  names: ['play(uint256,address)'],
  changes: [
    { what: 'expiry', asked: BigInt(now + 90 * day) },
    { what: 'calls', asked: 1_000_000n },
    { what: 'fee', asked: 10n ** 18n },
    { what: 'dropped', type: 'erc721-token-transfer' },
  ],
  now,
  holdings: Promise.resolve([]),
}

function describeAll(price: number | undefined) {
  const explanation = explain(action, 'https://shop.test')
  const context = {
    chainId: 'eip155:1',
    coin: { symbol: 'ETH', decimals: 18 },
    facts: { tokens: new Map([[usdc, { symbol: 'USDC', decimals: 6 }]]), plain: new Set<string>() },
    known: [],
    holdings: [
      { token: usdc, balance: 50_000_000n, price },
      { token: zeroAddress, balance: 10n ** 18n, price: 3_000 },
    ],
  }
  expect(describeRequest(explanation)).toEqual({
    title: 'Let this site act for you',
    verb: 'Allow',
  })
  const steps = explanation.steps.map((step) => describeStep(step, context))
  const rows = Object.fromEntries(
    steps.flatMap((step) => step.rows.map(({ label, value }) => [`${step.title} ${label}`, value])),
  )
  return {
    steps,
    rows,
    notes: steps.flatMap((step) => step.rows.flatMap(({ note }) => note ?? [])),
  }
}

it('says how much of what, until when, for how much money, and what was reduced', () => {
  const { steps, rows, notes } = describeAll(1)
  expect(steps.map(({ title, amount }) => [title, amount])).toEqual([
    ['Less than the site asked for', undefined],
    ['Spend', '20 USDC'],
    ['Spend', '0.5 ETH'],
    ['Call a contract', undefined],
    ['Limits', undefined],
  ])
  expect(steps[1]).toMatchObject({
    sentence: 'Each day, to anyone the site chooses.',
    rows: expect.arrayContaining([
      // Ten periods of twenty.
      { label: 'At most in all', value: '200 USDC' },
      { label: 'Value of that', value: 'About $200.00' },
      { label: 'You have now', value: '50 USDC' },
    ]),
  })
  expect(rows).toMatchObject({
    'Less than the site asked for Actions: asked for': '1000000',
    'Less than the site asked for Actions: allowed': '1000',
    'Less than the site asked for Network fees: asked for': '1 ETH',
    'Less than the site asked for Network fees: allowed': '0.01 ETH',
    'Less than the site asked for Not allowed: erc721-token-transfer': 'Not possible here',
    'Call a contract Function': 'play(uint256,address)',
    'Limits Actions': 'At most 1,000, 5 each hour',
    'Limits Network fees': 'Up to 0.01 ETH',
    // 200 USDC, half an ether and a hundredth of one for fees.
    'Limits All of it together': 'About $1,730.00',
  })
  expect(notes).toEqual([`up to 0.1 ETH a call, value 1 below 10, value 2 is ${usdc}`])
})

it('hides no unknown value', () => {
  const { rows } = describeAll(undefined)
  expect(rows['Limits All of it together']).toBe('About $1,530.00, and what has no known price')
})
