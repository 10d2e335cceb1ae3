import { WidgetError } from './WidgetError.js'

/** A signature requested through wagmi failed, other than by user rejection. */
export class SignMessageError extends WidgetError {
  readonly code = 'wagmi/sign-message'

  constructor(options?: { readonly cause?: unknown }) {
    super('Sign message failed', options)
  }
}

/** A gas estimate requested through wagmi failed; the original error is in `cause`. */
export class EstimateGasError extends WidgetError {
  readonly code = 'wagmi/estimate-gas'

  constructor(options?: { readonly cause?: unknown }) {
    super('Error estimating gas', options)
  }
}

/** wagmi's config lacks our connector. */
export class ConnectorUndefinedError extends WidgetError {
  readonly code = 'wagmi/connector-undefined'

  constructor() {
    super(
      'Connector undefined: add `latchkeyConnector(latchkey)` to `connectors` in the wagmi config',
    )
  }
}

/** wagmi called our connector while no wallet is connected. */
export class ProviderUndefinedError extends WidgetError {
  readonly code = 'wagmi/provider-undefined'

  constructor() {
    super('Provider undefined: no wallet is connected')
  }
}

/** The bridge was created before wagmi's config, usually because of circular imports. */
export class WagmiConfigUndefinedError extends WidgetError {
  readonly code = 'wagmi/config-undefined'

  constructor() {
    super('wagmiConfig undefined: create it before the bridge')
  }
}
