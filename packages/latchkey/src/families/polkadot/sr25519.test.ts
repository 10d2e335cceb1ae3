import { ristretto255 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  cryptoWaitReady,
  sr25519PairFromSeed,
  sr25519Sign,
  sr25519Verify,
} from '@polkadot/util-crypto'
import { __tests as reference } from '@scure/sr25519'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifySr25519 } from './sr25519.lazy.js'

beforeAll(cryptoWaitReady)

const { Point } = ristretto255
const order = Point.Fn.ORDER
const prime = 2n ** 255n - 19n
const message = utf8ToBytes('shop.example wants you to sign in with your Polkadot account:')
const secret = 123_456_789n
const publicKey = Point.BASE.multiply(secret).toBytes()

/** A signature whose challenge covers these bytes as the nonce's point. */
function forge(nonce: bigint, encodedR: Uint8Array, key = { secret, publicKey }): Uint8Array {
  const transcript = new reference.SigningContext('SigningContext')
  transcript.label(utf8ToBytes('substrate'))
  transcript.bytes(message)
  transcript.protoName('Schnorr-sig')
  transcript.appendMessage('sign:pk', key.publicKey)
  transcript.appendMessage('sign:R', encodedR)
  const s = (transcript.challengeScalar('sign:c') * key.secret + nonce) % order
  return toSignature(encodedR, s)
}

function toSignature(encodedR: Uint8Array, s: bigint): Uint8Array {
  const signature = Uint8Array.of(...encodedR, ...numberToBytesLE(s, 32))
  signature[63] = (signature[63] ?? 0) | 0x80
  return signature
}

describe('an Sr25519 signature', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

  it('of schnorrkel is accepted, and with one changed bit only if schnorrkel accepts it', () => {
    fc.assert(
      fc.property(
        bytes(32),
        fc.uint8Array({ maxLength: 600 }),
        fc.nat({ max: 3 }),
        fc.nat(),
        (seed, text, part, at) => {
          const pair = sr25519PairFromSeed(seed)
          const given = [Uint8Array.from(text), sr25519Sign(text, pair), pair.publicKey.slice()]
          const [signed, signature, key] = given as [Uint8Array, Uint8Array, Uint8Array]
          expect(verifySr25519(signed, signature, key)).toBe(true)
          const changed = given[part % 3] as Uint8Array
          if (changed.length === 0) return
          const index = at % (changed.length * 8)
          changed[index >> 3] = (changed[index >> 3] ?? 0) ^ (1 << (index & 7))
          expect(verifySr25519(signed, signature, key)).toBe(isAccepted(signed, signature, key))
        },
      ),
      { numRuns: 100 },
    )
  })

  /** Schnorrkel's answer; it throws for malformed bytes. */
  function isAccepted(...given: [Uint8Array, Uint8Array, Uint8Array]): boolean {
    try {
      return sr25519Verify(...given)
    } catch {
      return false
    }
  }

  it('is refused with random keys, which never throw', () => {
    fc.assert(
      fc.property(bytes(32), bytes(64), (key, signature) => {
        expect(verifySr25519(message, signature, key)).toBe(false)
      }),
    )
  })

  it('is refused with another encoding of the same point', () => {
    const nonce = 987_654_321n
    const encodedR = Point.BASE.multiply(nonce).toBytes()
    expect(verifySr25519(message, forge(nonce, encodedR), publicKey)).toBe(true)
    const number = bytesToNumberLE(encodedR)
    const negative = numberToBytesLE(prime - number, 32)
    expect(verifySr25519(message, forge(nonce, negative), publicKey)).toBe(false)
    const secretOfNegative = {
      secret,
      publicKey: numberToBytesLE(prime - bytesToNumberLE(publicKey), 32),
    }
    const signed = forge(nonce, encodedR, secretOfNegative)
    expect(verifySr25519(message, signed, secretOfNegative.publicKey)).toBe(false)
  })

  it('is refused when it is malleated or has no marker', () => {
    const signature = forge(5n, Point.BASE.multiply(5n).toBytes())
    expect(verifySr25519(message, signature, publicKey)).toBe(true)
    const numbers = signature.slice(32)
    numbers[31] = (numbers[31] ?? 0) & 0x7f
    const encodedR = signature.slice(0, 32)
    const malleated = toSignature(encodedR, bytesToNumberLE(numbers) + order)
    expect(verifySr25519(message, malleated, publicKey)).toBe(false)
    expect(verifySr25519(message, Uint8Array.of(...encodedR, ...numbers), publicKey)).toBe(false)
    expect(verifySr25519(message, signature.slice(0, 63), publicKey)).toBe(false)
  })

  it('is refused for the identity, whose signatures anyone can make', () => {
    const identity = Point.ZERO.toBytes()
    const signature = toSignature(Point.BASE.multiply(11n).toBytes(), 11n)
    expect(verifySr25519(message, signature, identity)).toBe(false)
    // The control: the same with a key.
    const own = forge(11n, Point.BASE.multiply(11n).toBytes())
    expect(verifySr25519(message, own, publicKey)).toBe(true)
  })
})
