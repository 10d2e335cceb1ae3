export * from '../families/eip155/bridges/ethers.js'
export type { BridgedWidget } from '../families/eip155/bridges/evmState.js'
