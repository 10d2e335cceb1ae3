/**
 * Wallets for pages without a provider, one export each and `wallets` for all. Pass them to the option
 * `wallets`; a page has only the bytes of those it imports.
 */
export * from '../wallets/packagedWallets.js'
