import { base58, hex } from '@scure/base'
import { allowance, type Step } from './steps.js'

const system = '11111111111111111111111111111111'
const tokens = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
const memos = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])
/** Fees and the making of empty token accounts: they change nothing that needs a word. */
const housekeeping = new Set([
  'ComputeBudget111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
])

/** What a Solana transaction does, one step for each instruction; unreadable bytes are one unknown step. */
export function readSolana(bytes: Uint8Array): readonly Step[] {
  const unreadable: Step = { kind: 'program', program: '', data: `0x${hex.encode(bytes)}` }
  try {
    return readInstructions(new Reader(bytes))
  } catch (error) {
    if (error instanceof RangeError) return [unreadable]
    throw error
  }
}

function readInstructions(reader: Reader): readonly Step[] {
  const signatures = reader.length()
  reader.bytes(signatures * 64)
  const first = reader.peek()
  // The top bit marks a message with a version; 0 is the only one there is.
  if (first & 0x80) {
    if (first !== 0x80) throw new RangeError('version')
    reader.bytes(1)
  }
  reader.bytes(3)
  const accounts = Array.from({ length: reader.length() }, () => base58.encode(reader.bytes(32)))
  reader.bytes(32)
  return Array.from({ length: reader.length() }, () => {
    const program = accounts[reader.byte()] ?? ''
    // Accounts from a lookup table are not in the message: they have no name here.
    const used = [...reader.bytes(reader.length())].map((index) => accounts[index] ?? '')
    return readInstruction(program, used, reader.bytes(reader.length()))
  }).filter((step) => step !== undefined)
}

function readInstruction(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): Step | undefined {
  const unknown: Step = { kind: 'program', program, data: `0x${hex.encode(data)}` }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const account = (index: number) => accounts[index] ?? ''
  if (housekeeping.has(program)) return undefined
  if (memos.has(program)) return { kind: 'memo', text: new TextDecoder().decode(data) }
  if (program === system && data.length === 12 && view.getUint32(0, true) === 2) {
    return { kind: 'send-coin', to: account(1), units: view.getBigUint64(4, true) }
  }
  if (program === system && data.length >= 4 && view.getUint32(0, true) === 1) {
    return { kind: 'authority', account: account(0), program }
  }
  if (!tokens.has(program) || data.length === 0) return unknown
  const units = () => view.getBigUint64(1, true)
  switch (data[0]) {
    case 3: // Transfer: source, destination
      return { kind: 'send-token', token: undefined, to: account(1), units: units() }
    case 12: // TransferChecked: source, mint, destination
      return {
        kind: 'send-token',
        token: account(1),
        to: account(2),
        units: units(),
        decimals: view.getUint8(9),
      }
    case 4: // Approve: source, delegate
      return {
        kind: 'allow',
        token: undefined,
        spender: account(1),
        amount: full(units()),
        way: 'approve',
      }
    case 13: // ApproveChecked: source, mint, delegate
      return {
        kind: 'allow',
        token: account(1),
        spender: account(2),
        amount: full(units()),
        way: 'approve',
        decimals: view.getUint8(9),
      }
    case 5: // Revoke: source
      return { kind: 'revoke', token: undefined, spender: account(0) }
    case 6: // SetAuthority: account
    case 9: // CloseAccount: account
      return { kind: 'authority', account: account(0), program }
    default:
      return unknown
  }
}

/** Amounts are 64 bits wide here. */
function full(units: bigint): bigint | 'unlimited' {
  return units >= 2n ** 63n ? 'unlimited' : allowance(units)
}

/** Reads what a transaction is written in; going past its end is a `RangeError`. */
class Reader {
  private at = 0
  private readonly all: Uint8Array

  constructor(all: Uint8Array) {
    this.all = all
  }

  peek(): number {
    const value = this.all[this.at]
    if (value === undefined) throw new RangeError('end')
    return value
  }

  byte(): number {
    const value = this.peek()
    this.at++
    return value
  }

  bytes(count: number): Uint8Array {
    if (this.at + count > this.all.length) throw new RangeError('end')
    this.at += count
    return this.all.slice(this.at - count, this.at)
  }

  /** Seven bits a byte, the lowest first, at most three bytes. */
  length(): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new RangeError('length')
  }
}
