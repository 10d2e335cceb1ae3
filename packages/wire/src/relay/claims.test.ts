import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeClientClaims, encodeClientToken, parseClientToken } from './claims.js'
import { decodeDidKey, encodeDidKey } from './didKey.js'

const claims = {
  iss: encodeDidKey(new Uint8Array(32).fill(7)),
  sub: 'ab'.repeat(32),
  aud: 'wss://relay.example',
  iat: 1_700_000_000,
  exp: 1_700_086_400,
}
const signature = new Uint8Array(64).fill(9)
const token = encodeClientToken(encodeClientClaims(claims), signature)
const encode = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

describe('client token', () => {
  it('survives a round trip', () => {
    expect(parseClientToken(token)).toEqual({
      claims,
      signature,
      signedText: encodeClientClaims(claims),
    })
  })

  it.each([
    ['another algorithm', [encode({ alg: 'none', typ: 'JWT' }), encode(claims)]],
    ['another type', [encode({ alg: 'EdDSA', typ: 'x' }), encode(claims)]],
    ['a missing claim', [encode({ alg: 'EdDSA' }), encode({ ...claims, aud: undefined })]],
    ['a fractional time', [encode({ alg: 'EdDSA' }), encode({ ...claims, exp: 1.5 })]],
    ['an array as claims', [encode({ alg: 'EdDSA' }), encode([])]],
    ['null as claims', [encode({ alg: 'EdDSA' }), encode(null)]],
    ['null as the header', [encode(null), encode(claims)]],
  ])('is rejected with %s', (_what, parts) => {
    expect(parseClientToken(encodeClientToken(parts.join('.'), signature))).toBeUndefined()
  })

  it('is rejected when it is cut, padded or too long', () => {
    expect(parseClientToken(token.slice(0, -4))).toBeUndefined()
    expect(parseClientToken(`${token}==`)).toBeUndefined()
    expect(parseClientToken(`${token}.${token}`)).toBeUndefined()
    expect(parseClientToken(`${'a'.repeat(3_000)}.b.c`)).toBeUndefined()
    fc.assert(fc.property(fc.string(), (noise) => parseClientToken(noise) === undefined))
  })
})

describe('client id', () => {
  it('decodes to its public key and rejects other text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(decodeDidKey(encodeDidKey(key))).toEqual(key)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (noise) => {
        expect(decodeDidKey(noise)).toBeUndefined()
        expect(decodeDidKey(`did:key:z${noise}`)).toBeUndefined()
      }),
    )
  })

  it('has only one valid encoding', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const write = (value: bigint): string =>
      value === 0n ? '' : write(value / 58n) + alphabet.charAt(Number(value % 58n))
    const number = (0xed01n << 256n) + 7n
    const known = `did:key:z${write(number)}`
    expect(decodeDidKey(known)?.at(-1)).toBe(7)
    expect(decodeDidKey(`did:key:z1${write(number)}`)).toBeUndefined()
    expect(decodeDidKey(`did:key:z${write((1n << 272n) + number)}`)).toBeUndefined()
  })
})
