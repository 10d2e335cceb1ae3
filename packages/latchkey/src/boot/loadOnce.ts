import { isWidgetError, LoadError } from '../core/runtime/errors/WidgetError.js'

/** Loaded at most once; a failed load can be repeated. */
export type Lazy<value> = {
  /** Undefined until loaded; lets a click run without waiting. */
  readonly current: value | undefined
  load(): Promise<value>
}

export function loadOnce<value>(fetch: () => Promise<value>): Lazy<value> {
  let current: value | undefined
  let pending: Promise<value> | undefined
  return {
    get current() {
      return current
    },
    load() {
      pending ??= fetch().then(
        (value) => {
          current = value
          return value
        },
        (cause: unknown) => {
          pending = undefined
          throw isWidgetError(cause) ? cause : new LoadError({ cause })
        },
      )
      return pending
    },
  }
}
