import { WidgetError } from './WidgetError.js'

/** The wallet does not know the chain and did not add it (specification §4). */
export class ChainNotSupportedError extends WidgetError {
  readonly code = 'network/chain-not-supported'

  constructor(options?: { readonly cause?: unknown }) {
    super('Chain is not supported', options)
  }
}

/** The widget has no chain family for the namespace. */
export class AdapterNotFoundError extends WidgetError {
  readonly code = 'network/adapter-not-found'

  constructor(readonly namespace?: string) {
    super(
      namespace === undefined ? 'Adapter not found' : `No adapter for the namespace ${namespace}`,
    )
  }
}

/** The network is not among the site's `networks`. */
export class NetworkNotFoundError extends WidgetError {
  readonly code = 'network/not-found'

  constructor(readonly networkId: string) {
    super('CaipNetwork not found')
  }
}

/** The chain's node sent no valid response. */
export class NodeError extends WidgetError {
  readonly code = 'network/node-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('The network could not be reached', options)
  }
}
