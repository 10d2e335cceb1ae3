export {
  createPairingClient,
  type PairingClient,
  type SignInPairingClient,
} from '../createPairingClient.js'
export * from './dapp.js'
export * from './errors.js'
export * from './events.js'
export * from './ports.js'
export * from './session.js'
export * from './stale.js'
export * from './uri.js'
export * from './wallet.js'
