export * from '../families/eip155/networks.js'
