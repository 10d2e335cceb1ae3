import { base58, hex } from '@scure/base'
import type { SolanaTransactionRequest } from '../account/action.js'
import { parseComputeBudget, solanaFee } from '../account/solanaFee.js'
import { solanaPrograms as programs, signaturePrograms } from '../account/solanaPrograms.js'
import { readSolanaTransaction } from '../account/solanaTransaction.js'
import { readableText } from '../account/text.js'
import { allowance, type Step } from './steps.js'

const memos = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])
/** The deposit of a token account without extensions. */
const tokenAccountDeposit = 2_039_280n

export type SolanaReading = {
  readonly steps: readonly Step[]
  /** The highest network fee of the signing account. */
  readonly fee: bigint
  /** Addresses from lookup tables, as the network reports them. */
  readonly loaded: readonly string[]
}

/** What a transaction does and costs; unreadable bytes are one unknown step. */
export function readSolana(
  { bytes, loaded }: SolanaTransactionRequest,
  own: string,
): SolanaReading {
  const message = readSolanaTransaction(bytes)?.message
  if (!message) {
    const step: Step = { kind: 'program', program: '', data: `0x${hex.encode(bytes)}` }
    return { steps: [step], fee: 0n, loaded: [] }
  }
  const named = message.accounts.map((key) => base58.encode(key))
  const accounts = [...named, ...loaded]
  const instructions = message.instructions.map(
    (one): Instruction => ({
      // The network allows no program from a table.
      program: named[one.program] ?? '',
      accounts: one.accounts.map((index) => accounts[index] ?? ''),
      data: one.data,
    }),
  )
  return {
    steps: instructions.flatMap((one) => readInstruction(one, own, instructions)),
    fee: named[0] === own ? solanaFee(message) : 0n,
    loaded: loaded.filter((address) => address !== undefined),
  }
}

type Instruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

function readInstruction(
  instruction: Instruction,
  own: string,
  all: readonly Instruction[],
): readonly Step[] {
  const { program, data } = instruction
  const unknown: Step = { kind: 'program', program, data: `0x${hex.encode(data)}` }
  try {
    const steps = readKnown(instruction, own, all)
    return steps ?? [unknown]
  } catch (error) {
    // Data shorter than the instruction it claims to be.
    if (error instanceof RangeError) return [unknown]
    throw error
  }
}

/** Undefined if it cannot be decoded; no steps if it has no cost and no effect. */
function readKnown(
  instruction: Instruction,
  own: string,
  all: readonly Instruction[],
): readonly Step[] | undefined {
  const { program, data } = instruction
  switch (program) {
    case programs.computeBudget:
      return parseComputeBudget(data) ? [] : undefined
    case programs.system:
      return readSystem(instruction, own, all)
    case programs.associatedToken:
      return readAssociatedToken(instruction, own)
    case programs.token:
    case programs.token2022:
      return readToken(instruction, own)
    default:
      if (signaturePrograms.has(program)) return []
      return memos.has(program) ? [readMemo(data)] : undefined
  }
}

function readMemo(data: Uint8Array): Step {
  return { kind: 'memo', text: readableText(data) ?? `0x${hex.encode(data)}` }
}

function readSystem(
  { accounts, data, program }: Instruction,
  own: string,
  all: readonly Instruction[],
): readonly Step[] | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const account = (index: number) => accounts[index] ?? ''
  const send = (from: string, to: string, units: bigint): Step[] => [
    { kind: 'send-coin', ...(from !== own && { from }), to, units },
  ]
  const open = (units: bigint, program: string): Step[] => {
    if (account(0) !== own) return []
    const owner = tokenOwner(account(1), all) ?? program
    return [{ kind: 'open-account', account: account(1), owner, isOwn: owner === own, units }]
  }
  const key = (at: number) => {
    if (data.length < at + 32) throw new RangeError('end')
    return base58.encode(data.subarray(at, at + 32))
  }
  switch (view.getUint32(0, true)) {
    case 0: // CreateAccount: payer, account
      return open(view.getBigUint64(4, true), key(20))
    case 3: {
      // CreateAccountWithSeed: payer, account; base, seed, then lamports, space, program
      const seedEnd = 44 + Number(view.getBigUint64(36, true))
      return open(view.getBigUint64(seedEnd, true), key(seedEnd + 16))
    }
    case 2: // Transfer: from, to
      return send(account(0), account(1), view.getBigUint64(4, true))
    case 11: // TransferWithSeed: from, base, to
      return send(account(0), account(2), view.getBigUint64(4, true))
    case 5: // WithdrawNonceAccount: nonce account, to
      return send(account(0), account(1), view.getBigUint64(4, true))
    case 4: // AdvanceNonceAccount: nonce account
      return [{ kind: 'durable-nonce', account: account(0) }]
    case 1: // Assign
    case 7: // AuthorizeNonceAccount
    case 8: // Allocate: an account with data can no longer pay
    case 9: // AllocateWithSeed
    case 10: // AssignWithSeed
      return [{ kind: 'authority', account: account(0), program }]
    default:
      return undefined
  }
}

