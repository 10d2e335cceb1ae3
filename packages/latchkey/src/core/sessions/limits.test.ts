import { zeroAddress } from '@latchkey/wire/login/permissions'
import { expect, it } from 'vitest'
import { createPermission } from '../../../fixtures/permissionGrant.js'
import { toSessionLimits } from './limits.js'

const token = `0x${'77'.repeat(20)}` as const
const permission = createPermission({
  maxCalls: 10,
  feeLimit: 100n,
  rateCalls: 3,
  ratePeriod: 60,
  validAfter: 1_000,
  paymaster: token,
  allowances: [
    { token: zeroAddress, amount: 50n, period: 0, start: 0 },
    { token, amount: 80n, period: 100, start: 1_050 },
  ],
  targets: [
    { to: token, selector: '0x01020304', valueLimit: 0n, rules: [] },
    { to: token, selector: '0x01020305', valueLimit: 0n, rules: [] },
  ],
})
const unused = { enabled: true, revoked: false, feesUsed: 0n, callsUsed: 0n, rateUsed: 0n }

it('says what is left, and when periods start again', () => {
  const used = { ...unused, feesUsed: 40n, callsUsed: 4n, rateUsed: 2n, spent: [20n, 30n] }
  expect(toSessionLimits(permission, used, 1_270)).toEqual({
    calls: { max: 10n, left: 6n },
    rate: { max: 3n, left: 1n, period: 60, resetsAt: 1_300 },
    fees: { max: 100n, left: 60n },
    sponsor: token,
    allowances: [
      { max: 50n, left: 30n, period: 0 },
      { token, max: 80n, left: 50n, period: 100, resetsAt: 1_350 },
    ],
    contracts: [token],
  })
})

it('has nothing left before the first period, and never less than nothing', () => {
  const used = { ...unused, callsUsed: 11n, feesUsed: 101n, spent: [51n, 0n] }
  const limits = toSessionLimits(permission, used, 1_049)
  expect(limits).toMatchObject({
    calls: { left: 0n },
    fees: { left: 0n },
    allowances: [{ left: 0n }, { left: 0n, resetsAt: 1_050 }],
  })
})
