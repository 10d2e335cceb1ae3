import type { Migration } from '../migrate.js'

/** The id of a session's permission on its chain: an account lists each once in a project. */
export const sessionPermissions: Migration = {
  version: 25,
  name: 'session-permissions',
  async up(sql) {
    await sql`alter table sessions add column permission_id text`
    await sql`
      create unique index sessions_by_permission on sessions (project_id, account, permission_id)
        where permission_id is not null`
  },
}
