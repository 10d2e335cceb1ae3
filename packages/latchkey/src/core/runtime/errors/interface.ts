import { isWidgetError, WidgetError } from './WidgetError.js'

/** Any error that is not ours, wrapped so that callers always get a `WidgetError`. */
export class UnexpectedError extends WidgetError {
  readonly code = 'interface/unexpected'

  constructor(options?: { readonly cause?: unknown }) {
    super('Something went wrong', options)
  }
}

/** Returns our own errors unchanged and wraps any other. */
export function toWidgetError(error: unknown): WidgetError {
  return isWidgetError(error) ? error : new UnexpectedError({ cause: error })
}

/** The text of a known error, or a general one, as sentences for a paragraph. */
export function getErrorText(error: unknown): string {
  return toWidgetError(error).message.replace(/[^.?!]$/, '$&.')
}

/** `open` was called with an unknown view; `views` lists the known ones. */
export class UnknownViewError extends WidgetError {
  readonly code = 'interface/unknown-view'

  constructor(
    readonly view: string,
    readonly views: readonly string[],
  ) {
    super(`Unknown view \`${view}\`. Use one of ${views.join(', ')}`)
  }
}

/** `open` was called with a view whose feature is off; `option` turns it on. */
export class ViewUnavailableError extends WidgetError {
  readonly code = 'interface/view-unavailable'

  constructor(
    readonly view: string,
    readonly option: string,
  ) {
    super(`The view \`${view}\` is not available, because \`${option}\` is off or not set`)
  }
}
