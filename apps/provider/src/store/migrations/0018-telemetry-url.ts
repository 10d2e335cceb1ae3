import type { Migration } from '../migrate.js'

/** The page of an event, without query and fragment (specification §7). */
export const telemetryUrl: Migration = {
  version: 18,
  name: 'telemetry-url',
  async up(sql) {
    await sql`alter table telemetry_events add column url text not null default ''`
  },
}
