import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { readSolana } from './readSolana.js'

const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill))
const system = '11111111111111111111111111111111'
const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const budget = 'ComputeBudget111111111111111111111111111111'

type Instruction = {
  readonly program: string
  readonly accounts: readonly string[]
  data: number[]
}

/** A transaction as a wallet gets it, written by hand. */
function transaction(instructions: readonly Instruction[], version?: number): Uint8Array {
  const keys = [...new Set(instructions.flatMap((one) => [...one.accounts, one.program]))]
  return Uint8Array.from([
    1,
    ...new Array(64).fill(0),
    ...(version === undefined ? [] : [0x80 + version]),
    ...[1, 0, 1],
    keys.length,
    ...keys.flatMap((one) => [...base58.decode(one)]),
    ...new Array(32).fill(9),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      keys.indexOf(program),
      accounts.length,
      ...accounts.map((account) => keys.indexOf(account)),
      data.length,
      ...data,
    ]),
    ...(version === undefined ? [] : [0]),
  ])
}

const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]
const [me, you, mint] = [key(1), key(2), key(3)]

describe('readSolana', () => {
  test.each([undefined, 0])('reads transfers of coins and tokens (version %s)', (version) => {
    const bytes = transaction(
      [
        { program: budget, accounts: [], data: [2, 0, 0, 0, 1] },
        { program: system, accounts: [me, you], data: [2, 0, 0, 0, ...u64(5_000n)] },
        { program: tokens, accounts: [me, mint, you, me], data: [12, ...u64(7n), 6] },
      ],
      version,
    )
    expect(readSolana(bytes)).toEqual([
      { kind: 'send-coin', to: you, units: 5_000n },
      { kind: 'send-token', token: mint, to: you, units: 7n, decimals: 6 },
    ])
  })

  test('tells what gives rights away', () => {
    const bytes = transaction([
      { program: tokens, accounts: [me, you, me], data: [4, ...u64(2n ** 64n - 1n)] },
      { program: tokens, accounts: [me, me], data: [6, 2, 1] },
      { program: system, accounts: [me], data: [1, 0, 0, 0, ...new Array(32).fill(7)] },
    ])
    expect(readSolana(bytes)).toMatchObject([
      { kind: 'allow', spender: you, amount: 'unlimited' },
      { kind: 'authority', account: me },
      { kind: 'authority', account: me },
    ])
  })

  test('says so of programs, versions and bytes it does not know', () => {
    const unknown = { program: key(8), accounts: [me], data: [1, 2] }
    expect(readSolana(transaction([unknown]))).toEqual([
      { kind: 'program', program: key(8), data: '0x0102' },
    ])
    const good = transaction([
      { program: system, accounts: [me, you], data: [2, 0, 0, 0, ...u64(1n)] },
    ])
    for (const bytes of [new Uint8Array(), good.slice(0, 150), transaction([unknown], 1)]) {
      expect(readSolana(bytes)).toMatchObject([{ kind: 'program', program: '' }])
    }
  })
})
