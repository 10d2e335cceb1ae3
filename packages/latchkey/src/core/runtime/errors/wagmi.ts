import { WidgetError } from './WidgetError.js'

/** A signature asked for through wagmi failed for another reason than a refusal. */
export class SignMessageError extends WidgetError {
  readonly code = 'wagmi/sign-message'

  constructor(options?: { readonly cause?: unknown }) {
    super('Sign message failed', options)
  }
}

/** An estimate asked for through wagmi failed; the node's or the wallet's own words are in `cause`. */
export class EstimateGasError extends WidgetError {
  readonly code = 'wagmi/estimate-gas'

  constructor(options?: { readonly cause?: unknown }) {
    super('Error estimating gas', options)
  }
}

/** wagmi's config was made without our connector. */
export class ConnectorUndefinedError extends WidgetError {
  readonly code = 'wagmi/connector-undefined'

  constructor() {
    super(
      'Connector undefined: give `latchkeyConnector(latchkey)` to `connectors` of wagmi’s config',
    )
  }
}

/** wagmi asked our connector for something that only a connected wallet can answer. */
export class ProviderUndefinedError extends WidgetError {
  readonly code = 'wagmi/provider-undefined'

  constructor() {
    super('Provider undefined: no wallet is connected')
  }
}

/** The bridge was made before wagmi's config; modules that import each other are the usual reason. */
export class WagmiConfigUndefinedError extends WidgetError {
  readonly code = 'wagmi/config-undefined'

  constructor() {
    super('wagmiConfig undefined: create it before the bridge')
  }
}
