import { base58 } from '@scure/base'

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  // Token-2022
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

export type ReadInstruction = {
  readonly program: string
  readonly accounts: readonly string[]
  /** Base58. */
  readonly data: string
}

export type TransferInstruction = {
  readonly kind: 'coin' | 'token'
  readonly program: string
  /** Accounts of coins, or token accounts. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly authority: string
}

/** Undefined for every other instruction. */
export function parseTransferInstruction(
  instruction: ReadInstruction,
): TransferInstruction | undefined {
  const { program, accounts } = instruction
  const isToken = tokenPrograms.includes(program)
  if (!isToken && program !== systemProgram) return undefined
  const data = decode(instruction.data)
  const layout = data && (isToken ? findTokenLayout(data) : findCoinLayout(data))
  if (!data || !layout || data.length < layout.amount + 8) return undefined
  const [from, to, authority] = [layout.from, layout.to, layout.authority].map((i) => accounts[i])
  if (from === undefined || to === undefined || authority === undefined) return undefined
  const amount = viewOf(data).getBigUint64(layout.amount, true)
  return { kind: isToken ? 'token' : 'coin', program, from, to, amount, authority }
}

/** Positions of accounts in the list, and of the amount in the data. */
type Layout = {
  readonly from: number
  readonly to: number
  readonly authority: number
  readonly amount: number
}

function findCoinLayout(data: Uint8Array): Layout | undefined {
  if (data.length < 4) return undefined
  switch (viewOf(data).getUint32(0, true)) {
    // Transfer
    case 2:
      return { from: 0, to: 1, authority: 0, amount: 4 }
    // TransferWithSeed
    case 11:
      return { from: 0, to: 2, authority: 1, amount: 4 }
    default:
      return undefined
  }
}

function findTokenLayout(data: Uint8Array): Layout | undefined {
  switch (data[0]) {
    // Transfer
    case 3:
      return { from: 0, to: 1, authority: 2, amount: 1 }
    // TransferChecked
    case 12:
      return { from: 0, to: 2, authority: 3, amount: 1 }
    // TransferFeeExtension: TransferCheckedWithFee
    case 26:
      return data[1] === 1 ? { from: 0, to: 2, authority: 3, amount: 2 } : undefined
    default:
      return undefined
  }
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

function decode(text: string): Uint8Array | undefined {
  try {
    // No transfer is longer.
    return text.length <= 200 ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}
