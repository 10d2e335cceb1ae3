import type { ChainFamily } from '../../core/connection/family.js'
import { InvalidOptionError } from '../../core/runtime/errors/config.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { Endpoints } from '../shared/nodes.js'
import { parseCommitment, type SolanaCommitment } from './commitment.js'
import { discover } from './discover.js'

/** What `solana` takes. */
export type SolanaOptions = {
  /** How settled a block must be for the widget to read from it. `confirmed` unless told otherwise. */
  readonly commitment?: SolanaCommitment | undefined
  /** The same for trying out transactions before they are sent. As `commitment` unless told otherwise. */
  readonly preflightCommitment?: SolanaCommitment | undefined
}

/** Solana. Only discovery is loaded with the page; the rest comes with the first connection. */
export function solana(options: SolanaOptions = {}): ChainFamily {
  const commitment = read(options, 'commitment') ?? 'confirmed'
  const preflightCommitment = read(options, 'preflightCommitment') ?? commitment
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

function read(options: SolanaOptions, name: keyof SolanaOptions) {
  const given = options[name]
  if (given === undefined) return undefined
  const commitment = parseCommitment(given)
  if (!commitment) throw new InvalidOptionError(name, 'is not a commitment of Solana')
  return commitment
}
