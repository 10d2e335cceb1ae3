import type { Migration } from '../migrate.js'

/**
 * A second wall between projects: whatever a query forgets, it sees and changes rows of the project
 * it works for, and none when it works for nobody. A name is everybody's to look up and its
 * project's to give out.
 */
export const rowSecurity: Migration = {
  version: 7,
  name: 'row-security',
  async up(sql) {
    for (const name of ['telemetry_events', 'onramp_purchases', 'sessions', 'names']) {
      const table = sql(name)
      await sql`alter table ${table} enable row level security`
      // Otherwise an owner who is no superuser would pass.
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
