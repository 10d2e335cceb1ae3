import { referenceOf } from '@latchkey/wire/caip'
import {
  type Hex,
  parseBytes,
  parseGenesis,
  parseSignature,
  parseSignedPayload,
  parseSignerPayload,
  type SignedPayload,
  type SignerPayload,
} from '@latchkey/wire/rpc/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Account } from '../../core/connection/family.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { BaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { toPublicKey } from './accounts.js'
import type { RawMessage } from './provider.js'

/** An extension's bytes in the transaction, and bytes that are only signed. */
type Parts = { readonly extra?: Uint8Array; readonly additional?: Uint8Array }

const addsNothing = (): Parts => ({})
const addsTip = ({ tip }: SignerPayload): Parts => ({ extra: compact(BigInt(tip)) })
const addsEra = ({ era, blockHash }: SignerPayload): Parts => ({
  extra: toBytes(era),
  additional: toBytes(blockHash),
})

/** The signed extensions of Polkadot and most other networks, by their names in polkadot.js. */
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
  // The encoding of a fee in another asset depends on the chain.
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
/** Longer payloads are hashed before they are signed. */
const maxSignedBytes = 256

/**
 * The signed bytes of a transaction. Undefined for chains with unknown extensions, which need metadata.
 */
function payloadBytes(payload: SignerPayload): Uint8Array | undefined {
  const parts = payload.signedExtensions.map((name) =>
    Object.hasOwn(extensions, name) ? extensions[name]?.(payload) : undefined,
  )
  if (parts.includes(undefined)) return undefined
  const bytes = concatBytes(
    toBytes(payload.method),
    ...parts.map((part) => part?.extra ?? new Uint8Array()),
    ...parts.map((part) => part?.additional ?? new Uint8Array()),
  )
  return bytes.length > maxSignedBytes ? blake2b(bytes, { dkLen: 32 }) : bytes
}

function toBytes(hex: string): Uint8Array {
  return hexToBytes(hex.slice(2))
}

/** SCALE's compact encoding: the two lowest bits give the length. */
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

/** Signs a text and verifies that the account did. */
export function signText(
  connection: BaseConnection,
  parameters: {
    readonly text: string
    readonly account: Account
    readonly signal?: AbortSignal | undefined
  },
): Promise<Hex> {
  return signBytes(connection, { ...parameters, bytes: utf8ToBytes(parameters.text) })
}

/** The same for the site's `signRaw`. */
export async function signRaw(
  connection: BaseConnection,
  { address, data, type }: RawMessage,
): Promise<Hex> {
  // Wallets sign payloads unwrapped, so a payload could be a transaction.
  if (typeof data !== 'string' || type === 'payload') throw new InvalidRequestError('parameters')
  const hex = parseBytes(data)
  const bytes = hex ? hexToBytes(hex.slice(2)) : utf8ToBytes(data)
  return signBytes(connection, { bytes, account: accountFor(connection, address) })
}

/**
 * Signs a transaction of the active network and verifies the signature. Not verified, because only the
 * chain can: chains with unknown extensions, and transactions the wallet has changed.
 */
export async function signPayload(
  connection: BaseConnection,
  given: unknown,
): Promise<SignedPayload> {
  const payload = readPayload(given)
  const { networkId } = connection.state()
  if (parseGenesis(payload.genesisHash) !== referenceOf(networkId)) {
    throw new InvalidRequestError('network')
  }
  const account = accountFor(connection, payload.address)
  const { address } = account
  const { checkSigner } = await loadSignatures()
  const response = await connection.request({
    method: 'polkadot_signTransaction',
    params: { address, transactionPayload: { ...payload, address } },
    timeout: limits.walletDecisionWait,
    parse: parseSignedPayload,
  })
  const bytes = response.signedTransaction ? undefined : payloadBytes(payload)
  if (bytes) await checkSigner({ messages: [bytes], signature: response.signature, account })
  return response
}

async function signBytes(
  connection: BaseConnection,
  {
    bytes,
    account,
    signal,
  }: {
    readonly bytes: Uint8Array
    readonly account: Account
    readonly signal?: AbortSignal | undefined
  },
): Promise<Hex> {
  const { checkSigner, toSignedForms } = await loadSignatures()
  const signature = await connection.request({
    method: 'polkadot_signMessage',
    params: { address: account.address, message: writeMessage(bytes) },
    timeout: limits.walletDecisionWait,
    signal,
    parse: parseSignature,
  })
  await checkSigner({ messages: toSignedForms(bytes), signature, account })
  return signature
}

/** Load the usual curve first: if that fails, the user has not signed in vain. */
async function loadSignatures() {
  const signatures = await lazyImport(import('./signatures.js'))
  await signatures.loadUsualScheme()
  return signatures
}

/** The account with that address, whatever its prefix. */
function accountFor(connection: BaseConnection, address: unknown): Account {
  const publicKey = typeof address === 'string' ? toPublicKey(address) : undefined
  const own = connection.state().accounts.find((account) => account.publicKey === publicKey)
  if (!publicKey || !own) throw new InvalidRequestError('account')
  return own
}

function readPayload(given: unknown) {
  let payload: ReturnType<typeof parseSignerPayload>
  try {
    payload = parseSignerPayload(given)
  } catch (cause) {
    throw new InvalidRequestError('parameters', { cause })
  }
  if (!payload) throw new InvalidRequestError('parameters')
  return payload
}

/** As text if wallets read it back as the same text, otherwise in hex. */
function writeMessage(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('0x')) return text
  } catch {
    // Not valid UTF-8.
  }
  return `0x${bytesToHex(bytes)}`
}
