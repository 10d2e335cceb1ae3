import fc from 'fast-check'

/** Random permissions, operations and revocations; names and times become real when a scenario is played. */

export type AllowanceSpec = {
  readonly token: TokenName
  readonly amount: bigint
  readonly period: number
  readonly start: number
}

export type GrantSpec = {
  readonly key: number
  /** Seconds from the time of the grant. */
  readonly validAfter: number
  readonly validUntil: number | 'never'
  readonly feeLimit: bigint
  readonly maxCalls: number
  readonly rateCalls: number
  readonly ratePeriod: number
  readonly hasSponsor: boolean
  readonly allowances: readonly AllowanceSpec[]
  readonly targets: readonly TargetName[]
}

export type CallSpec = {
  readonly kind: (typeof callKinds)[number]
  readonly token: TokenName
  readonly toProbe: boolean
  readonly amount: bigint
  readonly value: bigint
}

export type OperationSpec = {
  readonly grant: number
  readonly calls: readonly CallSpec[]
  readonly flaw: (typeof flaws)[number]
  /** Executed at the end of the transaction, after what comes between. */
  readonly isLate: boolean
  readonly gas: readonly [bigint, bigint, bigint]
  readonly price: bigint
}

export type Step =
  | { readonly kind: 'operation'; readonly operation: OperationSpec }
  | { readonly kind: 'revoke'; readonly grant: number }
  | { readonly kind: 'revokeAll' }
  /** The owner approves the probe. */
  | { readonly kind: 'approve'; readonly token: TokenName; readonly amount: bigint }

export type Period = {
  readonly elapsed: number
  readonly grants: readonly GrantSpec[]
  readonly steps: readonly Step[]
}

export const tokenNames = ['coin', 'usdc', 'dai'] as const
export type TokenName = (typeof tokenNames)[number]
export const targetNames = [
  'ping',
  'pingWithRules',
  'pingWithValue',
  'pull',
  'give',
  'fail',
  'transferToProbe',
  'transferFrom',
  'account',
  'entryPoint',
] as const
export type TargetName = (typeof targetNames)[number]
const callKinds = [
  'coins',
  'ping',
  'pull',
  'give',
  'fail',
  'transfer',
  'approve',
  'transferFrom',
  'dirtyTransfer',
  'short',
  'account',
  'entryPoint',
] as const
const flaws = [
  'byOwner',
  'zeroSponsor',
  'none',
  'wrongKey',
  'wrongOwner',
  'noOwner',
  'nonce',
  'sponsor',
  'otherSponsor',
] as const

const weighted = <value>(...choices: readonly (readonly [weight: number, value: value])[]) =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const amount = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt(0n, 30n) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 208n - 1n, 2n ** 208n, 2n ** 256n - 1n) },
)

const mostly = <common, rare>(usual: fc.Arbitrary<common>, other: fc.Arbitrary<rare>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: other })

const grant: fc.Arbitrary<GrantSpec> = fc.record({
  key: fc.nat(2),
  validAfter: mostly(fc.integer({ min: -80, max: -1 }), fc.integer({ min: 0, max: 60 })),
  validUntil: mostly(
    fc.integer({ min: 100, max: 400 }),
    fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant('never' as const)),
  ),
  feeLimit: mostly(
    fc.bigInt(100n, 300n),
    fc.oneof(fc.bigInt(0n, 40n), fc.constant(2n ** 256n - 1n)),
  ),
  maxCalls: mostly(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 0, max: 9 })),
  rateCalls: weighted([6, 0], [1, 2], [2, 5]),
  ratePeriod: weighted([1, 0], [4, 20], [4, 60]),
  hasSponsor: fc.boolean(),
  allowances: fc.array(
    fc.record({
      token: fc.constantFrom(...tokenNames),
      amount: mostly(fc.bigInt(50n, 200n), amount),
      period: weighted([2, 0], [1, 30], [1, 100]),
      start: weighted([6, 0], [1, 40]),
    }),
    { minLength: 2, maxLength: 4, size: 'max' },
  ),
  targets: fc.uniqueArray(
    weighted<TargetName>(
      [6, 'ping'],
      [3, 'pingWithRules'],
      [4, 'pingWithValue'],
      [6, 'pull'],
      [4, 'give'],
      [1, 'fail'],
      [1, 'transferToProbe'],
      [1, 'transferFrom'],
      [1, 'account'],
      [1, 'entryPoint'],
    ),
    { minLength: 4, maxLength: 8, size: 'max' },
  ),
})

const call: fc.Arbitrary<CallSpec> = fc.record({
  kind: weighted<CallSpec['kind']>(
    [6, 'coins'],
    [12, 'ping'],
    [6, 'pull'],
    [6, 'give'],
    [1, 'fail'],
    [8, 'transfer'],
    [8, 'approve'],
    [1, 'transferFrom'],
    [1, 'dirtyTransfer'],
    [1, 'short'],
    [1, 'account'],
    [1, 'entryPoint'],
  ),
  token: fc.constantFrom('usdc', 'dai'),
  toProbe: fc.boolean(),
  amount,
  value: weighted([5, 0n], [1, 1n], [1, 9n]),
})

const operation: fc.Arbitrary<OperationSpec> = fc.record({
  grant: fc.nat(11),
  calls: mostly(
    fc.array(call, { minLength: 1, maxLength: 2, size: 'max' }),
    fc.array(call, { maxLength: 4, size: 'max' }),
  ),
  flaw: weighted<OperationSpec['flaw']>(
    [40, 'none'],
    [6, 'sponsor'],
    [2, 'noOwner'],
    [1, 'wrongKey'],
    [1, 'wrongOwner'],
    [1, 'nonce'],
    [1, 'otherSponsor'],
    [1, 'zeroSponsor'],
    [3, 'byOwner'],
  ),
  isLate: weighted([4, false], [1, true]),
  gas: fc.tuple(fc.bigInt(0n, 3n), fc.bigInt(0n, 3n), fc.bigInt(0n, 3n)),
  price: weighted([8, 0n], [10, 1n], [5, 2n], [1, 2n ** 127n]),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 180,
    arbitrary: fc.record({ kind: fc.constant('operation' as const), operation }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('revoke' as const), grant: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revokeAll' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('approve' as const),
      token: fc.constantFrom('usdc', 'dai'),
      amount,
    }),
  },
)

const periodOf = (grants: { minLength: number; maxLength: number }): fc.Arbitrary<Period> =>
  fc.record({
    elapsed: fc.integer({ min: 1, max: 50 }),
    grants: fc.array(grant, grants),
    steps: fc.array(step, { minLength: 6, maxLength: 12, size: 'max' }),
  })

/** The times between which transactions are made, each with many steps. */
export const scenario: fc.Arbitrary<readonly Period[]> = fc
  .tuple(
    periodOf({ minLength: 2, maxLength: 3 }),
    fc.array(periodOf({ minLength: 0, maxLength: 2 }), { minLength: 3, maxLength: 4 }),
  )
  .map(([first, rest]) => [first, ...rest])
