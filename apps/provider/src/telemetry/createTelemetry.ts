import type { TelemetryEvent } from '@latchkey/wire/http/telemetry'
import type { Clock } from '../clock.js'
import { ApiError } from '../errors/ApiError.js'
import type { Caller } from '../http/route.js'
import { failureName, type Log } from '../log.js'
import { createBuckets } from '../serving/buckets.js'
import type { TelemetryStore } from '../store/telemetry.js'
import { redact } from './redact.js'

export type Telemetry = {
  /** Stores events if the project has analytics on; silently drops those above the limits. */
  store(events: readonly TelemetryEvent[], caller: Caller): Promise<void>
  /** Call it regularly: removes old events. */
  sweep(): Promise<void>
}

const lifetimeMs = 90 * 86_400_000

/** Limits per page: many events, few error reports. */
const pageLimits = {
  track: { perSecond: 1, burst: 60, overdraft: 0 },
  error: { perSecond: 5 / 60, burst: 5, overdraft: 0 },
} as const

export function createTelemetry(parts: {
  store: TelemetryStore
  clock: Clock
  log: Log
}): Telemetry {
  const { store, clock, log } = parts
  const buckets = createBuckets(pageLimits.track)
  return {
    async store(events, { project, network, origin }) {
      if (!project.isAnalyticsEnabled) return
      const now = clock.now()
      const accepted = events.filter(({ props: { type } }) => {
        const page = `${type} ${project.id} ${network ?? ''} ${origin ?? ''}`
        return buckets.get(page, pageLimits[type]).take(1, now) !== undefined
      })
      if (accepted.length === 0) return
      try {
        await store.add(
          project.id,
          accepted.map((event) => redact(event, { origin, now })),
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
      buckets.removeFull(clock.now())
      await store.removeBefore(clock.now() - lifetimeMs)
    },
  }
}
