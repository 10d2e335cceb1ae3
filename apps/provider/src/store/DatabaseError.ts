export type DatabaseErrorCode =
  | 'data-directory-in-use'
  | 'data-directory-unreachable'
  | 'platform-unsupported'
  | 'port-in-use'
  | 'server-start-failed'
  | 'server-stopped'
  | 'unreachable'
  | 'schema-too-new'

/** The database could not be opened, or was lost; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
