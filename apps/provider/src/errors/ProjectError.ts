export type ProjectErrorCode = 'bad-value' | 'unknown-project'

/** A bad change to a project; the message is for the operator. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
  readonly code: ProjectErrorCode

  constructor(code: ProjectErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
