export * from '../bindings/react/buttons.js'
export { createLatchkey } from '../bindings/react/createLatchkey.js'
export * from '../bindings/react/hooks.js'
export * from '../bindings/react/hooks.js'
export {
  LatchkeyContext,
  LatchkeyProvider,
  type LatchkeyProviderProps,
} from '../bindings/react/LatchkeyProvider.js'
export * from '../bindings/react/useLatchkeyConnections.js'
export * from '../bindings/react/useLatchkeyWallets.js'
export * from './shared.js'
