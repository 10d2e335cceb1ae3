/** What the Connect view shows beside the ways to connect, where there is reason to. */
export { Legal } from '../../parts/legal/Legal.js'
export { NoWallets } from './NoWallets.js'
export { PairedNotice } from './NoWallets.js'
export { WalletGuide } from './NoWallets.js'
