import type { WalletListing } from './walletLinks.js'

export type TapOpener = { open?: ((listing: WalletListing) => boolean) | undefined }

/**
 * What opens a wallet's app within the tap that chose it, and returns whether it did. Set on phones, once
 * its code has loaded. Use with `getOrCreate`.
 */
export const createTapOpener = (): TapOpener => ({})
