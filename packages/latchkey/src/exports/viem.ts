export type { BridgedWidget } from '../families/eip155/bridges/evmState.js'
export * from '../families/eip155/bridges/viem.js'
