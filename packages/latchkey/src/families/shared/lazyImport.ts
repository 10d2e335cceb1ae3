import { LoadError } from '../../core/runtime/errors/WidgetError.js'

/** Turns a failed dynamic import into a `LoadError`. */
export function lazyImport<part>(loading: Promise<part>): Promise<part> {
  return loading.catch((cause: unknown) => {
    throw new LoadError({ cause })
  })
}
