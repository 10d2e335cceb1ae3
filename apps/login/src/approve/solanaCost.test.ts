import { describe, expect, test } from 'vitest'
import type { BalanceChange, Simulation, WalletAction } from '../account/action.js'
import {
  encodeTransaction,
  memo,
  openTokenAccount,
  programs,
  sendCoins,
  sendTokens,
  type TestInstruction,
  testKey,
  unitLimit,
  unitPrice,
} from '../account/solanaTransaction.fixture.js'
import { assessRisk, noFacts } from './assessRisk.js'
import { explain } from './explain.js'

const [own, friend, mint, table] = [1, 2, 3, 4].map(testKey) as [string, string, string, string]
const coin = { symbol: 'SOL', decimals: 9 }
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const sol = 1_000_000_000n

function request(...transactions: (readonly TestInstruction[])[]): WalletAction {
  return {
    kind: 'solana-transactions',
    chainId,
    account: own,
    transactions: transactions.map((instructions) => ({
      bytes: encodeTransaction(instructions, { payer: own }),
      loaded: [],
    })),
    sends: true,
    simulation: Promise.resolve({ status: 'unavailable' }),
  }
}

const read = (...transactions: (readonly TestInstruction[])[]) =>
  explain(request(...transactions), 'https://app.example')

function dangersOf(simulation: Simulation, ...transactions: (readonly TestInstruction[])[]) {
  const explanation = read(...transactions)
  const { fee } = explanation
  const findings = { facts: noFacts, chainId, account: own, coin, fee, simulation }
  return assessRisk(explanation, findings)
}

const succeeded = (changes: readonly BalanceChange[], losesControl = false): Simulation => ({
  status: 'succeeded',
  changes,
  losesControl,
})
const coins = (units: bigint, before = 20n * sol): BalanceChange => ({
  token: undefined,
  ...coin,
  units,
  before,
})

describe('network fee', () => {
  test('is rejected when it is higher than any request needs', () => {
    const priority = [unitLimit(1_400_000), unitPrice(10_142_857_142n), memo('gm')]
    expect(read(priority)).toMatchObject({
      fee: 14_200_004_999n,
      block: { why: 'fee' },
      dangers: ['high-fee'],
    })
    expect(
      read([unitLimit(1_400_000), unitPrice(70_000_000_000n), sendCoins(own, friend, 1n)]),
    ).toMatchObject({ fee: 98_000_005_000n, block: { why: 'fee' } })
  })

  test('needs a second step above 0.01 SOL, counted over all transactions', () => {
    const priority = (lamports: bigint) => [unitLimit(1_000_000), unitPrice(lamports), memo('gm')]
    expect(read(priority(9_995_000n))).toMatchObject({ fee: 10_000_000n, dangers: [] })
    expect(read(priority(9_995_001n))).toMatchObject({ dangers: ['high-fee'], block: undefined })
    const several = Array.from({ length: 10 }, () => priority(1_000_000n))
    expect(read(...several)).toMatchObject({ fee: 10_050_000n, dangers: ['high-fee'] })
  })
})

describe('account deposits', () => {
  const opening = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      openTokenAccount(own, testKey(20 + at), testKey(60 + at), mint),
    )
  const filling = (count: number) =>
    Array.from({ length: count }, (_, at) => sendTokens(own, mint, testKey(20 + at), own, 1n))

  test('need a second step when they are a gift', () => {
    expect(read(opening(8)).dangers).toEqual(['foreign-deposit'])
    expect(read(opening(1)).dangers).toEqual(['foreign-deposit'])
    expect(read([...opening(5), ...filling(5)]).dangers).toEqual(['foreign-deposit'])
    const [one, two] = [opening(4), filling(4)]
    expect(read([...one, ...two], [...one, ...two]).dangers).toEqual(['foreign-deposit'])
  })

  test('need no second step for a transfer to a new recipient or for an own account', () => {
    expect(read([...opening(1), ...filling(1)]).dangers).toEqual([])
    expect(read([openTokenAccount(own, testKey(20), own, mint)]).dangers).toEqual([])
  })
})

describe('addresses from lookup tables', () => {
  const hidden = (loaded: readonly (string | undefined)[], ...addresses: readonly string[]) => {
    const instructions = [sendTokens(testKey(9), mint, friend, own, 5n)]
    const lookups = { table, addresses }
    const bytes = encodeTransaction(instructions, { payer: own, lookups })
    return explain(
      { ...request(), transactions: [{ bytes, loaded }] } as WalletAction,
      'https://app.example',
    )
  }

  test('need a second step, whether or not the network names them', () => {
    for (const loaded of [[undefined], [testKey(30)], []]) {
      for (const address of [friend, mint]) {
        expect(hidden(loaded, address).dangers).toContain('hidden-address')
      }
    }
  })
})

test('reports bytes that are not a transaction as unreadable only', () => {
  const transactions = [{ bytes: new Uint8Array(9), loaded: [] }]
  const action = { ...request(), transactions } as WalletAction
  expect(explain(action, 'https://app.example').dangers).toEqual(['unknown-call'])
})

describe('simulations', () => {
  test('are no danger when they take no more than the request names', () => {
    const send = [sendCoins(own, friend, sol)]
    expect(dangersOf(succeeded([coins(-sol - 5_000n)]), send)).toEqual([])
    expect(
      dangersOf(succeeded([coins(-19n * sol - 5_000n)]), [sendCoins(own, friend, 19n * sol)]),
    ).toEqual([])
    const tokens: BalanceChange = {
      token: mint,
      symbol: undefined,
      decimals: 6,
      units: -7n,
      before: 7n,
    }
    expect(
      dangersOf(succeeded([coins(-5_000n), tokens]), [sendTokens(table, mint, friend, own, 7n)]),
    ).toEqual([])
  })

  test('are a danger when they take more, and a large one relative to the balance', () => {
    const send = [sendCoins(own, friend, sol)]
    expect(dangersOf(succeeded([coins(-2n * sol)]), send)).toEqual(['hidden-outflow'])
    expect(dangersOf(succeeded([coins(-19n * sol)]), send)).toEqual([
      'large-drop',
      'hidden-outflow',
    ])
    const stolen: BalanceChange = {
      token: mint,
      symbol: undefined,
      decimals: 6,
      units: -7n,
      before: 7n,
    }
    expect(dangersOf(succeeded([stolen]), send)).toEqual(['large-drop', 'hidden-outflow'])
    const swap = { program: testKey(8), accounts: [own], data: [1] }
    expect(dangersOf(succeeded([coins(-sol)]), [swap])).toEqual(['unknown-call'])
    expect(dangersOf(succeeded([coins(-19n * sol)]), [swap])).toEqual([
      'large-drop',
      'unknown-call',
    ])
  })

  test('are a danger when an account gets another owner', () => {
    expect(dangersOf(succeeded([], true), [memo('gm')])).toEqual(['authority'])
  })

  test('count wrapped coins as coins', () => {
    const wrapped = 'So11111111111111111111111111111111111111112'
    const unwrap = { program: programs.token, accounts: [table, own, own], data: [9] }
    const changes = [
      coins(sol + 2_039_280n - 5_000n),
      { token: wrapped, symbol: undefined, decimals: 9, units: -sol, before: sol },
    ]
    expect(dangersOf(succeeded(changes), [unwrap])).toEqual([])
  })
})
