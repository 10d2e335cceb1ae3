import { setMaxListeners } from 'node:events'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import { type ChainIndex, IndexError, type IndexErrorCode } from './ChainIndex.js'

/** The configured indexes, with failover. */
export type Indexes<index> = {
  /** Whether a chain has an index at all. */
  serves(chain: NetworkId): boolean
  /** The result of the first index that gives one; undefined if there is none. */
  read<value>(
    chain: NetworkId,
    work: (index: index, signal: AbortSignal) => Promise<value>,
  ): Promise<value | undefined>
}

export type ChainIndexes = Indexes<ChainIndex>

/** An index with the chains it is used for. */
export type OpenIndex<index> = {
  readonly driver: string
  readonly chains: readonly NetworkId[]
  readonly index: index
}

/** For all indexes of one read together: less than a response may take. */
const timeoutMs = 7_000
/** How long an index is not called after a failure. */
const pauseMs: Readonly<Record<IndexErrorCode, number>> = {
  'rate-limited': 2_000,
  unauthorized: 300_000,
  unsupported: 600_000,
  'no-answer': 10_000,
  malformed: 60_000,
  contradicted: 60_000,
}
/** Failures of the whole service rather than of one chain. */
const sharedFailures: ReadonlySet<IndexErrorCode> = new Set([
  'rate-limited',
  'unauthorized',
  'no-answer',
])

export function createIndexes<index>(
  list: readonly OpenIndex<index>[],
  {
    clock,
    onFailure,
  }: {
    readonly clock: Clock
    readonly onFailure: (error: IndexError) => void
  },
): Indexes<index> {
  const pausedUntil = new Map<string, number>()

  function pause(at: number, chain: NetworkId, error: IndexError): void {
    const key = sharedFailures.has(error.code) ? `${at}` : `${at} ${chain}`
    const until = clock.now() + Math.max(pauseMs[error.code], error.retryAfterMs ?? 0)
    pausedUntil.set(key, Math.max(until, pausedUntil.get(key) ?? 0))
  }

  const isPaused = (at: number, chain: NetworkId) =>
    [`${at}`, `${at} ${chain}`].some((key) => (pausedUntil.get(key) ?? 0) > clock.now())

  return {
    serves: (chain) => list.some(({ chains }) => chains.includes(chain)),
    async read(chain, work) {
      const end = clock.now() + timeoutMs
      for (const [at, { chains, index }] of list.entries()) {
        const remaining = end - clock.now()
        if (!chains.includes(chain) || isPaused(at, chain) || remaining <= 0) continue
        try {
          return await withDeadline(clock, remaining, (signal) => {
            // All calls of a read listen to it.
            setMaxListeners(0, signal)
            return work(index, signal)
          })
        } catch (reason) {
          const error = toIndexError(reason)
          pause(at, chain, error)
          onFailure(error)
        }
      }
      return undefined
    },
  }
}

function toIndexError(reason: unknown): IndexError {
  if (reason instanceof IndexError) return reason
  if ((reason as Error | undefined)?.name === 'DeadlineError') {
    return new IndexError('no-answer', 'The index took too long.')
  }
  throw reason
}
