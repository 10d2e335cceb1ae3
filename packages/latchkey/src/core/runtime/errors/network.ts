import { WidgetError } from './WidgetError.js'

/** The wallet neither knows the chain nor takes it when offered (specification §4). */
export class ChainNotSupportedError extends WidgetError {
  readonly code = 'network/chain-not-supported'

  constructor(options?: { readonly cause?: unknown }) {
    super('Chain is not supported', options)
  }
}

/** No chain family of this widget speaks that namespace, which the text names where a site gave it. */
export class AdapterNotFoundError extends WidgetError {
  readonly code = 'network/adapter-not-found'

  constructor(readonly namespace?: string) {
    super(
      namespace === undefined ? 'Adapter not found' : `No adapter for the namespace ${namespace}`,
    )
  }
}

/** The network is not one the site asked for. */
export class NetworkNotFoundError extends WidgetError {
  readonly code = 'network/not-found'

  constructor(readonly networkId: string) {
    super('CaipNetwork not found')
  }
}

/** The chain's node gave no usable answer. */
export class NodeError extends WidgetError {
  readonly code = 'network/node-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('The network could not be reached', options)
  }
}
