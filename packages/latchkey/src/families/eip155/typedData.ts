import { type Hex, parseAddress, parseData } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The digest of `personal_sign` (EIP-191, version 0x45). */
export function hashMessage(message: Hex): Uint8Array {
  const bytes = toBytes(message)
  return keccak_256(
    concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes),
  )
}

type Field = { readonly name: string; readonly type: string }
type Types = Readonly<Record<string, readonly Field[]>>

/** Typed data as wallets expect it, created by `parseTypedData`. */
export type TypedData = {
  readonly types: Types
  readonly primaryType: string
  readonly domain: unknown
  readonly message: unknown
}

const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Parses a site's EIP-712 data: text or an object. A missing domain type is derived from the domain,
 * because wallets handle a missing one differently. Throws for malformed data.
 */
export function parseTypedData(value: unknown): TypedData {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item))
  const { types, primaryType, domain = {}, message } = record(JSON.parse(text))
  const parsed: Record<string, readonly Field[]> = Object.create(null)
  for (const [name, fields] of Object.entries(record(types))) parsed[name] = parseFields(fields)
  parsed.EIP712Domain ??= domainFields.filter(({ name }) => Object.hasOwn(record(domain), name))
  if (typeof primaryType !== 'string' || !parsed[primaryType]) throw typeMismatch('primaryType')
  return { types: parsed, primaryType, domain, message }
}

/** The digest of `eth_signTypedData_v4` (EIP-712). Throws for values that do not match their type. */
export function hashTypedData({ types, primaryType, domain, message }: TypedData): Uint8Array {
  const domainHash = hashStruct(types, 'EIP712Domain', domain)
  const parts = [Uint8Array.of(0x19, 0x01), domainHash]
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(types, primaryType, message))
  return keccak_256(concatBytes(...parts))
}

function hashStruct(types: Types, name: string, value: unknown): Uint8Array {
  const struct = record(value)
  const fields = (types[name] ?? []).map((field) => {
    const given = Object.hasOwn(struct, field.name) ? struct[field.name] : undefined
    return encodeField(types, field.type, given)
  })
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(encodeType(types, name))), ...fields))
}

/**
 * `Mail(Person from,Person to)Person(…)`: the type, then the types it refers to in alphabetical order.
 */
function encodeType(types: Types, name: string): string {
  const mentioned = new Set<string>()
  const collect = (type: string) => {
    if (mentioned.has(type) || !types[type]) return
    mentioned.add(type)
    for (const field of types[type]) collect(elementType(field.type))
  }
  collect(name)
  mentioned.delete(name)
  return [name, ...[...mentioned].sort()].map((type) => describe(types, type)).join('')
}

function describe(types: Types, name: string): string {
  return `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`
}

function elementType(type: string): string {
  return type.replace(/(\[\d*\])+$/, '')
}

const arrayPattern = /^(.*)\[(\d*)\]$/

function encodeField(types: Types, type: string, value: unknown): Uint8Array {
  const array = arrayPattern.exec(type)
  if (array) {
    const [, element = '', length] = array
    if (!Array.isArray(value) || (length && BigInt(length) !== BigInt(value.length))) {
      throw typeMismatch(type)
    }
    return keccak_256(concatBytes(...value.map((item) => encodeField(types, element, item))))
  }
  if (types[type]) {
    // As in version 4 of the wallet method: a missing struct is zero.
    return value === null || value === undefined
      ? new Uint8Array(32)
      : hashStruct(types, type, value)
  }
  return encodeAtom(type, value)
}

function encodeAtom(type: string, value: unknown): Uint8Array {
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(value))
  if (type === 'bool' && typeof value === 'boolean') return word(value ? 1n : 0n)
  if (type === 'address') {
    const address = parseAddress(value)
    if (address) return word(BigInt(address))
  }
  if (type === 'bytes') {
    const data = parseData(value)
    if (data) return keccak_256(toBytes(data))
  }
  const [, kind, size] = /^(bytes|u?int)(\d*)$/.exec(type) ?? []
  if (kind === 'bytes') return encodeFixedBytes(type, BigInt(size || '0'), value)
  if (kind !== undefined) return encodeInteger(type, kind === 'int', BigInt(size || '256'), value)
  throw typeMismatch(type)
}

function encodeFixedBytes(type: string, size: bigint, value: unknown): Uint8Array {
  const data = parseData(value)
  if (size < 1n || size > 32n || !data) throw typeMismatch(type)
  const bytes = toBytes(data)
  if (BigInt(bytes.length) !== size) throw typeMismatch(type)
  const padded = new Uint8Array(32)
  padded.set(bytes)
  return padded
}

function encodeInteger(type: string, signed: boolean, bits: bigint, value: unknown): Uint8Array {
  if (bits < 8n || bits > 256n || bits % 8n !== 0n) throw typeMismatch(type)
  const integer = parseInteger(value)
  const limit = 2n ** (signed ? bits - 1n : bits)
  if (integer === undefined || integer >= limit || integer < (signed ? -limit : 0n)) {
    throw typeMismatch(type)
  }
  return word(BigInt.asUintN(256, integer))
}

/** Exact integers only: JSON has already rounded an unsafe number. */
function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)) return undefined
  return BigInt(value)
}

function parseFields(fields: unknown): readonly Field[] {
  if (!Array.isArray(fields)) throw typeMismatch('types')
  return fields.map((field) => {
    const { name, type } = record(field)
    if (typeof name !== 'string' || typeof type !== 'string') throw typeMismatch('types')
    return { name, type }
  })
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw typeMismatch('an object')
  return value as Record<string, unknown>
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function toBytes(data: Hex): Uint8Array {
  return hexToBytes(data.slice(2))
}

function typeMismatch(what: string): TypeError {
  return new TypeError(`Typed data does not fit ${what}`)
}
