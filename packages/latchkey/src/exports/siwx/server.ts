export type { SiwxMessage } from '@latchkey/wire/siwx'
export { createNonce } from '../../siwx/server/createNonce.js'
export type { RpcAddresses } from '../../siwx/server/readChain.js'
export * from '../../siwx/server/verify.js'
