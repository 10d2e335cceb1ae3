import { isWidgetError, LoadError } from '../core/runtime/errors/WidgetError.js'

/** Something fetched at most once; a failed fetch may be tried again. */
export type Lazy<value> = {
  /** What has arrived already, so that a click needs to wait for nothing. */
  readonly current: value | undefined
  load(): Promise<value>
}

export function loadOnce<value>(fetch: () => Promise<value>): Lazy<value> {
  let current: value | undefined
  let underway: Promise<value> | undefined
  return {
    get current() {
      return current
    },
    load() {
      underway ??= fetch().then(
        (value) => {
          current = value
          return value
        },
        (cause: unknown) => {
          underway = undefined
          throw isWidgetError(cause) ? cause : new LoadError({ cause })
        },
      )
      return underway
    },
  }
}
