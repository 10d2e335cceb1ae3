import { base58 } from '@scure/base'

export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ed25519: 'Ed25519SigVerify111111111111111111111111111',
} as const

export type TestInstruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: readonly number[]
}

type Options = {
  readonly payer?: string
  readonly version?: number
  /** Addresses that the message takes from a lookup table, at `table`. */
  readonly lookups?: { readonly table: string; readonly addresses: readonly string[] }
  readonly signers?: readonly string[]
  readonly blockhash?: string
}

/** An unsigned transaction; the first account is the payer. */
export function encodeTransaction(
  instructions: readonly TestInstruction[],
  { payer, version, lookups, signers = [], blockhash = testKey(9) }: Options = {},
): Uint8Array {
  const named = instructions.flatMap(({ accounts, program }) => [...accounts, program])
  const hidden = lookups?.addresses ?? []
  const first = payer ?? named[0] ?? testKey(1)
  const signing = [...new Set([first, ...signers])]
  const fixed = [...new Set([...signing, ...named])].filter((key) => !hidden.includes(key))
  const all = [...fixed, ...hidden]
  const isVersioned = version !== undefined || lookups !== undefined
  return Uint8Array.from([
    signing.length,
    ...new Array(64 * signing.length).fill(0),
    ...(isVersioned ? [0x80 + (version ?? 0)] : []),
    ...[signing.length, 0, 0],
    fixed.length,
    ...fixed.flatMap((key) => [...base58.decode(key)]),
    ...base58.decode(blockhash),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      all.indexOf(program),
      accounts.length,
      ...accounts.map((account) => all.indexOf(account)),
      ...compactLength(data.length),
      ...data,
    ]),
    ...(isVersioned ? encodeLookups(lookups) : []),
  ])
}

function encodeLookups(lookups: Options['lookups']): readonly number[] {
  if (!lookups) return [0]
  const { table, addresses } = lookups
  return [1, ...base58.decode(table), addresses.length, ...addresses.keys(), 0]
}

function compactLength(length: number): readonly number[] {
  return length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
}

/** An address without a known key. */
export const testKey = (fill: number) => base58.encode(new Uint8Array(32).fill(fill))

export const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)]
export const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]

export const unitLimit = (units: number): TestInstruction => ({
  program: programs.computeBudget,
  accounts: [],
  data: [2, ...u32(units)],
})

export const unitPrice = (microLamports: bigint): TestInstruction => ({
  program: programs.computeBudget,
  accounts: [],
  data: [3, ...u64(microLamports)],
})

export const memo = (text: string): TestInstruction => ({
  program: programs.memo,
  accounts: [],
  data: [...new TextEncoder().encode(text)],
})

export const sendCoins = (from: string, to: string, lamports: bigint): TestInstruction => ({
  program: programs.system,
  accounts: [from, to],
  data: [...u32(2), ...u64(lamports)],
})

/** Pays for the token account `account` of `owner`. */
export const openTokenAccount = (
  payer: string,
  account: string,
  owner: string,
  mint: string,
): TestInstruction => ({
  program: programs.associatedToken,
  accounts: [payer, account, owner, mint, programs.system, programs.token],
  data: [1],
})

export const sendTokens = (
  from: string,
  mint: string,
  to: string,
  owner: string,
  units: bigint,
  program: string = programs.token,
): TestInstruction => ({ program, accounts: [from, mint, to, owner], data: [12, ...u64(units), 6] })
