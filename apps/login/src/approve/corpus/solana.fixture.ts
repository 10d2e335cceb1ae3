import {
  encodeTransaction,
  memo,
  openTokenAccount,
  programs,
  sendCoins,
  sendTokens,
  type TestInstruction,
  testKey,
  u32,
  u64,
  unitLimit,
  unitPrice,
} from '../../account/solanaTransaction.fixture.js'
import type { Danger } from '../danger/danger.js'
import { type DrainerSample, family, sol, solanaRequest, upTo } from './sample.fixture.js'

export const [own, stranger, mint, ownTokens, theirTokens, table] = [
  201, 202, 203, 204, 205, 206,
].map(testKey) as [string, string, string, string, string, string]

export const bytesOf = (fill: number) => new Array<number>(32).fill(fill)
export const token = (
  data: readonly number[],
  ...accounts: readonly string[]
): TestInstruction => ({
  program: programs.token,
  accounts,
  data,
})
export const system = (
  tag: number,
  accounts: readonly string[],
  ...data: readonly number[]
): TestInstruction => ({ program: programs.system, accounts, data: [...u32(tag), ...data] })

/** A priority fee in lamports. */
export const priorityFee = (lamports: bigint) => [unitLimit(1_000_000), unitPrice(lamports)]

const opening = (count: number) =>
  upTo(count).map((at) => openTokenAccount(own, testKey(20 + at), testKey(80 + at), mint))
const filling = (count: number) =>
  upTo(count).map((at) => sendTokens(ownTokens, mint, testKey(20 + at), own, 1n))

const one = (danger: Danger | 'blocked', ...lists: readonly (readonly TestInstruction[])[]) =>
  lists.map((instructions) => ({ danger, instructions }))

/** Single transactions, each with the danger it must show. */
const transactions: readonly {
  danger: Danger | 'blocked'
  instructions: readonly TestInstruction[]
}[] = [
  ...one(
    'high-fee',
    ...[10_000_000n, 50_000_000n, 100_000_000n, 499_000_000n].map((fee) => [
      ...priorityFee(fee),
      memo('gm'),
    ]),
    [unitPrice(100_000_000n), memo('gm')],
    [unitLimit(4_000_000_000), unitPrice(200_000_000n), sendCoins(own, stranger, 1n)],
    [
      unitLimit(1_000_000),
      { ...unitPrice(90_000_000n), data: [...unitPrice(90_000_000n).data, 1, 2, 3] },
      memo('gm'),
    ],
  ),
  ...one(
    'blocked',
    [unitLimit(1_400_000), unitPrice(10_142_857_142n), memo('gm')],
    [unitLimit(1_400_000), unitPrice(70_000_000_000n), sendCoins(own, stranger, 1n)],
    [unitPrice(2n ** 63n), memo('gm')],
    [...priorityFee(500_000_001n), memo('gm')],
  ),
  ...one(
    'foreign-deposit',
    ...[1, 2, 4, 8].map(opening),
    [...opening(5), ...filling(5)],
    [system(0, [own, stranger], ...u64(9n * sol), ...u64(165n), ...bytesOf(7))],
    [
      system(0, [own, theirTokens], ...u64(9n * sol), ...u64(165n), ...bytesOf(7)),
      token([18, ...bytesOf(202)], theirTokens, mint),
    ],
    [
      system(
        3,
        [own, stranger, own],
        ...bytesOf(201),
        ...u64(4n),
        ...[115, 101, 101, 100],
        ...u64(5n * sol),
        ...u64(0n),
        ...bytesOf(7),
      ),
    ],
  ),
  ...one(
    'unlimited',
    [token([4, ...u64(2n ** 64n - 1n)], ownTokens, stranger, own)],
    [token([13, ...u64(2n ** 63n), 6], ownTokens, mint, stranger, own)],
    [memo('gm'), token([4, ...u64(2n ** 64n - 1n)], ownTokens, stranger, own), memo('gn')],
  ),
  ...one(
    'unknown-spender',
    [token([4, ...u64(5n)], ownTokens, stranger, own)],
    [token([13, ...u64(5n), 6], ownTokens, mint, stranger, own)],
  ),
  ...one(
    'authority',
    ...[0, 1, 2, 3].map((kind) => [token([6, kind, 1, ...bytesOf(202)], ownTokens, own)]),
    [token([9], ownTokens, stranger, own)],
    [{ ...token([9], ownTokens, stranger, own), program: programs.token2022 }],
    [system(1, [own], ...bytesOf(202))],
    [system(10, [ownTokens, own], ...bytesOf(201), ...u64(1n), 65, ...bytesOf(202))],
    [system(8, [own], ...u64(80n))],
    [system(9, [ownTokens, own], ...bytesOf(201), ...u64(1n), 65, ...u64(80n), ...bytesOf(202))],
    [system(7, [ownTokens, own], ...bytesOf(202))],
  ),
  ...one(
    'no-expiry',
    [system(4, [table, stranger, own]), sendCoins(own, stranger, 1n)],
    [system(4, [table, stranger, own]), memo('gm')],
    [system(4, [table, stranger, own]), sendTokens(ownTokens, mint, theirTokens, own, 1n)],
  ),
  ...one(
    'extended-token',
    [sendTokens(ownTokens, mint, theirTokens, own, 1n, programs.token2022)],
    [
      {
        ...token([13, ...u64(5n), 6], ownTokens, mint, stranger, own),
        program: programs.token2022,
      },
    ],
  ),
  ...one(
    'unknown-token',
    [token([3, ...u64(5n)], ownTokens, theirTokens, own)],
    [token([4, ...u64(5n)], ownTokens, stranger, own)],
  ),
  ...one(
    'unknown-call',
    ...[11, 12, 13, 14].map((program) => [
      { program: testKey(program), accounts: [own, stranger], data: [program] },
    ]),
    [token([8, ...u64(5n)], ownTokens, mint, own)],
    [token([15, ...u64(5n), 6], ownTokens, mint, own)],
    [{ program: programs.associatedToken, accounts: [ownTokens], data: [2] }],
    [{ program: programs.computeBudget, accounts: [], data: [0, ...u64(2n ** 60n)] }],
    [{ program: programs.token2022, accounts: [ownTokens, mint], data: [26, 1, ...u64(5n)] }],
    [system(2, [own, stranger], 1)],
  ),
  ...one(
    'sweep',
    ...upTo(3).map((at) => [
      sendCoins(own, stranger, sol),
      ...upTo(2 + at).map((nth) =>
        sendTokens(ownTokens, testKey(60 + nth), testKey(100 + nth), own, 9n),
      ),
    ]),
  ),
]

