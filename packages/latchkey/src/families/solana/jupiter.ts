import { hex } from '@scure/base'

/** https://dev.jup.ag: the program that all swaps of the aggregator call. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** What a call of the program does. */
export type JupiterRoute = {
  /** Signs for the sold tokens. */
  readonly user: string | undefined
  /** Token accounts of the user. */
  readonly source: string | undefined
  readonly target: string | undefined
  /** Optional accounts that can be paid. An unused one has the program's address. */
  readonly others: readonly (string | undefined)[]
  readonly amount: bigint
  readonly minimum: bigint
}

type Layout = {
  /** Where the accounts are. */
  readonly user: number
  readonly source: number
  readonly target: number
  readonly others: readonly number[]
  /** Where the amounts start; undefined: at the end, after the route. */
  readonly amounts?: number
}

const nameLength = 8
/** Two amounts, slippage and fee. */
const amountsLength = 8 + 8 + 2 + 1
const basisPoints = 10_000n

/** From the program's IDL, by the first bytes of the data: `route`, `shared_accounts_route` and their second versions. */
const layouts: { readonly [name: string]: Layout } = {
  e517cb977ae3ad2a: { user: 1, source: 2, target: 3, others: [4, 6] },
  c1209b3341d69c81: { user: 2, source: 3, target: 6, others: [9] },
  bb64facc31c4af14: { user: 0, source: 1, target: 2, others: [7], amounts: 8 },
  d19853937cfed8e9: { user: 1, source: 2, target: 5, others: [], amounts: 9 },
}

/** Undefined for a call that is not among the known ones, or that pays a fee to a third party. */
export function readJupiterRoute(
  data: Uint8Array,
  accounts: readonly (string | undefined)[],
): JupiterRoute | undefined {
  const name = hex.encode(data.subarray(0, nameLength))
  const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined
  if (!layout) return undefined
  const start = layout.amounts ?? data.length - amountsLength
  if (start < nameLength || data.length < start + amountsLength) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const slippage = BigInt(view.getUint16(start + 16, true))
  // The fee has one byte at the end of the older calls, two in the newer ones.
  const fee = [...data.subarray(start + 18, start + 20)]
  if (slippage > basisPoints || fee.some((byte) => byte !== 0)) return undefined
  return {
    user: accounts[layout.user],
    source: accounts[layout.source],
    target: accounts[layout.target],
    others: layout.others.map((index) => accounts[index]),
    amount: view.getBigUint64(start, true),
    minimum: (view.getBigUint64(start + 8, true) * (basisPoints - slippage)) / basisPoints,
  }
}
