import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseAddresses,
  parseSatoshi,
  parseSentTransfer,
  parseSignature,
  parseSignedPsbt,
  toExactNumber,
} from './bip122.js'

const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const allSatoshi = 2_100_000_000_000_000n

describe('satoshi', () => {
  it('are positive integers up to the maximum supply', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: allSatoshi }), (amount) => {
        expect(parseSatoshi(String(amount))).toBe(amount)
        expect(BigInt(toExactNumber(amount) ?? 0)).toBe(amount)
      }),
    )
    const wrong = ['0', '', '-1', '1.0', '1e3', ' 1', '0x1', String(allSatoshi + 1n), 5, 5n, null]
    for (const value of wrong) expect(parseSatoshi(value)).toBeUndefined()
  })

  it('become a number only when it is exact', () => {
    expect(toExactNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
    expect(toExactNumber(2n ** 53n)).toBeUndefined()
  })
})

describe('addresses', () => {
  it('are parsed from several kinds of objects and from text', () => {
    const publicKey = 'AB'.repeat(33)
    expect(
      parseAddresses([
        address,
        { address, publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
        { address, purpose: 'ordinals' },
        { address, publicKey: 'x', path: '../..', purpose: 'toString' },
      ]),
    ).toEqual([
      { address },
      { address, publicKey: 'ab'.repeat(33), path: "m/84'/0'/0'/0/0", purpose: 'payment' },
      { address, purpose: 'ordinal' },
      { address },
    ])
  })

  it.each([[undefined], ['x'], [[7]], [[address, null]], [[{}]], [['bc1 q']], [new Array(1_001)]])(
    'are not parsed from %o',
    (value) => expect(parseAddresses(value)).toBeUndefined(),
  )
})

describe('responses', () => {
  it('contain a signature in hex or base64', () => {
    for (const signature of ['AB12', '0xab12']) {
      expect(parseSignature({ signature })).toEqual({ hex: 'ab12' })
    }
    expect(parseSignature({ signature: 'AUHd69Pr' })).toEqual({ base64: 'AUHd69Pr' })
    for (const signature of ['', 'a', '0x1', 'A===', 7, undefined, 'A'.repeat(20_000)]) {
      expect(parseSignature({ signature })).toBeUndefined()
    }
    expect(parseSignature('AUHd69Pr')).toBeUndefined()
  })

  it('contain a valid transaction id or none', () => {
    const txid = 'AB'.repeat(32)
    expect(parseSignedPsbt({ psbt: 'cHNidP8B', txid })?.txid).toBe('ab'.repeat(32))
    expect(parseSignedPsbt({ psbt: 'cHNidP8B', txid: '' })).toMatchObject({ txid: undefined })
    expect(parseSignedPsbt({ psbt: 'cHNidP8B', txid: 'soon' })).toBeUndefined()
    expect(parseSentTransfer(txid)).toBe('ab'.repeat(32))
    expect(parseSentTransfer({ txid })).toBe('ab'.repeat(32))
    expect(parseSentTransfer({})).toBeUndefined()
  })
})
