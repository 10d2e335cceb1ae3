import type { RelayCall } from '@latchkey/wire/relay/methods'
import type { Clock } from '../clock.js'
import { type Bucket, createBuckets } from '../serving/buckets.js'
import { tooManyFault } from './rejections.js'
import { getChargedBytes, publishOverdraft, type RelayLimits } from './relayLimits.js'

/** Who is charged for a call. */
export type Payer = {
  readonly clientId: string
  /** Undefined for this machine, which has no network limits. */
  readonly network: string | undefined
}

/**
 * Charges calls and bytes to clients, networks and projects. Throws a RelayFault far above a limit.
 */
export type Charges = {
  /**
   * Counts calls of a socket against its network. Returns the milliseconds to wait before the next.
   */
  calls(payer: Payer, count: number): number
  /** Counts a call with many topics as several. */
  topics(payer: Payer, call: RelayCall): number
  /** Counts what a call publishes. Returns the milliseconds to delay the caller. */
  publish(payer: Payer, call: RelayCall): number
  /** Counts bytes published for a project. */
  publishForProject(project: string | undefined, bytes: number): void
  /** Milliseconds until the payer may fetch again. */
  getFetchDelay(payer: Payer): number
  countFetched(payer: Payer, bytes: number): void
  forgetQuiet(): void
}

/** Topics that are charged as one call. */
const topicsPerCall = 50
/** Longest delay of a caller; above it the call fails. */
export const maxDelayMs = 10_000
const byteOverdraft = 1_048_576

export function createCharges(limits: RelayLimits, clock: Clock): Charges {
  const publishes = createBuckets({
    perSecond: limits.publishesPerSecond,
    burst: limits.publishBurst,
    overdraft: publishOverdraft,
  })
  const bytes = (perSecond: number, burst: number, overdraft: number) =>
    createBuckets({ perSecond, burst, overdraft })
  const publishedByClient = bytes(
    limits.publishBytesPerSecond,
    limits.publishByteBurst,
    byteOverdraft,
  )
  const publishedByNetwork = bytes(
    limits.networkPublishBytesPerSecond,
    limits.networkPublishByteBurst,
    byteOverdraft,
  )
  const publishedByProject = bytes(
    limits.projectPublishBytesPerSecond,
    limits.projectPublishByteBurst,
    0,
  )
  // Bytes read from the database are always charged.
  const unlimited = Number.POSITIVE_INFINITY
  const fetchedByClient = bytes(limits.fetchBytesPerSecond, limits.fetchByteBurst, unlimited)
  const fetchedByNetwork = bytes(
    limits.networkFetchBytesPerSecond,
    limits.networkFetchByteBurst,
    unlimited,
  )
  const calls = bytes(limits.networkCallsPerSecond, limits.networkCallBurst, unlimited)

  function countCalls({ network }: Payer, count: number): number {
    return network === undefined ? 0 : (calls.get(network).take(count, clock.now()) ?? 0)
  }

  function fetchBuckets({ clientId, network }: Payer): Bucket[] {
    const own = fetchedByClient.get(clientId)
    return network === undefined ? [own] : [own, fetchedByNetwork.get(network)]
  }

  return {
    calls: countCalls,
    topics: (payer, call) => countCalls(payer, Math.floor(countTopics(call) / topicsPerCall)),

    publish({ clientId, network }, call) {
      const messages = getPublishedTexts(call)
      if (messages.length === 0) return 0
      const size = messages.reduce((sum, message) => sum + getChargedBytes({ message }), 0)
      const charged: [Bucket, number][] = [
        [publishes.get(clientId), messages.length],
        [publishedByClient.get(clientId), size],
      ]
      if (network !== undefined) charged.push([publishedByNetwork.get(network), size])
      return takeAll(charged, clock.now())
    },

    publishForProject(project, size) {
      if (project !== undefined) takeAll([[publishedByProject.get(project), size]], clock.now())
    },

    getFetchDelay(payer) {
      const now = clock.now()
      const wait = Math.max(...fetchBuckets(payer).map((bucket) => bucket.debt(now)))
      if (wait > maxDelayMs) throw tooManyFault('fetches', wait)
      return wait
    },

    countFetched(payer, size) {
      for (const bucket of fetchBuckets(payer)) bucket.take(size, clock.now())
    },

    forgetQuiet() {
      const all = [publishes, publishedByClient, publishedByNetwork, publishedByProject]
      for (const buckets of [...all, fetchedByClient, fetchedByNetwork, calls]) {
        buckets.removeFull(clock.now())
      }
    },
  }
}

/** Takes from every bucket or from none. */
function takeAll(charged: readonly [Bucket, number][], now: number): number {
  const waits = charged.map(([bucket, count]) => bucket.wouldTake(count, now))
  const rejected = charged.filter((_, index) => waits[index] === undefined)
  if (rejected.length > 0) {
    const wait = Math.max(...rejected.map(([bucket, count]) => bucket.retryAfter(count, now)))
    throw tooManyFault('publications', wait)
  }
  return Math.max(...charged.map(([bucket, count]) => bucket.take(count, now) ?? 0))
}

/** The encrypted messages a call publishes. */
export function getPublishedTexts({ method, params }: RelayCall): readonly string[] {
  switch (method) {
    case 'irn_publish':
      return [params.message]
    case 'wc_proposeSession':
      return [params.sessionProposal]
    case 'wc_approveSession':
      return [params.sessionSettlementRequest, params.sessionProposalResponse]
    case 'irn_batchPublish':
      return params.messages.map(({ message }) => message)
    default:
      return []
  }
}

function countTopics({ params }: RelayCall): number {
  if ('topics' in params) return params.topics.length
  return 'receipts' in params ? params.receipts.length : 0
}
