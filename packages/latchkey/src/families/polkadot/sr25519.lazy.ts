import { Point } from '@noble/ed25519'
import { keccakP } from '@noble/hashes/sha3.js'
import { u32, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Verifies signatures of schnorrkel (Sr25519): Schnorr signatures on ristretto255 (RFC 9496), whose challenge
 * comes from a Merlin transcript. Verifies only, so everything here is public and need not be constant-time.
 */
export function verifySr25519(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const marker = signature[63] ?? 0
  if (signature.length !== 64 || publicKey.length !== 32 || marker < 0x80) return false
  const encodedR = signature.subarray(0, 32)
  const numbers = signature.slice(32)
  numbers[31] = marker & 0x7f
  const s = toNumber(numbers)
  const key = decodePoint(publicKey)
  const R = decodePoint(encodedR)
  // Any message has a signature by the identity.
  if (!key || !R || key.is0() || s >= order) return false

  const transcript = createTranscript('SigningContext')
  transcript.append('', utf8ToBytes('substrate'))
  transcript.append('sign-bytes', message)
  transcript.append('proto-name', utf8ToBytes('Schnorr-sig'))
  transcript.append('sign:pk', publicKey)
  transcript.append('sign:R', encodedR)
  const challenge = toNumber(transcript.challenge('sign:c')) % order
  const expected = Point.BASE.multiply(s, false).subtract(key.multiply(challenge, false))
  return isSamePoint(expected, R)
}

const { p: prime, n: order, d } = Point.CURVE()
const sqrtMinusOne = power(2n, (prime - 1n) / 4n)

/** RFC 9496, 4.3.1. Undefined unless the bytes are the one encoding of a point. */
function decodePoint(bytes: Uint8Array): Point | undefined {
  const s = toNumber(bytes)
  if (s >= prime || isNegative(s)) return undefined
  const square = mod(s * s)
  const u1 = mod(1n - square)
  const u2 = mod(1n + square)
  const v = mod(-d * u1 * u1 - u2 * u2)
  const root = inverseSquareRoot(mod(v * u2 * u2))
  if (root === undefined) return undefined
  const x = absolute(2n * s * root * u2)
  const y = mod(u1 * root * root * u2 * v)
  return isNegative(mod(x * y)) || y === 0n ? undefined : Point.fromAffine({ x, y })
}

/** RFC 9496, 4.3.3: each ristretto255 element is four points of the curve. */
function isSamePoint(some: Point, other: Point): boolean {
  return (
    mod(some.X * other.Y) === mod(some.Y * other.X) ||
    mod(some.Y * other.Y) === mod(some.X * other.X)
  )
}

/** RFC 9496, 4.2 for u = 1. Undefined if the number is not a square. */
function inverseSquareRoot(v: bigint): bigint | undefined {
  const root = mod(power(v, 3n) * power(power(v, 7n), (prime - 5n) / 8n))
  const check = mod(v * root * root)
  if (check === 1n) return absolute(root)
  return check === prime - 1n ? absolute(root * sqrtMinusOne) : undefined
}

function mod(number: bigint): bigint {
  const rest = number % prime
  return rest < 0n ? rest + prime : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

const isNegative = (number: bigint) => (number & 1n) === 1n

function absolute(number: bigint): bigint {
  const rest = mod(number)
  return isNegative(rest) ? prime - rest : rest
}

/** Little-endian. */
function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n)
}

/** Bytes per block of STROBE-128. */
const rate = 166
/** Operations of STROBE by their flags: metadata, associated data, pseudorandom output. */
const operations = { metadata: 18, data: 2, output: 7 } as const
const challengeLength = 64

/** A Merlin transcript (merlin.cool) over STROBE-128. It ends with its first challenge. */
function createTranscript(label: string) {
  const state = new Uint8Array(200)
  const words = u32(state)
  let position = 0
  /** Where the current operation began in this block, counted from one. */
  let start = 0

  function permute() {
    mix(position, start)
    mix(position + 1, 0x04)
    mix(rate + 1, 0x80)
    keccakP(words)
    position = 0
    start = 0
  }
  function mix(at: number, byte: number) {
    state[at] = (state[at] ?? 0) ^ byte
  }
  function absorb(bytes: Iterable<number>) {
    for (const byte of bytes) {
      mix(position, byte)
      position += 1
      if (position === rate) permute()
    }
  }
  function begin(operation: number) {
    const previous = start
    start = position + 1
    absorb([previous, operation])
  }
  function absorbLabel(name: string, length: number) {
    begin(operations.metadata)
    absorb(utf8ToBytes(name))
    absorb(new Uint8Array(Uint32Array.of(length).buffer))
  }
  function append(name: string, message: Uint8Array) {
    absorbLabel(name, message.length)
    begin(operations.data)
    absorb(message)
  }

  state.set([1, rate + 2, 1, 0, 1, 96])
  state.set(utf8ToBytes('STROBEv1.0.2'), 6)
  keccakP(words)
  begin(operations.metadata)
  absorb(utf8ToBytes('Merlin v1.0'))
  append('dom-sep', utf8ToBytes(label))

  return {
    append,
    challenge(name: string): Uint8Array {
      absorbLabel(name, challengeLength)
      begin(operations.output)
      if (position !== 0) permute()
      return state.slice(0, challengeLength)
    },
  }
}
