export * from '../core/runtime/errors/wagmi.js'
export type { BridgedWidget } from '../families/eip155/bridges/bridgedWidget.js'
export {
  createWagmiBridge,
  type WagmiBridge,
  type WagmiBridgeParameters,
  type WagmiConfig,
  type WagmiConnectorConfig,
  wagmiParameters,
} from '../families/eip155/bridges/wagmi.js'
export { latchkeyConnector } from '../families/eip155/bridges/wagmiConnector.js'
