export { type Eip155Options, eip155 } from '../families/eip155/index.js'
export { ProviderRpcError } from '../families/eip155/ProviderRpcError.js'
export type { Provider } from '../families/eip155/provider.js'
