export * from '../wallets/index.js'
