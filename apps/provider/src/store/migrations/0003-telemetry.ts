import type { Migration } from '../migrate.js'

/** Telemetry events of projects with analytics on, without personal data. */
export const telemetry: Migration = {
  version: 3,
  name: 'telemetry',
  async up(sql) {
    await sql`
      create table telemetry_events (
        project_id text not null references projects (id) on delete cascade,
        event_id uuid not null,
        kind text not null,
        event text not null,
        domain text not null,
        happened_at timestamptz not null,
        received_at timestamptz not null,
        properties jsonb not null,
        primary key (project_id, event_id)
      )`
    await sql`create index telemetry_events_by_time on telemetry_events (project_id, received_at)`
    await sql`create index telemetry_events_by_age on telemetry_events (received_at)`
  },
}
