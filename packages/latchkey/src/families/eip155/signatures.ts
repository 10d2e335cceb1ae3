import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import type { Endpoints } from '../shared/nodes.js'
import { isRevert, requestNode } from './nodes.js'

/** How a signature by an account that may be yet to be deployed ends (ERC-6492). */
const suffix = '6492'.repeat(16)
const wordLength = 64
/** Bytes of code that one call may create with (EIP-3860). */
const maxProgramLength = 49_152

function isErc6492Signature(signature: Hex): boolean {
  return signature.endsWith(suffix)
}

/**
 * A program that brings the account into being, asks it and hands on its answer: run as a call that
 * creates nothing, it leaves no trace on the chain. Undefined for a wrapping that holds nothing, or
 * too much.
 */
function createErc6492Program(
  signature: Hex,
  question: (inner: Hex) => Hex,
  account: Hex,
): Hex | undefined {
  const wrapped = unwrap(signature)
  if (!wrapped) return undefined
  const { factory, deployment } = wrapped
  const asked = question(`0x${wrapped.signature}`).slice(2)
  const code = (offset: number, failure: number) =>
    [
      copy(deployment.length / 2, offset),
      // call(gas, factory, 0, 0, size, 0, 0): an account that is there already makes it fail.
      `6000600063${size(deployment.length / 2)}6000600073${factory}5af150`,
      copy(asked.length / 2, offset + deployment.length / 2),
      // staticcall(gas, account, 0, size, 0, 0)
      `6000600063${size(asked.length / 2)}600073${account.slice(2)}5afa`,
      `15${jumpTo(failure)}57`,
      // Its answer is ours.
      '3d600060003e3d6000f3',
      '5b60006000fd',
    ].join('')
  const length = code(0, 0).length / 2
  const program = `${code(length, length - 6)}${deployment}${asked}`
  return program.length / 2 > maxProgramLength ? undefined : `0x${program}`
}

/** codecopy(0, offset, size) */
function copy(bytes: number, offset: number): string {
  return `63${size(bytes)}63${size(offset)}600039`
}

function jumpTo(place: number): string {
  return `61${place.toString(16).padStart(4, '0')}`
}

function size(bytes: number): string {
  return bytes.toString(16).padStart(8, '0')
}

/** `(address factory, bytes deployment, bytes signature)`, in digits. */
function unwrap(signature: Hex) {
  const digits = signature.slice(2, -suffix.length)
  const factory = digits.slice(wordLength - 40, wordLength)
  const deployment = bytesAt(digits, 1)
  const inner = bytesAt(digits, 2)
  if (factory.length < 40 || deployment === undefined || inner === undefined) return undefined
  return { factory, deployment, signature: inner }
}

/** What the word at that place points to. */
function bytesAt(digits: string, place: number): string | undefined {
  const offset = numberAt(digits, place * wordLength)
  if (offset === undefined) return undefined
  const length = numberAt(digits, offset * 2)
  if (length === undefined) return undefined
  const start = offset * 2 + wordLength
  const bytes = digits.slice(start, start + length * 2)
  return bytes.length === length * 2 ? bytes : undefined
}

/** A word as a number; undefined for one that points beyond any signature. */
function numberAt(digits: string, start: number): number | undefined {
  const word = digits.slice(start, start + wordLength)
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined
}

export { hashMessage, hashTypedData, parseTypedData } from './signedHashes.js'

/**
 * Makes sure that a signature is by the account it was asked from. When no node can be asked, a signature
 * of a length that no key makes is let through: nothing contradicts it, and the site's server checks it.
 */
export async function checkSigner({
  network,
  endpoints,
  signal,
  ...signed
}: Omit<SignatureQuestion, 'ask'> & {
  /** Where a contract account lives; undefined when the site has no node there. */
  readonly network: Network | undefined
  readonly endpoints: Endpoints
  readonly signal: AbortSignal
}): Promise<void> {
  const ask =
    network &&
    ((method: string, params: readonly unknown[]) =>
      requestNode({ endpoints, network, method, params, parse: parseData, signal }))
  const verdict = await verifySignature({ ...signed, ask })
  signal.throwIfAborted()
  const isUnknown = verdict === 'unknown'
  if (verdict === 'invalid' || (isUnknown && isKeyLength(signed.signature))) {
    throw new WrongSignerError()
  }
  if (isUnknown && isErc6492Signature(signed.signature)) throw new NodeError()
}

type SignatureQuestion = {
  readonly hash: Uint8Array
  readonly signature: Hex
  readonly address: Hex
  /** Reads the account's chain. Rejects with a `NodeRpcError` where the chain itself refuses. */
  readonly ask: ((method: string, params: readonly unknown[]) => Promise<Hex>) | undefined
}

/**
 * Whether a signature is by an account.
 *
 * - A key's signature (65 bytes, or 64 in the compact form) must recover to the account.
 * - Anything else can only be valid for a contract account, so the contract is asked (ERC-1271).
 * - One by an account that may be yet to be deployed (ERC-6492) is tried out on a chain where it is.
 */
export async function verifySignature(
  question: SignatureQuestion,
): Promise<'valid' | 'invalid' | 'unknown'> {
  const { hash, signature, address } = question
  const isByOwnKey =
    isKeyLength(signature) &&
    recoverSigner(hash, hexToBytes(signature.slice(2))) === address.toLowerCase()
  return isByOwnKey ? 'valid' : askContract(question)
}

function isKeyLength(signature: Hex): boolean {
  return signature.length === 132 || signature.length === 130
}

/** The address behind a signature of 65 or 64 bytes; undefined when no key can have made it. */
function recoverSigner(hash: Uint8Array, signature: Uint8Array): Hex | undefined {
  const numbers = signature.slice(0, 64)
  const s = numbers[32] ?? 0
  const v = signature[64] ?? 27 + (s >> 7)
  // The compact form keeps the recovery bit in the top bit of s.
  if (signature.length === 64) numbers[32] = s & 0x7f
  try {
    const given = secp256k1.Signature.fromBytes(numbers, 'compact')
    // Its mirror image, which anybody can make from it, is not a second signature.
    if (given.hasHighS()) return undefined
    const key = given.addRecoveryBit(v >= 27 ? v - 27 : v).recoverPublicKey(hash)
    return `0x${bytesToHex(keccak_256(key.toBytes(false).slice(1)).slice(12))}`
  } catch {
    // Numbers outside the curve.
    return undefined
  }
}

/** `isValidSignature(bytes32,bytes)`, which is also what it answers when it agrees. */
const validSignature = '1626ba7e'

async function askContract({
  hash,
  signature,
  address,
  ask,
}: SignatureQuestion): Promise<'valid' | 'invalid' | 'unknown'> {
  if (!ask) return 'unknown'
  try {
    const call = isErc6492Signature(signature)
      ? { data: createErc6492Program(signature, (inner) => encodeQuestion(hash, inner), address) }
      : { to: address, data: encodeQuestion(hash, signature) }
    if (!call.data) return 'invalid'
    if ('to' in call && (await ask('eth_getCode', [address, 'latest'])) === '0x') return 'invalid'
    const answer = await ask('eth_call', [call, 'latest'])
    return answer.startsWith(`0x${validSignature}`) ? 'valid' : 'invalid'
  } catch (error) {
    return isRevert(error) ? 'invalid' : 'unknown'
  }
}

function encodeQuestion(hash: Uint8Array, signature: Hex): Hex {
  const digits = signature.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return `0x${validSignature}${bytesToHex(hash)}${word(64)}${word(digits.length / 2)}${padded}`
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}
