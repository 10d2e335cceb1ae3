export * from '../testing/testWallet.js'
