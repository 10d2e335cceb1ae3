import type { AminoDocument, DirectDocument } from '@latchkey/wire/rpc/cosmos'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { isEqualBytes } from '../shared/signatureChecks.js'
import type { DirectSignDoc } from './provider.js'

/** The signed bytes of an amino document: sorted JSON with three characters escaped. */
export function aminoBytes(document: AminoDocument): Uint8Array {
  const text = JSON.stringify(sorted(document))
    .replaceAll('&', '\\u0026')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
  return utf8ToBytes(text)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** The signed bytes of a direct document: protobuf without empty fields. */
export function directBytes({
  bodyBytes,
  authInfoBytes,
  chainId,
  accountNumber,
}: DirectSignDoc): Uint8Array {
  return concatBytes(
    bytesField(1, bodyBytes),
    bytesField(2, authInfoBytes),
    bytesField(3, utf8ToBytes(chainId)),
    accountNumber === 0n ? new Uint8Array() : concatBytes(varint(4n << 3n), varint(accountNumber)),
  )
}

function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes
  return concatBytes(varint((BigInt(number) << 3n) | 2n), varint(BigInt(bytes.length)), bytes)
}

function varint(value: bigint): Uint8Array {
  const digits: bigint[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) digits.push((rest & 0x7fn) | 0x80n)
  const words = BigUint64Array.of(...digits, rest)
  const bytes = new DataView(words.buffer)
  return Uint8Array.from(words, (_, index) => bytes.getUint8(index * 8))
}

/** Decodes a document from its JSON form into the form of cosmjs. */
export function decodeDocument(document: DirectDocument): DirectSignDoc {
  return {
    chainId: document.chainId,
    accountNumber: BigInt(document.accountNumber),
    bodyBytes: decodeMessage(document.bodyBytes),
    authInfoBytes: decodeMessage(document.authInfoBytes),
  }
}

/**
 * Body or auth info: base64 by convention, hex in some wallets. Both start with a bytes field, number 1
 * or 2; hex digits read as base64 cannot start a valid message.
 */
function decodeMessage(text: string): Uint8Array {
  return /^(?:0a|12)[0-9a-f]*$/i.test(text) ? hex.decode(text.toLowerCase()) : base64.decode(text)
}

/** Whether two documents do the same. The visitor may change fee and memo. */
export function isSameTransaction(one: DirectSignDoc, other: DirectSignDoc): boolean {
  return (
    one.chainId === other.chainId &&
    one.accountNumber === other.accountNumber &&
    isEqualBytes(messagesOf(one.bodyBytes), messagesOf(other.bodyBytes))
  )
}

/**
 * The messages of a transaction body: the content of all fields with number 1, concatenated. Empty when
 * the body is malformed.
 */
function messagesOf(body: Uint8Array): Uint8Array {
  const messages: Uint8Array[] = []
  let at = 0
  /** Exact for lengths; larger numbers are only skipped. */
  const readVarint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = body[at] ?? 0
      at += 1
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }
  while (at < body.length) {
    const tag = readVarint()
    const wireType = tag % 8
    if (wireType === 0) readVarint()
    else {
      const length = wireType === 2 ? readVarint() : fixedLengths[wireType]
      if (length === undefined || at + length > body.length) return new Uint8Array()
      if (tag === messageTag) messages.push(body.subarray(at, at + length))
      at += length
    }
  }
  return concatBytes(...messages)
}

/** Field number 1, of type bytes. */
const messageTag = 0x0a
const fixedLengths: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
