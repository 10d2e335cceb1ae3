/** Of PostgreSQL: no room, too many connections, shutting down or starting, connection lost. */
const SERVER_STATES = /^(?:53|57P|08|58)/

/** Of the client: no connection to be had. */
const CLIENT_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
])

/** Whether a query failed because of the state the database is in, and may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, query } = error as { code?: unknown; syscall?: unknown; query?: unknown }
  if (typeof code !== 'string') return false
  if (error.name === 'PostgresError') return SERVER_STATES.test(code)
  // A socket that was refused or reset under a query.
  return CLIENT_CODES.has(code) || (query !== undefined && syscall !== undefined)
}
