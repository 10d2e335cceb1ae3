export * from '../wallets/packagedWallets.js'
