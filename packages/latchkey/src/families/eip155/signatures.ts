import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import type { Endpoints } from '../shared/nodes.js'
import { recoverPublicKey } from '../shared/recoverPublicKey.js'
import { isRevert, requestNode } from './nodes.js'

/** The suffix of a signature by an account that may not be deployed yet (ERC-6492). */
const suffix = '6492'.repeat(16)
const wordLength = 64
/** The most bytes of init code (EIP-3860). */
const maxProgramLength = 49_152

function isErc6492Signature(signature: Hex): boolean {
  return signature.endsWith(suffix)
}

/**
 * Init code that deploys the account, calls it and returns the result. Run by `eth_call`, it changes
 * nothing on the chain. Undefined for a malformed or too long wrapper.
 */
function createErc6492Program(
  signature: Hex,
  encodeCheck: (inner: Hex) => Hex,
  account: Hex,
): Hex | undefined {
  const wrapped = unwrap(signature)
  if (!wrapped) return undefined
  const { factory, deployment } = wrapped
  const check = encodeCheck(`0x${wrapped.signature}`).slice(2)
  const code = (offset: number, failure: number) =>
    [
      copy(deployment.length / 2, offset),
      // call(gas, factory, 0, 0, size, 0, 0): fails when the account is deployed already.
      `6000600063${size(deployment.length / 2)}6000600073${factory}5af150`,
      copy(check.length / 2, offset + deployment.length / 2),
      // staticcall(gas, account, 0, size, 0, 0)
      `6000600063${size(check.length / 2)}600073${account.slice(2)}5afa`,
      `15${pushOffset(failure)}57`,
      // Return its result.
      '3d600060003e3d6000f3',
      '5b60006000fd',
    ].join('')
  const length = code(0, 0).length / 2
  const program = `${code(length, length - 6)}${deployment}${check}`
  return program.length / 2 > maxProgramLength ? undefined : `0x${program}`
}

/** codecopy(0, offset, size) */
function copy(bytes: number, offset: number): string {
  return `63${size(bytes)}63${size(offset)}600039`
}

function pushOffset(offset: number): string {
  return `61${offset.toString(16).padStart(4, '0')}`
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

/** The bytes that the word at this index points to. */
function bytesAt(digits: string, index: number): string | undefined {
  const offset = numberAt(digits, index * wordLength)
  if (offset === undefined) return undefined
  const length = numberAt(digits, offset * 2)
  if (length === undefined) return undefined
  const start = offset * 2 + wordLength
  const bytes = digits.slice(start, start + length * 2)
  return bytes.length === length * 2 ? bytes : undefined
}

/** A word as a number; undefined when it is longer than any signature. */
function numberAt(digits: string, start: number): number | undefined {
  const word = digits.slice(start, start + wordLength)
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined
}

export { hashMessage, hashTypedData, parseTypedData } from './typedData.js'

/** Reads the contract of an account; undefined when the site has no node for its network. */
type ContractSource = {
  readonly network: Network | undefined
  readonly endpoints: Endpoints
  readonly signal: AbortSignal
}

export function createContractReader({ endpoints, network, signal }: ContractSource) {
  return (
    network &&
    ((method: string, params: readonly unknown[]) =>
      requestNode({ endpoints, network, method, params, parse: parseData, signal }))
  )
}

/**
 * Throws when the account did not sign. If no node responds, a signature that only a deployed contract
 * can verify is accepted: the site's server verifies it anyway.
 */
export async function checkSigner({
  network,
  endpoints,
  signal,
  ...signed
}: Omit<SignatureParameters, 'readChain'> & ContractSource): Promise<void> {
  const readChain = createContractReader({ endpoints, network, signal })
  const outcome = await verifySignature({ ...signed, readChain })
  signal.throwIfAborted()
  const isUnknown = outcome === 'unknown'
  if (outcome === 'invalid' || (isUnknown && isKeyLength(signed.signature))) {
    throw new WrongSignerError()
  }
  if (isUnknown && isErc6492Signature(signed.signature)) throw new NodeError()
}

type SignatureParameters = {
  readonly hash: Uint8Array
  readonly signature: Hex
  readonly address: Hex
  /** Reads the account's chain. Rejects with a `NodeRpcError` when the call reverts. */
  readonly readChain: ((method: string, params: readonly unknown[]) => Promise<Hex>) | undefined
}

/**
 * Whether an account made a signature.
 *
 * - A key's signature (65 bytes, or 64 in the compact form) must recover to the account.
 * - Anything else can only be valid for a contract account, so the contract is called (ERC-1271).
 * - For an account that may not be deployed yet (ERC-6492), the call deploys it in simulation.
 */
export async function verifySignature(
  parameters: SignatureParameters,
): Promise<'valid' | 'invalid' | 'unknown'> {
  const { hash, signature, address } = parameters
  const isByOwnKey =
    isKeyLength(signature) &&
    recoverSigner(hash, hexToBytes(signature.slice(2))) === address.toLowerCase()
  return isByOwnKey ? 'valid' : verifyByContract(parameters)
}

function isKeyLength(signature: Hex): boolean {
  return signature.length === 132 || signature.length === 130
}

/** The address that signed; undefined for malformed bytes. */
export function recoverSigner(hash: Uint8Array, signature: Uint8Array): Hex | undefined {
  const numbers = signature.slice(0, 64)
  const s = numbers[32] ?? 0
  const v = signature[64] ?? 27 + (s >> 7)
  // The compact form keeps the recovery bit in the top bit of s.
  if (signature.length === 64) numbers[32] = s & 0x7f
  try {
    const recoveryBit = v >= 27 ? v - 27 : v
    const key = recoverPublicKey(numbers, { recoveryBit, digest: hash, isCompressed: false })
    return `0x${bytesToHex(keccak_256(key.slice(1)).slice(12))}`
  } catch {
    // Numbers outside the curve, or the high-S form.
    return undefined
  }
}

/** Selector of `isValidSignature(bytes32,bytes)`, and its result for a valid signature. */
const validSignature = '1626ba7e'

async function verifyByContract({
  hash,
  signature,
  address,
  readChain,
}: SignatureParameters): Promise<'valid' | 'invalid' | 'unknown'> {
  if (!readChain) return 'unknown'
  try {
    const call = isErc6492Signature(signature)
      ? { data: createErc6492Program(signature, (inner) => encodeCheck(hash, inner), address) }
      : { to: address, data: encodeCheck(hash, signature) }
    if (!call.data) return 'invalid'
    if ('to' in call && (await readChain('eth_getCode', [address, 'latest'])) === '0x')
      return 'invalid'
    const result = await readChain('eth_call', [call, 'latest'])
    return result.startsWith(`0x${validSignature}`) ? 'valid' : 'invalid'
  } catch (error) {
    return isRevert(error) ? 'invalid' : 'unknown'
  }
}

function encodeCheck(hash: Uint8Array, signature: Hex): Hex {
  const digits = signature.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return `0x${validSignature}${bytesToHex(hash)}${word(64)}${word(digits.length / 2)}${padded}`
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}
