import * as errorText from './catalogue/activity.js'
import { WidgetError } from './WidgetError.js'

/** The provider did not tell what an account did. */
export class HistoryFailedError extends WidgetError {
  readonly code = 'activity/history-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.historyFailed, options)
  }
}
