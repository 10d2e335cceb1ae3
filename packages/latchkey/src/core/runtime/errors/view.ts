import * as errorText from './catalogue/view.js'
import { WidgetError } from './WidgetError.js'

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
