import type { Migration } from '../migrate.js'

/**
 * A second protection between projects: a query sees and changes only rows of its project, and none
 * without a project. Everyone can read a name; only its project can change it.
 */
export const rowSecurity: Migration = {
  version: 7,
  name: 'row-security',
  async up(sql) {
    for (const name of ['telemetry_events', 'onramp_purchases', 'sessions', 'names']) {
      const table = sql(name)
      await sql`alter table ${table} enable row level security`
      // Otherwise a table owner would bypass it.
      await sql`alter table ${table} force row level security`
      await sql`
        create policy own_project on ${table}
          using (project_id = current_setting('latchkey.project', true))`
      await sql`
        create policy every_project on ${table}
          using (current_setting('latchkey.every_project', true) = 'on')`
    }
    await sql`create policy look_up on names for select using (true)`
  },
}
