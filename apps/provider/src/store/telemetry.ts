import type { Sql } from 'postgres'
import { inEveryProject, inProject } from './projectScope.js'

/** One stored event. */
export type StoredEvent = {
  readonly eventId: string
  readonly kind: 'track' | 'error'
  readonly event: string
  readonly domain: string
  /** The page without query and fragment; empty when unknown. */
  readonly url: string
  readonly happenedAt: number
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

export type TelemetryStore = {
  /** Ignores events that are already stored. */
  add(projectId: string, events: readonly StoredEvent[], now: number): Promise<void>
  removeBefore(time: number): Promise<number>
}

export function createTelemetryStore(sql: Sql): TelemetryStore {
  return {
    async add(projectId, events, now) {
      const rows = events.map((event) => ({
        project_id: projectId,
        event_id: event.eventId,
        kind: event.kind,
        event: event.event,
        domain: event.domain,
        url: event.url,
        happened_at: new Date(event.happenedAt),
        received_at: new Date(now),
        properties: sql.json(event.properties),
      }))
      await inProject(
        sql,
        projectId,
        (tx) => tx`insert into telemetry_events ${tx(rows)} on conflict do nothing`,
      )
    },
    async removeBefore(time) {
      const { count } = await inEveryProject(
        sql,
        (tx) => tx`delete from telemetry_events where received_at < ${new Date(time)}`,
      )
      return count
    },
  }
}
