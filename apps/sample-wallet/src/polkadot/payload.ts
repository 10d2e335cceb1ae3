import { blake2b } from '@noble/hashes/blake2.js'
import { RpcError } from '../chain/rpcError.js'
import { bytesOf } from './hex.js'

/** What each signed extension adds after the call, and to the signed-only part. */
const extensions: Readonly<
  Record<string, (payload: Record<string, unknown>) => readonly [Uint8Array, Uint8Array]>
> = {
  CheckNonZeroSender: () => [none, none],
  CheckWeight: () => [none, none],
  CheckSpecVersion: ({ specVersion }) => [none, u32(specVersion)],
  CheckTxVersion: ({ transactionVersion }) => [none, u32(transactionVersion)],
  CheckGenesis: ({ genesisHash }) => [none, bytesOf(genesisHash)],
  CheckMortality: ({ era, blockHash }) => [bytesOf(era), bytesOf(blockHash)],
  CheckNonce: ({ nonce }) => [compact(nonce), none],
  ChargeTransactionPayment: ({ tip }) => [compact(tip), none],
  CheckMetadataHash: ({ mode, metadataHash }) => [
    Uint8Array.of(Number(mode ?? 0)),
    metadataHash ? Uint8Array.of(1, ...bytesOf(metadataHash)) : Uint8Array.of(0),
  ],
}

/** The signing payload of a transaction, for chains with the usual signed extensions. */
export function payloadBytes(payload: Record<string, unknown>): Uint8Array {
  const names = Array.isArray(payload.signedExtensions) ? payload.signedExtensions : []
  const parts = names.map((name) => {
    const parts = typeof name === 'string' ? extensions[name] : undefined
    if (!parts) throw RpcError.invalidParams(`The extension ${String(name)} is not known.`)
    return parts(payload)
  })
  const bytes = joined(
    bytesOf(payload.method),
    ...parts.map(([extra]) => extra),
    ...parts.map(([, additional]) => additional),
  )
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

const none = new Uint8Array()

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function u32(value: unknown): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, Number(BigInt(String(value))), true)
  return bytes
}

/** SCALE's compact form. */
function compact(value: unknown): Uint8Array {
  const number = BigInt(String(value))
  if (number < 1n << 6n) return littleEndian(number << 2n, 1)
  if (number < 1n << 14n) return littleEndian((number << 2n) | 1n, 2)
  if (number < 1n << 30n) return littleEndian((number << 2n) | 2n, 4)
  const length = Math.ceil(number.toString(16).length / 2)
  return joined(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(number, length))
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}
