/** The base of every error Latchkey throws. Test `code`, never the text. */
export abstract class WidgetError extends Error {
  abstract readonly code: string

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
  }
}

/** True for any error of Latchkey, or only for the one with that code. */
export function isWidgetError(error: unknown, code?: string): error is WidgetError {
  return error instanceof WidgetError && (code === undefined || error.code === code)
}

/** A lazily loaded part of the widget could not be fetched. */
export class LoadError extends WidgetError {
  readonly code = 'interface/load-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(
      'A part of the wallet window could not be loaded. Check the connection and try again',
      options,
    )
  }
}
