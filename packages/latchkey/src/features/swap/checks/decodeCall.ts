import type { Hex } from '@latchkey/wire/rpc/hex'

/** The types of the contracts' arguments: an array of types is a tuple. */
type AbiType = 'address' | 'uint' | 'bool' | 'bytes' | { readonly list: AbiType } | Tuple
export type Tuple = readonly AbiType[]

/** Addresses and bytes as lowercase hex; lists and tuples as arrays. */
export type AbiValue = Hex | bigint | boolean | readonly AbiValue[]

const wordDigits = 64
const addressDigits = 40

/** The encoding is not the canonical one: contracts may read it differently than we do. */
class DecodingError extends Error {}

/**
 * The arguments of a call (Contract ABI specification). Undefined unless the data is exactly what an
 * encoder writes for them: offsets in order without gaps, clean padding, at most `tail` bytes behind it.
 */
export function decodeArguments(
  data: Hex,
  types: Tuple,
  tail: readonly number[] = [0],
): readonly AbiValue[] | undefined {
  const digits = data.slice('0x12345678'.length).toLowerCase()
  try {
    const [values, end] = readTuple(digits, types, 0)
    return tail.includes((digits.length - end) / 2) ? values : undefined
  } catch (error) {
    if (error instanceof DecodingError) return undefined
    throw error
  }
}

/** A value and the position after it. */
type Read<value> = readonly [value: value, end: number]

function readTuple(digits: string, types: Tuple, start: number): Read<readonly AbiValue[]> {
  let head = start
  let tail = start + sizeOf(types)
  const values = types.map((type) => {
    if (isDynamic(type)) {
      assert(readWord(digits, head) * 2n === BigInt(tail - start))
      head += wordDigits
      const [value, end] = readDynamic(digits, type, tail)
      tail = end
      return value
    }
    const [value, end] = readStatic(digits, type, head)
    head = end
    return value
  })
  return [values, tail]
}

function readDynamic(digits: string, type: AbiType, start: number): Read<AbiValue> {
  if (Array.isArray(type)) return readTuple(digits, type, start)
  const length = readLength(digits, start)
  const content = start + wordDigits
  if (typeof type === 'object') {
    const { list } = type as { readonly list: AbiType }
    return readTuple(digits, Array<AbiType>(length).fill(list), content)
  }
  const used = content + length * 2
  const end = content + Math.ceil((length * 2) / wordDigits) * wordDigits
  assert(end <= digits.length && /^0*$/.test(digits.slice(used, end)))
  return [`0x${digits.slice(content, used)}`, end]
}

function readStatic(digits: string, type: AbiType, start: number): Read<AbiValue> {
  if (Array.isArray(type)) return readTuple(digits, type, start)
  const end = start + wordDigits
  const word = readWord(digits, start)
  if (type === 'uint') return [word, end]
  if (type === 'bool') {
    assert(word <= 1n)
    return [word === 1n, end]
  }
  assert(word >> 160n === 0n)
  return [`0x${digits.slice(end - addressDigits, end)}`, end]
}

/** No list or text can have more items than the data has bytes. */
function readLength(digits: string, at: number): number {
  const length = readWord(digits, at)
  assert(length <= BigInt(digits.length / 2))
  return Number.parseInt(length.toString(), 10)
}

function readWord(digits: string, at: number): bigint {
  const word = digits.slice(at, at + wordDigits)
  assert(word.length === wordDigits)
  return BigInt(`0x${word}`)
}

function isDynamic(type: AbiType): boolean {
  if (Array.isArray(type)) return type.some(isDynamic)
  return type === 'bytes' || typeof type === 'object'
}

/** Digits of a type's part of the head. */
function sizeOf(type: AbiType | Tuple): number {
  if (!Array.isArray(type)) return wordDigits
  return type.reduce((sum, one) => sum + (isDynamic(one) ? wordDigits : sizeOf(one)), 0)
}

function assert(condition: boolean): asserts condition {
  if (!condition) throw new DecodingError()
}
