import { base58 } from '@scure/base'
import { signaturePrograms, solanaPrograms } from './solanaPrograms.js'
import type { SolanaMessage } from './solanaTransaction.js'

const lamportsPerSignature = 5_000n
const microLamports = 1_000_000n
const maxUnits = 1_400_000n
/** Compute units of an instruction when the transaction sets no limit. */
const defaultUnits = 200_000n
const defaultBudgetUnits = 3_000n

/** Decodes a compute budget instruction; undefined for data that the network rejects. */
export function parseComputeBudget(
  data: Uint8Array,
): { readonly sets: 'unit-limit' | 'unit-price' | 'memory'; readonly value: bigint } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  // The network ignores bytes after the value, so they must not hide it here.
  const u32 = data.length >= 5 ? BigInt(view.getUint32(1, true)) : undefined
  const u64 = data.length >= 9 ? view.getBigUint64(1, true) : undefined
  switch (data[0]) {
    case 1: // RequestHeapFrame
    case 4: // SetLoadedAccountsDataSizeLimit
      return u32 === undefined ? undefined : { sets: 'memory', value: u32 }
    case 2: // SetComputeUnitLimit
      return u32 === undefined ? undefined : { sets: 'unit-limit', value: u32 }
    case 3: // SetComputeUnitPrice
      return u64 === undefined ? undefined : { sets: 'unit-price', value: u64 }
    default:
      return undefined
  }
}

/** The highest fee that the network charges for a transaction, in lamports. */
export function solanaFee({ accounts, signerCount, instructions }: SolanaMessage): bigint {
  let signatures = BigInt(signerCount)
  let limit: bigint | undefined
  let price = 0n
  let units = 0n
  for (const { program: programIndex, data } of instructions) {
    const key = accounts[programIndex]
    const program = key ? base58.encode(key) : ''
    if (program !== solanaPrograms.computeBudget) {
      units += defaultUnits
      if (signaturePrograms.has(program)) signatures += BigInt(data[0] ?? 0)
      continue
    }
    units += defaultBudgetUnits
    const budget = parseComputeBudget(data)
    // The network rejects a second one; the higher value is the upper limit.
    if (budget?.sets === 'unit-limit') limit = highest(limit, budget.value)
    if (budget?.sets === 'unit-price') price = highest(price, budget.value)
  }
  const charged = limit ?? units
  const priority = price * (charged > maxUnits ? maxUnits : charged)
  return signatures * lamportsPerSignature + (priority + microLamports - 1n) / microLamports
}

function highest(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other > one ? other : one
}
