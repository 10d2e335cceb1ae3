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
  /** Of the service; the same for all that is read from it. */
  readonly id: string
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
    servicePauses = new Map(),
  }: {
    readonly clock: Clock
    readonly onFailure: (error: IndexError) => void
    /** Until when services are left alone, by their ids; shared by all that is read from them. */
    readonly servicePauses?: Map<string, number>
  },
): Indexes<index> {
  const chainPauses = new Map<string, number>()

  function pause(id: string, chain: NetworkId, error: IndexError): void {
    const isShared = sharedFailures.has(error.code)
    const [pauses, key] = isShared ? [servicePauses, id] : [chainPauses, `${id} ${chain}`]
    const until = clock.now() + Math.max(pauseMs[error.code], error.retryAfterMs ?? 0)
    pauses.set(key, Math.max(until, pauses.get(key) ?? 0))
  }

  const isPaused = (id: string, chain: NetworkId) =>
    [servicePauses.get(id), chainPauses.get(`${id} ${chain}`)].some(
      (until = 0) => until > clock.now(),
    )

  return {
    serves: (chain) => list.some(({ chains }) => chains.includes(chain)),
    async read(chain, work) {
      const end = clock.now() + timeoutMs
      for (const { id, chains, index } of list) {
        const remaining = end - clock.now()
        if (!chains.includes(chain) || isPaused(id, chain) || remaining <= 0) continue
        try {
          return await withDeadline(clock, remaining, (signal) => {
            // All calls of a read listen to it.
            setMaxListeners(0, signal)
            return work(index, signal)
          })
        } catch (reason) {
          const error = toIndexError(reason)
          pause(id, chain, error)
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
