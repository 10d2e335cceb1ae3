import type { RelayCall } from '@latchkey/wire/relay/methods'
import type { Clock } from '../clock.js'
import { type Bucket, createBuckets } from '../serving/buckets.js'
import { PUBLISH_OVERDRAFT, type RelayLimits, sizeOf } from './limits.js'
import { tooMany } from './refusals.js'

/** Who is charged for a call. */
export interface Payer {
  readonly clientId: string
  /** Undefined for this machine itself, which has no network limits. */
  readonly network: string | undefined
}

/** Charges calls and their bytes to clients, networks and projects. Throws a fault for who is far above a limit. */
export interface Charges {
  /** Counts calls of a socket against its network; milliseconds to wait before the next one. */
  calls(payer: Payer, count: number): number
  /** Counts a call with many topics as several. */
  topics(payer: Payer, call: RelayCall): number
  /** Counts what a call publishes; milliseconds to hold the caller back. */
  publish(payer: Payer, call: RelayCall): number
  /** Counts what is published in the name of a project. */
  publishFor(project: string | undefined, bytes: number): void
  /** Milliseconds until the payer may fetch again. */
  fetchWait(payer: Payer): number
  fetched(payer: Payer, bytes: number): void
  forgetQuiet(): void
}

/** Topics that cost as much as one call. */
const TOPICS_PER_CALL = 50
/** Longest time a caller is held back; above it the call is refused. */
export const LONGEST_HOLD_MS = 10_000
const BYTE_OVERDRAFT = 1_048_576

export function createCharges(limits: RelayLimits, clock: Clock): Charges {
  const publishes = createBuckets({
    perSecond: limits.publishesPerSecond,
    burst: limits.publishBurst,
    overdraft: PUBLISH_OVERDRAFT,
  })
  const bytes = (perSecond: number, burst: number, overdraft: number) =>
    createBuckets({ perSecond, burst, overdraft })
  const publishedByClient = bytes(
    limits.publishBytesPerSecond,
    limits.publishByteBurst,
    BYTE_OVERDRAFT,
  )
  const publishedByNetwork = bytes(
    limits.networkPublishBytesPerSecond,
    limits.networkPublishByteBurst,
    BYTE_OVERDRAFT,
  )
  const publishedByProject = bytes(
    limits.projectPublishBytesPerSecond,
    limits.projectPublishByteBurst,
    0,
  )
  // What was read from the database has to be paid, however much it was.
  const endless = Number.POSITIVE_INFINITY
  const fetchedByClient = bytes(limits.fetchBytesPerSecond, limits.fetchByteBurst, endless)
  const fetchedByNetwork = bytes(
    limits.networkFetchBytesPerSecond,
    limits.networkFetchByteBurst,
    endless,
  )
  const calls = bytes(limits.networkCallsPerSecond, limits.networkCallBurst, endless)

  function countCalls({ network }: Payer, count: number): number {
    return network === undefined ? 0 : (calls.of(network).take(count, clock.now()) ?? 0)
  }

  function fetchBuckets({ clientId, network }: Payer): Bucket[] {
    const own = fetchedByClient.of(clientId)
    return network === undefined ? [own] : [own, fetchedByNetwork.of(network)]
  }

  return {
    calls: countCalls,
    topics: (payer, call) => countCalls(payer, Math.floor(topicCount(call) / TOPICS_PER_CALL)),

    publish({ clientId, network }, call) {
      const messages = publishedTexts(call)
      if (messages.length === 0) return 0
      const size = messages.reduce((sum, message) => sum + sizeOf({ message }), 0)
      const charged: [Bucket, number][] = [
        [publishes.of(clientId), messages.length],
        [publishedByClient.of(clientId), size],
      ]
      if (network !== undefined) charged.push([publishedByNetwork.of(network), size])
      return takeAll(charged, clock.now())
    },

    publishFor(project, size) {
      if (project !== undefined) takeAll([[publishedByProject.of(project), size]], clock.now())
    },

    fetchWait(payer) {
      const now = clock.now()
      const wait = Math.max(...fetchBuckets(payer).map((bucket) => bucket.debt(now)))
      if (wait > LONGEST_HOLD_MS) throw tooMany('fetches', wait)
      return wait
    },

    fetched(payer, size) {
      for (const bucket of fetchBuckets(payer)) bucket.take(size, clock.now())
    },

    forgetQuiet() {
      const all = [publishes, publishedByClient, publishedByNetwork, publishedByProject]
      for (const buckets of [...all, fetchedByClient, fetchedByNetwork, calls]) {
        buckets.forgetFull(clock.now())
      }
    },
  }
}

/** Takes from every bucket or from none. */
function takeAll(charged: readonly [Bucket, number][], now: number): number {
  const waits = charged.map(([bucket, count]) => bucket.wouldTake(count, now))
  const refused = charged.filter((_, index) => waits[index] === undefined)
  if (refused.length > 0) {
    const wait = Math.max(...refused.map(([bucket, count]) => bucket.retryAfter(count, now)))
    throw tooMany('publications', wait)
  }
  return Math.max(...charged.map(([bucket, count]) => bucket.take(count, now) ?? 0))
}

/** The sealed texts a call publishes. */
export function publishedTexts({ method, params }: RelayCall): readonly string[] {
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

function topicCount({ params }: RelayCall): number {
  if ('topics' in params) return params.topics.length
  return 'receipts' in params ? params.receipts.length : 0
}
