import * as errorText from './catalogue/wagmi.js'
import { WidgetError } from './WidgetError.js'

/** A signature asked for through wagmi failed for another reason than a refusal. */
export class SignMessageError extends WidgetError {
  readonly code = 'wagmi/sign-message'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.signFailed, options)
  }
}

/** An estimate asked for through wagmi failed; the node's or the wallet's own words are in `cause`. */
export class EstimateGasError extends WidgetError {
  readonly code = 'wagmi/estimate-gas'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.gasFailed, options)
  }
}

/** wagmi's config was made without our connector. */
export class ConnectorUndefinedError extends WidgetError {
  readonly code = 'wagmi/connector-undefined'

  constructor() {
    super(errorText.connectorUndefined)
  }
}

/** wagmi asked our connector for something that only a connected wallet can answer. */
export class ProviderUndefinedError extends WidgetError {
  readonly code = 'wagmi/provider-undefined'

  constructor() {
    super(errorText.providerUndefined)
  }
}

/** The bridge was made before wagmi's config; modules that import each other are the usual reason. */
export class WagmiConfigUndefinedError extends WidgetError {
  readonly code = 'wagmi/config-undefined'

  constructor() {
    super(errorText.configUndefined)
  }
}
