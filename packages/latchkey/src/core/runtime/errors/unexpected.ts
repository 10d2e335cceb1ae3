import * as errorText from './catalogue/interface.js'
import { isWidgetError, WidgetError } from './WidgetError.js'

/** An error nobody foresaw, wrapped so that callers always see one of ours. */
export class UnexpectedError extends WidgetError {
  readonly code = 'interface/unexpected'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.unexpected, options)
  }
}

/** An error of ours as it is, any other wrapped. */
export function toWidgetError(error: unknown): WidgetError {
  return isWidgetError(error) ? error : new UnexpectedError({ cause: error })
}
