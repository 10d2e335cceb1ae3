export type { BridgedWidget } from '../families/eip155/bridges/bridgedWidget.js'
export * from '../families/eip155/bridges/ethers.js'
