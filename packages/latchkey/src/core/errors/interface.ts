import * as errorText from './catalogue/interface.js'
import { WidgetError } from './WidgetError.js'

/** A lazily loaded part of the widget did not arrive. */
export class LoadError extends WidgetError {
  readonly code = 'interface/load-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.loadFailed, options)
  }
}

/** An error nobody foresaw, wrapped so that callers always see one of ours. */
export class UnexpectedError extends WidgetError {
  readonly code = 'interface/unexpected'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.unexpected, options)
  }
}

/** `open` was asked for a view that does not exist; `views` are those it takes. */
export class UnknownViewError extends WidgetError {
  readonly code = 'interface/unknown-view'

  constructor(
    readonly view: string,
    readonly views: readonly string[],
  ) {
    super(errorText.unknownView(view, views))
  }
}

/** `open` was asked for a view whose feature is off; `option` switches it on. */
export class ViewUnavailableError extends WidgetError {
  readonly code = 'interface/view-unavailable'

  constructor(
    readonly view: string,
    readonly option: string,
  ) {
    super(errorText.viewUnavailable(view, option))
  }
}
