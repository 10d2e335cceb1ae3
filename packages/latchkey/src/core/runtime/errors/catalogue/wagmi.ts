/** Texts of `wagmi.ts`, in the words of the specification (§8). */

export const signFailed = 'Sign message failed'
export const gasFailed = 'Error estimating gas'
export const connectorUndefined =
  'Connector undefined: give `latchkeyConnector(latchkey)` to `connectors` of wagmi’s config'
export const providerUndefined = 'Provider undefined: no wallet is connected'
export const configUndefined = 'wagmiConfig undefined: create it before the bridge'