const hidden = [
  { instructions: [sendCoins(own, stranger, 5n)], addresses: [stranger] },
  { instructions: [sendTokens(ownTokens, mint, theirTokens, own, 5n)], addresses: [theirTokens] },
  { instructions: [sendTokens(ownTokens, mint, theirTokens, own, 5n)], addresses: [mint] },
  { instructions: [openTokenAccount(own, theirTokens, stranger, mint)], addresses: [stranger] },
]

const harmless = [sendCoins(own, stranger, 1n)]
const worst = [token([6, 2, 1, ...bytesOf(202)], ownTokens, own)]
const unknownProgram = { program: testKey(11), accounts: [own], data: [1] }
const coins = (units: bigint) => ({
  token: undefined,
  symbol: 'SOL',
  decimals: 9,
  units,
  before: 20n * sol,
})
const succeeded = { status: 'succeeded', losesControl: false } as const

export const solanaDrainers: readonly DrainerSample[] = [
  ...family<(typeof transactions)[number], DrainerSample>(
    'Solana transaction',
    transactions,
    ({ danger, instructions }) => ({ action: solanaRequest(own, [instructions]), danger }),
  ),
  ...family<(typeof hidden)[number], DrainerSample>(
    'address from a lookup table',
    [...hidden, ...hidden],
    ({ instructions, addresses }, index) => ({
      action: solanaRequest(own, [instructions], {
        lookups: { table, addresses },
        loaded: index < hidden.length ? [undefined] : [testKey(33)],
      }),
      danger: 'hidden-address',
    }),
  ),
  ...family<number, DrainerSample>('bad transaction of 10', upTo(10), (bad) => ({
    action: solanaRequest(
      own,
      upTo(10).map((at) => (at === bad ? worst : harmless)),
    ),
    danger: 'authority',
  })),
  ...family<number, DrainerSample>('fees of many transactions', [11, 20, 50], (count) => ({
    action: solanaRequest(
      own,
      upTo(count).map(() => [...priorityFee(1_000_000n), memo('gm')]),
    ),
    danger: 'high-fee',
  })),
  ...family<Uint8Array, DrainerSample>(
    'bytes that are no transaction',
    [
      new Uint8Array(),
      encodeTransaction(harmless).slice(0, 120),
      encodeTransaction(harmless, { version: 1 }),
    ],
    (bytes) => ({ action: solanaRequest(own, [bytes]), danger: 'unknown-call' }),
  ),
  ...family<bigint, DrainerSample>(
    'program that empties the account',
    [11n, 15n, 19n],
    (taken) => ({
      action: solanaRequest(own, [[unknownProgram]]),
      simulation: { ...succeeded, changes: [coins(-taken * sol)] },
      danger: 'large-drop',
    }),
  ),
  ...family<bigint, DrainerSample>('more than the request names', [1n, 9n], (taken) => ({
    action: solanaRequest(own, [harmless]),
    simulation: { ...succeeded, changes: [coins(-taken * sol)] },
    danger: 'hidden-outflow',
  })),
  ...family<TestInstruction, DrainerSample>(
    'account that changes hands unseen',
    [memo('gm'), sendCoins(own, stranger, 1n)],
    (instruction) => ({
      action: solanaRequest(own, [[instruction]]),
      simulation: { ...succeeded, losesControl: true, changes: [] },
      danger: 'authority',
    }),
  ),
]
