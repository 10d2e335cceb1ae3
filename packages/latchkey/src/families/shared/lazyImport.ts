import { LoadError } from '../../core/runtime/errors/WidgetError.js'

/** A part that is loaded when needed, failing in our terms when it does not arrive. */
export function lazyImport<part>(loading: Promise<part>): Promise<part> {
  return loading.catch((cause: unknown) => {
    throw new LoadError({ cause })
  })
}
