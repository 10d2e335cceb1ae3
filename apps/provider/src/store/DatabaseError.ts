/** SQL states: out of resources, shutting down, starting, connection lost, system error. */
const downStates = /^(?:53|57P|08|58)/

/** Error codes of the client library. */
const downCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
])

/** Whether a query failed because of the database's state and can succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, query } = error as { code?: unknown; syscall?: unknown; query?: unknown }
  if (typeof code !== 'string') return false
  if (error.name === 'PostgresError') return downStates.test(code)
  // A socket that was refused or reset during a query.
  return downCodes.has(code) || (query !== undefined && syscall !== undefined)
}

export type DatabaseErrorCode =
  | 'data-directory-in-use'
  | 'data-directory-unreachable'
  | 'platform-unsupported'
  | 'port-in-use'
  | 'server-start-failed'
  | 'server-stopped'
  | 'unreachable'
  | 'schema-too-new'
  | 'not-empty'
  | 'bad-backup'

/** The database could not be opened, or was lost; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
