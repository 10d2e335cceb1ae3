export * from '../../wallets/networkImages.js'
