export { type PolkadotOptions, polkadot } from '../families/polkadot/index.js'
export type {
  PolkadotAccount,
  PolkadotEvents,
  PolkadotProvider,
  PolkadotSignature,
  RawMessage,
} from '../families/polkadot/provider.js'
