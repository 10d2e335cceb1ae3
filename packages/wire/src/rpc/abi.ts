import type { Hex } from './hex.js'

/**
 * Values as contracts encode them: words (`address`, `bool`, `uint256`, `bytes4`, …), `bytes`, lists and structs.
 * Like in viem, integers up to 48 bits are numbers, larger ones are bigints.
 */
export type AbiType = string | AbiList | AbiStruct
export type AbiList = { readonly list: AbiType }
export type AbiStruct = {
  readonly name: string
  readonly fields: Readonly<Record<string, AbiType>>
}

const wordDigits = 64
const wordBytes = 32

/** Throws a `TypeError` for a value that does not match its type. */
export function encodeAbi(types: readonly AbiType[], values: readonly unknown[]): Hex {
  return `0x${encodeTuple(types, values)}`
}

/** Undefined unless the data is exactly what `encodeAbi` returns for its values. */
export function decodeAbi(types: readonly AbiType[], data: Hex): readonly unknown[] | undefined {
  const digits = data.slice(2).toLowerCase()
  const reader = createReader(digits)
  try {
    const values = decodeTuple(types, reader, 0)
    return encodeTuple(types, values) === digits ? values : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** One word, left-aligned for `bytesN` and right-aligned for all others. */
export function encodeWord(type: string, value: unknown): string {
  const fixed = /^bytes(\d+)$/.exec(type)
  if (fixed) return parseDigits(value, 2 * Number(fixed[1]), type).padEnd(wordDigits, '0')
  if (type === 'address') return parseDigits(value, 40, type).padStart(wordDigits, '0')
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw mismatch(type)
    return (value ? '1' : '0').padStart(wordDigits, '0')
  }
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
  const number = isInteger ? BigInt(value as bigint | number) : -1n
  if (number < 0n || number >= 2n ** BigInt(bitsOf(type))) throw mismatch(type)
  return number.toString(16).padStart(wordDigits, '0')
}

function encodeTuple(types: readonly AbiType[], values: readonly unknown[]): string {
  if (types.length !== values.length) throw mismatch('a list of arguments')
  const parts = types.map((type, i) => ({ type, text: encodeValue(type, values[i]) }))
  const headBytes = types.reduce<number>((sum, type) => sum + headSize(type), 0)
  let [heads, tails] = ['', '']
  for (const { type, text } of parts) {
    heads += isDynamic(type) ? encodeWord('uint256', headBytes + tails.length / 2) : text
    tails += isDynamic(type) ? text : ''
  }
  return heads + tails
}

function encodeValue(type: AbiType, value: unknown): string {
  if (typeof type === 'string') {
    if (type !== 'bytes') return encodeWord(type, value)
    const digits = parseDigits(value, undefined, type)
    const padded = digits.padEnd(Math.ceil(digits.length / wordDigits) * wordDigits, '0')
    return encodeWord('uint256', digits.length / 2) + padded
  }
  if (isList(type)) {
    if (!Array.isArray(value)) throw mismatch('a list')
    const items = encodeTuple(Array(value.length).fill(type.list), value)
    return encodeWord('uint256', value.length) + items
  }
  if (typeof value !== 'object' || value === null) throw mismatch(type.name)
  const record = value as Readonly<Record<string, unknown>>
  return encodeTuple(
    Object.values(type.fields),
    Object.keys(type.fields).map((name) => record[name]),
  )
}

type Reader = {
  /** The digits of a word. */
  word(at: number): string
  bytes(at: number, length: number): string
  /** Throws unless there are as many bytes. */
  assertBytes(at: number, length: number): void
}

/** Reads everything at most once on average, because hostile offsets could repeat it endlessly. */
function createReader(digits: string): Reader {
  let [words, bytes] = [0, 0]
  const slice = (at: number, bytes: number) => {
    const found = digits.slice(2 * at, 2 * (at + bytes))
    if (found.length !== 2 * bytes) throw mismatch('enough data')
    return found
  }
  return {
    word(at) {
      words += 1
      if (words > digits.length / wordDigits) throw mismatch('a regular encoding')
      return slice(at, wordBytes)
    },
    bytes(at, length) {
      bytes += length
      if (bytes > digits.length / 2) throw mismatch('a regular encoding')
      return slice(at, length)
    },
    assertBytes: slice,
  }
}

function decodeTuple(types: readonly AbiType[], reader: Reader, base: number): unknown[] {
  let at = base
  return types.map((type) => {
    const start = isDynamic(type) ? base + readSize(reader, at) : at
    at += headSize(type)
    return decodeValue(type, reader, start)
  })
}

function decodeValue(type: AbiType, reader: Reader, at: number): unknown {
  if (typeof type === 'string') {
    if (type !== 'bytes') return decodeWord(type, reader.word(at))
    return `0x${reader.bytes(at + wordBytes, readSize(reader, at))}`
  }
  if (isList(type)) {
    const length = readSize(reader, at)
    // Each item takes at least a word, so this ends a list that is too long before it is built.
    reader.assertBytes(at + wordBytes, length * wordBytes)
    return decodeTuple(Array(length).fill(type.list), reader, at + wordBytes)
  }
  const values = decodeTuple(Object.values(type.fields), reader, at)
  return Object.fromEntries(Object.keys(type.fields).map((name, i) => [name, values[i]]))
}

function decodeWord(type: string, word: string): unknown {
  const fixed = /^bytes(\d+)$/.exec(type)
  if (fixed) return `0x${word.slice(0, 2 * Number(fixed[1]))}`
  if (type === 'address') return `0x${word.slice(24)}`
  const number = BigInt(`0x${word}`)
  if (type === 'bool') return number === 1n
  return bitsOf(type) <= 48 ? Number(number) : number
}

function readSize(reader: Reader, at: number): number {
  const size = BigInt(`0x${reader.word(at)}`)
  if (size > 0xffff_ffffn) throw mismatch('a small offset or length')
  return Number(size)
}

function headSize(type: AbiType): number {
  if (typeof type === 'string' || isDynamic(type)) return wordBytes
  const fields = isList(type) ? [] : Object.values(type.fields)
  return fields.reduce<number>((sum, field) => sum + headSize(field), 0)
}

function isDynamic(type: AbiType): boolean {
  if (typeof type === 'string') return type === 'bytes'
  return isList(type) || Object.values(type.fields).some(isDynamic)
}

export function isList(type: AbiType): type is AbiList {
  return typeof type === 'object' && 'list' in type
}

function bitsOf(type: string): number {
  const bits = /^uint(\d+)$/.exec(type)?.[1]
  if (bits === undefined) throw mismatch('a supported type')
  return Number(bits)
}

function parseDigits(value: unknown, length: number | undefined, type: string): string {
  const digits = typeof value === 'string' && /^0x((?:[0-9a-f]{2})*)$/i.exec(value)?.[1]
  if (typeof digits !== 'string' || (length !== undefined && digits.length !== length)) {
    throw mismatch(type)
  }
  return digits.toLowerCase()
}

function mismatch(expected: string): TypeError {
  return new TypeError(`The value is not ${expected}.`)
}
