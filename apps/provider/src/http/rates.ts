import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import type { Project } from '../projects/Project.js'
import { type BucketSize, createBuckets } from '../serving/buckets.js'

/** How many requests one network may make for one project. */
export type Rate = { readonly perSecond: number; readonly burst: number }

export const defaultRates = {
  read: { perSecond: 50, burst: 100 },
  /** Calls that need several node requests, or build something to sign. */
  quote: { perSecond: 10, burst: 20 },
  /** Each call of a batch counts. */
  rpc: { perSecond: 100, burst: 1_000 },
  /** Bytes of node responses, per network across all projects. */
  rpcBytes: { perSecond: 4 * 1_048_576, burst: 32 * 1_048_576 },
  /** Ten a day. */
  registration: { perSecond: 10 / 86_400, burst: 10 },
  /** Sign-ins and their nonces; each may need node requests. */
  signIn: { perSecond: 2, burst: 60 },
  /** Requests, each with many events; events have their own limit. */
  telemetry: { perSecond: 5, burst: 60 },
  /** All requests of one network, counted before the project is known. */
  network: { perSecond: 400, burst: 800 },
} as const satisfies Readonly<Record<string, Rate>>

export type RateName = keyof typeof defaultRates

export type Rates = Readonly<Record<RateName, Rate>>

/** Endpoints that are not simple reads. */
const ratesByEndpoint: Readonly<Record<string, RateName>> = {
  getConvertQuotes: 'quote',
  buildApproveTransaction: 'quote',
  buildConvertTransaction: 'quote',
  getOnrampQuote: 'quote',
  createOnrampUrl: 'quote',
  requestPay: 'quote',
  quoteTransfer: 'quote',
  getTransferStatus: 'quote',
  registerName: 'registration',
  revokeSession: 'quote',
  createSignInNonce: 'signIn',
  authenticate: 'signIn',
  requestEmailCode: 'signIn',
  confirmEmailCode: 'signIn',
  refreshSignIn: 'quote',
  setAccountMetadata: 'quote',
  updateUserMetadata: 'quote',
  signOut: 'quote',
  sendEvent: 'telemetry',
  sendEvents: 'telemetry',
}

export function getRateName(endpointName: string): RateName {
  return ratesByEndpoint[endpointName] ?? 'read'
}

/** Rejecting costs time too: beyond this, a network's 429 responses are delayed. */
const rejectionBucket: BucketSize = { perSecond: 10, burst: 20, overdraft: 10 }
const maxDelayMs = 1_000

export type RateGuard = {
  /** Throws an ApiError (429). Counts nothing without a network. */
  count(name: RateName, network: string | undefined, project?: Project, calls?: number): void
  /** Milliseconds to wait before sending a 429; grows for a network that ignores them. */
  rejectionDelay(network: string | undefined): number
  removeIdle(): void
}

export function createRateGuard(rates: Rates, clock: Clock): RateGuard {
  const buckets = createBuckets({ ...rates.read, overdraft: 0 })
  const rejections = createBuckets(rejectionBucket)
  return {
    count(name, network, project, calls = 1) {
      if (network === undefined) return
      const size = sizeFor(rates, name, project)
      const key = `${name} ${size.perSecond}/${size.burst} ${project?.id ?? ''} ${network}`
      const bucket = buckets.get(key, size)
      const now = clock.now()
      if (bucket.take(calls, now) !== undefined) return
      const retryAfter = Math.max(1, Math.ceil(bucket.retryAfter(calls, now) / 1_000))
      throw new ApiError(429, 'rate_limited', `Too many requests; try again in ${retryAfter} s.`, {
        retryAfter,
      })
    },
    rejectionDelay(network) {
      if (network === undefined) return 0
      return rejections.get(network).take(1, clock.now()) ?? maxDelayMs
    },
    removeIdle() {
      buckets.removeFull(clock.now())
      rejections.removeFull(clock.now())
    },
  }
}

/** A project's own limits are for reads; its other limits scale in proportion. */
function sizeFor(rates: Rates, name: RateName, project: Project | undefined): BucketSize {
  const { perSecond, burst } = rates[name]
  const own = project?.limits ?? {}
  const scale = (figure: number, override: number | undefined, base: number) =>
    override === undefined ? figure : (figure * override) / base
  return {
    perSecond: scale(perSecond, own.perSecond, rates.read.perSecond),
    burst: Math.max(1, Math.floor(scale(burst, own.burst, rates.read.burst))),
    overdraft: 0,
  }
}
