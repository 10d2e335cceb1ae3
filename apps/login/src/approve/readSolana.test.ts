import { describe, expect, test } from 'vitest'
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
} from '../account/solanaTransaction.fixture.js'
import { readSolana } from './readSolana.js'

const [own, friend, mint, account, table] = [1, 2, 3, 4, 5].map(testKey) as [
  string,
  string,
  string,
  string,
  string,
]
type Options = Parameters<typeof encodeTransaction>[1]
const read = (instructions: readonly TestInstruction[], options: Options = {}, loaded = []) =>
  readSolana({ bytes: encodeTransaction(instructions, { payer: own, ...options }), loaded }, own)
const system = (tag: number, accounts: readonly string[], ...data: number[]): TestInstruction => ({
  program: programs.system,
  accounts,
  data: [...u32(tag), ...data],
})
const token = (accounts: readonly string[], data: readonly number[]): TestInstruction => ({
  program: programs.token,
  accounts,
  data,
})

describe('steps', () => {
  test.each([undefined, 0])('reads transfers of coins and tokens (version %s)', (version) => {
    const { steps } = read(
      [
        unitLimit(1),
        sendCoins(own, friend, 5_000n),
        sendCoins(friend, own, 6_000n),
        sendTokens(account, mint, friend, own, 7n),
        sendTokens(friend, mint, account, friend, 8n),
        token([friend, account, friend], [3, ...u64(9n)]),
      ],
      { ...(version !== undefined && { version }), signers: [friend] },
    )
    expect(steps).toEqual([
      { kind: 'send-coin', to: friend, units: 5_000n },
      { kind: 'send-coin', from: friend, to: own, units: 6_000n },
      { kind: 'send-token', token: mint, to: friend, units: 7n, decimals: 6 },
      { kind: 'send-token', from: friend, token: mint, to: account, units: 8n, decimals: 6 },
      { kind: 'send-token', from: friend, token: undefined, to: account, units: 9n },
    ])
  })

  test('reads instructions that give rights away', () => {
    const { steps } = read([
      token([account, friend, own], [4, ...u64(2n ** 64n - 1n)]),
      token([account, own], [6, 2, 1]),
      system(1, [own], ...new Array(32).fill(7)),
      system(8, [own], ...u64(10n)),
      token([account, friend, own], [9]),
      system(4, [account, mint, own]),
    ])
    expect(steps).toMatchObject([
      { kind: 'allow', spender: friend, amount: 'unlimited' },
      { kind: 'authority', account },
      { kind: 'authority', account: own },
      { kind: 'authority', account: own },
      { kind: 'close-account', account, to: friend, isOwn: false },
      { kind: 'durable-nonce', account },
    ])
  })

  test('names the owner of an account the visitor pays for', () => {
    const seed = [...u64(2n), 65, 66]
    const owner = new Array(32).fill(9)
    const { steps } = read([
      openTokenAccount(own, account, friend, mint),
      system(0, [own, account], ...u64(77n), ...u64(165n), ...owner),
      system(3, [own, table, own], ...owner, ...seed, ...u64(88n), ...u64(0n), ...owner),
      token([table, mint], [18, ...new Array(32).fill(1)]),
      system(11, [account, own, friend], ...u64(99n), ...seed, ...owner),
    ])
    expect(steps).toEqual([
      { kind: 'open-account', account, owner: friend, isOwn: false, units: 2_039_280n },
      { kind: 'open-account', account, owner: testKey(9), isOwn: false, units: 77n },
      { kind: 'open-account', account: table, owner: own, isOwn: true, units: 88n },
      { kind: 'send-coin', from: account, to: friend, units: 99n },
    ])
  })

  test('names addresses of lookup tables only when the network knows them', () => {
    const lookups = { table, addresses: [friend] }
    const bytes = encodeTransaction([sendCoins(own, friend, 5n)], { payer: own, lookups })
    expect(readSolana({ bytes, loaded: [undefined] }, own)).toMatchObject({
      steps: [{ kind: 'send-coin', to: '', units: 5n }],
      loaded: [],
    })
    expect(readSolana({ bytes, loaded: [mint] }, own)).toMatchObject({
      steps: [{ kind: 'send-coin', to: mint, units: 5n }],
      loaded: [mint],
    })
  })

  test('reports programs, versions and bytes that it does not know', () => {
    const unknown = { program: testKey(8), accounts: [own], data: [1, 2] }
    expect(read([unknown]).steps).toEqual([
      { kind: 'program', program: testKey(8), data: '0x0102' },
    ])
    const good = encodeTransaction([sendCoins(own, friend, 1n)])
    const short = good.slice(0, 150)
    for (const bytes of [new Uint8Array(), short, encodeTransaction([unknown], { version: 1 })]) {
      expect(readSolana({ bytes, loaded: [] }, own).steps).toMatchObject([
        { kind: 'program', program: '' },
      ])
    }
    const cut = [
      system(2, [own, friend], 1, 2),
      token([own, friend], [3, 1]),
      { program: programs.computeBudget, accounts: [], data: [3, 1] },
      { program: programs.computeBudget, accounts: [], data: [0, ...u64(1n)] },
      { program: programs.associatedToken, accounts: [own], data: [2] },
    ]
    expect(read(cut).steps.map(({ kind }) => kind)).toEqual(cut.map(() => 'program'))
  })
})

describe('fee', () => {
  test('adds signatures and priority, rounded up', () => {
    expect(read([memo('gm')]).fee).toBe(5_000n)
    expect(read([memo('gm')], { signers: [friend] }).fee).toBe(10_000n)
    expect(read([unitLimit(300_000), unitPrice(50_000n), memo('gm')]).fee).toBe(20_000n)
    expect(read([unitLimit(1), unitPrice(1n), memo('gm')]).fee).toBe(5_001n)
    expect(read([unitLimit(9_000_000), unitPrice(1_000_000n), memo('gm')]).fee).toBe(1_405_000n)
  })

  test('counts the default units of every instruction when there is no limit', () => {
    expect(read([unitPrice(1_000_000n), memo('a'), memo('b')]).fee).toBe(408_000n)
    const many = Array.from({ length: 9 }, () => memo('a'))
    expect(read([unitPrice(1_000_000n), ...many]).fee).toBe(1_405_000n)
  })

  test('is not hidden by bytes after the price, nor by a second price', () => {
    const price = { ...unitPrice(2_000_000n), data: [...unitPrice(2_000_000n).data, 0, 0] }
    expect(read([unitLimit(1_000_000), price, memo('gm')]).fee).toBe(2_005_000n)
    const twice = [unitLimit(1_000_000), unitPrice(2_000_000n), unitPrice(1n), memo('gm')]
    expect(read(twice).fee).toBe(2_005_000n)
  })

  test('counts the signatures that a program verifies', () => {
    const verify = { program: programs.ed25519, accounts: [], data: [3, 0] }
    expect(read([verify, memo('gm')]).fee).toBe(20_000n)
  })

  test('is nothing when another account pays', () => {
    const limits = [unitLimit(1_400_000), unitPrice(2n ** 60n), memo('gm')]
    expect(read(limits, { payer: friend, signers: [own] }).fee).toBe(0n)
  })
})
