import { familyNetworkOf } from '../chain/familyNetwork.js'
import { formatExactAmount, shortAddress } from '../requests/amount.js'
import type { Field } from '../requests/describeRequest.js'
import type { Instruction, SolanaTransaction } from './transaction.js'

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** What a transaction does, for the programs this wallet knows. */
export function movesOf(transaction: SolanaTransaction, chain: string): readonly Field[] {
  return transaction.instructions
    .filter(({ program }) => program !== computeBudget)
    .map((instruction) => ({
      label: 'Does',
      value: describeInstruction(instruction, chain),
    }))
}

function describeInstruction({ program, accounts, data }: Instruction, chain: string): string {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === systemProgram && data.length === 12 && view.getUint32(0, true) === 2) {
    const { symbol } = familyNetworkOf(chain)
    const amount = formatExactAmount(view.getBigUint64(4, true), 9)
    return `Send ${amount} ${symbol} to ${shortAddress(accounts[1] ?? '')}`
  }
  if (tokenPrograms.includes(program) && data.length === 10 && data[0] === 12) {
    const amount = formatExactAmount(view.getBigUint64(1, true), data[9] ?? 0)
    return `Send ${amount} of ${shortAddress(accounts[1] ?? '')}`
  }
  return `Run ${shortAddress(program)}`
}
