/** How final a block must be (specification §5). The last five are deprecated names. */
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

const currentNames: Readonly<Record<SolanaCommitment, Commitment>> = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  root: 'finalized',
  max: 'finalized',
}

/** The current name, the only one nodes still accept; undefined for an unknown name. */
export function parseCommitment(value: unknown): Commitment | undefined {
  return typeof value === 'string' && Object.hasOwn(currentNames, value)
    ? currentNames[value as SolanaCommitment]
    : undefined
}
