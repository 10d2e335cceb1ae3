/**
 * Pictures of networks for pages without a provider: `mainnetImage` is the one of `mainnet`, and
 * `networkImages` has all by network id. Pass them to the option `chainImages`.
 */
export * from '../../wallets/networkImages.js'
