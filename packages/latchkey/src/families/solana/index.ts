import type { ChainFamily } from '../../core/connection/family.js'
import { InvalidOptionError } from '../../core/runtime/errors/config.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { Endpoints } from '../shared/nodes.js'
import { parseCommitment, type SolanaCommitment } from './commitment.js'
import { discover } from './discover.js'

/** Options of `solana`. */
export type SolanaOptions = {
  /** How final a block must be for reads. `confirmed` by default. */
  readonly commitment?: SolanaCommitment | undefined
  /** The same for simulating transactions before they are sent. Same as `commitment` by default. */
  readonly preflightCommitment?: SolanaCommitment | undefined
}

/** Solana. The page loads only discovery; the rest is loaded with the first connection. */
export function solana(options: SolanaOptions = {}): ChainFamily {
  const commitment = readCommitment(options, 'commitment') ?? 'confirmed'
  const preflightCommitment = readCommitment(options, 'preflightCommitment') ?? commitment
  const endpoints: Endpoints = new Map()
  return {
    namespace: 'solana',
    discover,
    loadAdapter: async () =>
      (await lazyImport(import('./adapter.js'))).createAdapter({
        endpoints,
        commitment,
        preflightCommitment,
      }),
  }
}

function readCommitment(options: SolanaOptions, name: keyof SolanaOptions) {
  const given = options[name]
  if (given === undefined) return undefined
  const commitment = parseCommitment(given)
  if (!commitment) throw new InvalidOptionError(name, 'is not a commitment of Solana')
  return commitment
}