/** The owner of a token account created in the same transaction. */
function tokenOwner(account: string, all: readonly Instruction[]): string | undefined {
  for (const { program, accounts, data } of all) {
    if (program !== programs.token && program !== programs.token2022) continue
    if (accounts[0] !== account) continue
    if (data[0] === 1) return accounts[2] // InitializeAccount: account, mint, owner
    // InitializeAccount2 and 3 have the owner in their data.
    if ((data[0] === 16 || data[0] === 18) && data.length >= 33) {
      return base58.encode(data.subarray(1, 33))
    }
  }
  return undefined
}

/** Create and CreateIdempotent: payer, account, owner, mint, system program, token program. */
function readAssociatedToken(
  { accounts, data }: Instruction,
  own: string,
): readonly Step[] | undefined {
  if (data.length > 1 || (data[0] ?? 0) > 1) return undefined
  const [payer, account = '', owner = '', , , program] = accounts
  if (payer !== own) return []
  const units = program === programs.token ? tokenAccountDeposit : undefined
  return [{ kind: 'open-account', account, owner, isOwn: owner === own, units }]
}

function readToken(
  { program, accounts, data }: Instruction,
  own: string,
): readonly Step[] | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const account = (index: number) => accounts[index] ?? ''
  const units = () => view.getBigUint64(1, true)
  const rules = program === programs.token2022 ? ({ hasOwnRules: true } as const) : {}
  /** Who signs for the tokens, unless it is the visitor. */
  const sender = (authority: string) => (authority === own ? {} : { from: authority })
  switch (data[0]) {
    case 3: // Transfer: source, destination, authority
      return [
        {
          kind: 'send-token',
          ...sender(account(2)),
          token: undefined,
          to: account(1),
          units: units(),
          ...rules,
        },
      ]
    case 12: // TransferChecked: source, mint, destination, authority
      return [
        {
          kind: 'send-token',
          ...sender(account(3)),
          token: account(1),
          to: account(2),
          units: units(),
          decimals: view.getUint8(9),
          ...rules,
        },
      ]
    case 4: // Approve: source, delegate
      return [
        {
          kind: 'allow',
          token: undefined,
          spender: account(1),
          amount: full(units()),
          way: 'approve',
          ...rules,
        },
      ]
    case 13: // ApproveChecked: source, mint, delegate
      return [
        {
          kind: 'allow',
          token: account(1),
          spender: account(2),
          amount: full(units()),
          way: 'approve',
          decimals: view.getUint8(9),
          ...rules,
        },
      ]
    case 5: // Revoke: source
      return [{ kind: 'revoke', token: undefined, spender: account(0) }]
    case 6: // SetAuthority: account
      return [{ kind: 'authority', account: account(0), program }]
    case 9: {
      // CloseAccount: account, recipient
      const to = account(1)
      return [{ kind: 'close-account', account: account(0), to, isOwn: to === own }]
    }
    case 1: // InitializeAccount
    case 16: // InitializeAccount2
    case 18: // InitializeAccount3
    case 17: // SyncNative
    case 22: // InitializeImmutableOwner
      return []
    default:
      return undefined
  }
}

/** Amounts are 64-bit. */
function full(units: bigint): bigint | 'unlimited' {
  return units >= 2n ** 63n ? 'unlimited' : allowance(units)
}
