import type { TelemetryEvent } from '@latchkey/wire/http/telemetry'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import type { Caller } from '../http/route.js'
import { failureName, type Log } from '../log.js'
import { createBuckets } from '../serving/buckets.js'
import type { TelemetryStore } from '../store/telemetry.js'
import { redact } from './redact.js'

export interface Telemetry {
  /** Stores events if the project has analytics on; silently drops those above the limits. */
  keep(events: readonly TelemetryEvent[], caller: Caller): Promise<void>
  /** Call it regularly: removes old events. */
  sweep(): Promise<void>
}

const KEPT_MS = 90 * 86_400_000

/** Limits per page: many events, few error reports. */
const PAGE_LIMITS = {
  track: { perSecond: 1, burst: 60, overdraft: 0 },
  error: { perSecond: 5 / 60, burst: 5, overdraft: 0 },
} as const

export function createTelemetry(parts: {
  store: TelemetryStore
  clock: Clock
  log: Log
}): Telemetry {
  const { store, clock, log } = parts
  const buckets = createBuckets(PAGE_LIMITS.track)
  return {
    async keep(events, { project, network, origin }) {
      if (!project.isAnalyticsEnabled) return
      const now = clock.now()
      const kept = events.filter(({ props: { type } }) => {
        const page = `${type} ${project.id} ${network ?? ''} ${origin ?? ''}`
        return buckets.of(page, PAGE_LIMITS[type]).take(1, now) !== undefined
      })
      if (kept.length === 0) return
      try {
        await store.add(
          project.id,
          kept.map((event) => redact(event, { origin, now })),
          now,
        )
      } catch (cause) {
        log({ level: 'warn', event: 'telemetry-lost', reason: failureName(cause) })
        throw new ApiError(503, 'telemetry', 'Events cannot be stored at the moment.', {
          retryAfter: 30,
          cause,
        })
      }
    },
    async sweep() {
      buckets.forgetFull(clock.now())
      await store.removeBefore(clock.now() - KEPT_MS)
    },
  }
}
