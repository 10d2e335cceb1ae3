export type ProjectErrorCode = 'bad-value' | 'unknown-project'

/** What was asked of a project cannot be; `message` is a sentence for whoever asked. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
  readonly code: ProjectErrorCode

  constructor(code: ProjectErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
