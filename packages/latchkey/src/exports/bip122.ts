export { bip122 } from '../families/bip122/index.js'
export type { BitcoinProvider, BitcoinProviderEvents } from '../families/bip122/provider.js'
