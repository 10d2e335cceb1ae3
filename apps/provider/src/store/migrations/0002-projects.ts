import type { Migration } from '../migrate.js'

/** Projects: their sites, features and limits. */
export const projects: Migration = {
  version: 2,
  name: 'projects',
  async up(sql) {
    await sql`
      create table projects (
        id text primary key,
        name text not null,
        allowed_origins text[] not null,
        is_development boolean not null,
        features jsonb not null,
        is_analytics_enabled boolean not null,
        limits jsonb not null,
        created_at timestamptz not null default now()
      )`
  },
}
