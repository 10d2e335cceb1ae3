import * as errorText from './catalogue/network.js'
import { WidgetError } from './WidgetError.js'

/** The wallet neither knows the chain nor takes it when offered (specification §4). */
export class ChainNotSupportedError extends WidgetError {
  readonly code = 'network/chain-not-supported'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.chainNotSupported, options)
  }
}

/** No chain family of this widget speaks that namespace, which the text names where a site gave it. */
export class AdapterNotFoundError extends WidgetError {
  readonly code = 'network/adapter-not-found'

  constructor(readonly namespace?: string) {
    super(namespace === undefined ? errorText.adapterNotFound : errorText.noAdapterFor(namespace))
  }
}

/** The network is not one the site asked for. */
export class NetworkNotFoundError extends WidgetError {
  readonly code = 'network/not-found'

  constructor(readonly networkId: string) {
    super(errorText.networkNotFound)
  }
}

/** The chain's node gave no usable answer. */
export class NodeError extends WidgetError {
  readonly code = 'network/node-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.nodeFailed, options)
  }
}
