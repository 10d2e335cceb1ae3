import { base58 } from '@scure/base'
import { RpcError } from '../chain/rpcError.js'

/** The parts of a transaction that signing needs. Addresses are in base58. */
export type SolanaTransaction = {
  readonly bytes: Uint8Array
  readonly message: Uint8Array
  readonly signers: readonly string[]
  readonly instructions: readonly Instruction[]
}

export type Instruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

const maxBytes = 1_232

export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  if (bytes.length > maxBytes) throw RpcError.invalidParams('The transaction is too long.')
  const outer = cursor(bytes)
  outer.take(64 * outer.count())
  const message = bytes.slice(outer.at())
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
  const inner = cursor(message.subarray(isVersioned ? 1 : 0))
  const [signerCount = 0] = inner.take(3)
  const keys = Array.from({ length: inner.count() }, () => base58.encode(inner.take(32)))
  inner.take(32)
  const instructions = Array.from({ length: inner.count() }, () => {
    const [program = 0] = inner.take(1)
    const accounts = [...inner.take(inner.count())].map((index) => keys[index] ?? '')
    return { program: keys[program] ?? '', accounts, data: inner.take(inner.count()) }
  })
  if (signerCount === 0) throw RpcError.invalidParams('The transaction has no signer.')
  return { bytes, message, signers: keys.slice(0, signerCount), instructions }
}

export function withSignature(
  { bytes, message, signers }: SolanaTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array {
  const signed = Uint8Array.from(bytes)
  const start = bytes.length - message.length - 64 * signers.length
  signed.set(signature, start + 64 * signers.indexOf(signer))
  return signed
}

function cursor(bytes: Uint8Array) {
  let at = 0
  function take(length: number): Uint8Array {
    const part = bytes.slice(at, at + length)
    if (part.length < length) throw RpcError.invalidParams('The transaction is cut short.')
    at += length
    return part
  }
  return {
    take,
    at: () => at,
    count(): number {
      let value = 0
      for (const shift of [0, 7, 14]) {
        const [byte = 0] = take(1)
        value |= (byte & 0x7f) << shift
        if ((byte & 0x80) === 0) break
      }
      return value
    },
  }
}
