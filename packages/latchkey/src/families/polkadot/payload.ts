import type { SignerPayload } from '@latchkey/wire/rpc/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** What an extension adds to a transaction, and what it only has signed along. */
type Parts = { readonly extra?: Uint8Array; readonly additional?: Uint8Array }

const addsNothing = (): Parts => ({})
const addsTip = ({ tip }: SignerPayload): Parts => ({ extra: compact(BigInt(tip)) })
const addsEra = ({ era, blockHash }: SignerPayload): Parts => ({
  extra: toBytes(era),
  additional: toBytes(blockHash),
})

/** The extensions that Polkadot, its relatives and most others have, by the names polkadot.js lists. */
const extensions: Readonly<Record<string, (payload: SignerPayload) => Parts | undefined>> = {
  CheckNonZeroSender: addsNothing,
  CheckWeight: addsNothing,
  StorageWeightReclaim: addsNothing,
  WeightReclaim: addsNothing,
  PrevalidateAttests: addsNothing,
  CheckEra: addsEra,
  CheckMortality: addsEra,
  CheckGenesis: ({ genesisHash }) => ({ additional: toBytes(genesisHash) }),
  CheckNonce: ({ nonce }) => ({ extra: compact(BigInt(nonce)) }),
  CheckSpecVersion: ({ specVersion }) => ({ additional: littleEndian(BigInt(specVersion), 4) }),
  CheckTxVersion: ({ transactionVersion }) => ({
    additional: littleEndian(BigInt(transactionVersion), 4),
  }),
  ChargeTransactionPayment: addsTip,
  // How a fee in another asset is written depends on the chain.
  ChargeAssetTxPayment: ({ assetId, tip }) =>
    assetId === undefined || assetId === null
      ? { extra: concatBytes(compact(BigInt(tip)), absent) }
      : undefined,
  CheckMetadataHash: ({ mode = 0, metadataHash }) => ({
    extra: Uint8Array.of(mode),
    additional: metadataHash ? concatBytes(present, toBytes(metadataHash)) : absent,
  }),
}

const absent = Uint8Array.of(0)
const present = Uint8Array.of(1)
/** Anything longer is signed by its hash. */
const longestSigned = 256

/**
 * The bytes that are signed of a transaction. Undefined for chains with extensions of their own, about
 * which only the chain's metadata tells.
 */
export function payloadBytes(payload: SignerPayload): Uint8Array | undefined {
  const parts = payload.signedExtensions.map((name) =>
    Object.hasOwn(extensions, name) ? extensions[name]?.(payload) : undefined,
  )
  if (parts.includes(undefined)) return undefined
  const bytes = concatBytes(
    toBytes(payload.method),
    ...parts.map((part) => part?.extra ?? new Uint8Array()),
    ...parts.map((part) => part?.additional ?? new Uint8Array()),
  )
  return bytes.length > longestSigned ? blake2b(bytes, { dkLen: 32 }) : bytes
}

function toBytes(hex: string): Uint8Array {
  return hexToBytes(hex.slice(2))
}

/** SCALE's compact form: the two lowest bits tell how many bytes there are. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

function littleEndian(value: bigint, length: number): Uint8Array {
  const digits = BigInt.asUintN(8 * length, value).toString(16)
  return hexToBytes(digits.padStart(2 * length, '0')).reverse()
}
