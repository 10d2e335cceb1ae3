import { hexToBytes, isHex } from 'viem'
import { RpcError } from '../chain/rpcError.js'

/** Bytes from hex with an even number of digits. */
export function bytesOf(value: unknown): Uint8Array {
  if (!isHex(value) || value.length % 2 !== 0) throw RpcError.invalidParams('Bytes are missing.')
  return hexToBytes(value)
}
