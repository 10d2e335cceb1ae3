import { isRecord } from '@latchkey/wire/json'
import { base64, hex } from '@scure/base'
import { RpcError } from '../chain/rpcError.js'

export type DirectDocument = {
  readonly chainId: string
  readonly accountNumber: bigint
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
}

/** Wire format: bytes in base64 or hex, numbers as text. */
export function readDirect(value: unknown): DirectDocument {
  if (!isRecord(value)) throw RpcError.invalidParams('There is no document.')
  const { chainId, accountNumber, bodyBytes, authInfoBytes } = value
  if (typeof chainId !== 'string' || !/^\d{1,20}$/.test(String(accountNumber))) {
    throw RpcError.invalidParams('The document names no chain or account.')
  }
  return {
    chainId,
    accountNumber: BigInt(String(accountNumber)),
    bodyBytes: readBytes(bodyBytes),
    authInfoBytes: readBytes(authInfoBytes),
  }
}

function readBytes(value: unknown): Uint8Array {
  try {
    const text = String(value)
    return /^(?:0a|12)(?:[0-9a-f]{2})*$/.test(text) ? hex.decode(text) : base64.decode(text)
  } catch (cause) {
    throw RpcError.invalidParams(`Bytes are missing: ${String(cause)}`)
  }
}

/** The protocol buffer that is signed. */
export function directBytes(document: DirectDocument): Uint8Array {
  const { bodyBytes, authInfoBytes, chainId, accountNumber } = document
  const chain = new TextEncoder().encode(chainId)
  return Uint8Array.from([
    ...[bodyBytes, authInfoBytes, chain].flatMap((bytes, index) =>
      bytes.length === 0 ? [] : [((index + 1) << 3) | 2, ...varint(BigInt(bytes.length)), ...bytes],
    ),
    ...(accountNumber === 0n ? [] : [4 << 3, ...varint(accountNumber)]),
  ])
}

function varint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...varint(value >> 7n)]
}

/** The sorted JSON of the older sign mode. */
export function aminoBytes(document: unknown): Uint8Array {
  const escapes: Readonly<Record<string, string>> = {
    '&': '\\u0026',
    '<': '\\u003c',
    '>': '\\u003e',
  }
  const text = JSON.stringify(sorted(document)).replace(/[&<>]/g, (one) => escapes[one] ?? one)
  return new TextEncoder().encode(text)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}

/** The text of a document that is a message (ADR-36); undefined for a transaction. */
export function messageOf(document: Record<string, unknown>): string | undefined {
  const [message] = Array.isArray(document.msgs) ? document.msgs : []
  if (document.chain_id !== '' || !isRecord(message) || message.type !== 'sign/MsgSignData') {
    return undefined
  }
  const data = isRecord(message.value) ? message.value.data : undefined
  return new TextDecoder().decode(base64.decode(String(data)))
}

/** The document for a message, as Keplr makes it. */
export function messageDocument(signer: unknown, data: unknown): Record<string, unknown> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array)
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytes) } }],
    memo: '',
  }
}
