import * as errorText from './catalogue/interface.js'
import { WidgetError } from './WidgetError.js'

/** A lazily loaded part of the widget did not arrive. */
export class LoadError extends WidgetError {
  readonly code = 'interface/load-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.loadFailed, options)
  }
}
