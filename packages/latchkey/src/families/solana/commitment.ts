/** How settled a block is when it counts (specification §5). The last five are older names. */
export type SolanaCommitment =
  | 'processed'
  | 'confirmed'
  | 'finalized'
  | 'recent'
  | 'single'
  | 'singleGossip'
  | 'root'
  | 'max'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

const todays: Readonly<Record<SolanaCommitment, Commitment>> = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  root: 'finalized',
  max: 'finalized',
}

/** Today's name of a commitment, which is all that nodes still know; undefined for what is none. */
export function parseCommitment(value: unknown): Commitment | undefined {
  return typeof value === 'string' && Object.hasOwn(todays, value)
    ? todays[value as SolanaCommitment]
    : undefined
}
