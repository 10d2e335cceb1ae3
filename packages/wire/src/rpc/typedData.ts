import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type AbiStruct, type AbiType, encodeWord, isList } from './abi.js'
import type { Hex } from './hex.js'

type Typed = readonly [type: AbiStruct, value: object]

/** The EIP-712 hash of a message in its domain. */
export function hashTypedData(domain: Typed, message: Typed): Hex {
  return `0x${hash(`1901${hashStruct(...domain)}${hashStruct(...message)}`)}`
}

function hashStruct(type: AbiStruct, value: object): string {
  const record = value as Readonly<Record<string, unknown>>
  const fields = Object.entries(type.fields).map(([name, field]) => hashValue(field, record[name]))
  return hash(bytesToHex(keccak_256(utf8ToBytes(describeType(type)))) + fields.join(''))
}

function hashValue(type: AbiType, value: unknown): string {
  if (type === 'string') return bytesToHex(keccak_256(utf8ToBytes(String(value))))
  if (typeof type === 'string') return encodeWord(type, value)
  if (!isList(type)) return hashStruct(type, Object(value))
  return hash((value as readonly unknown[]).map((item) => hashValue(type.list, item)).join(''))
}

/** The type, then the types it uses in alphabetical order. */
function describeType(type: AbiStruct): string {
  const used = new Map<string, AbiStruct>()
  const collect = (found: AbiType) => {
    if (typeof found === 'string') return
    if (isList(found)) return collect(found.list)
    used.set(found.name, found)
    Object.values(found.fields).forEach(collect)
  }
  collect(type)
  used.delete(type.name)
  const others = [...used.keys()].sort().flatMap((name) => used.get(name) ?? [])
  return [type, ...others].map(describeFields).join('')
}

function describeFields({ name, fields }: AbiStruct): string {
  const nameOf = (type: AbiType): string => {
    if (typeof type === 'string') return type
    return isList(type) ? `${nameOf(type.list)}[]` : type.name
  }
  return `${name}(${Object.entries(fields).map(([field, type]) => `${nameOf(type)} ${field}`)})`
}

function hash(digits: string): string {
  return bytesToHex(keccak_256(hexToBytes(digits)))
}
