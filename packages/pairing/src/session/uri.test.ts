import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/uris.json' with { type: 'json' }
import { toTopic } from '../crypto/keys.js'
import { isPairingError } from '../errors.js'
import { formatPairingUri, isUriExpired, parsePairingUri } from './uri.js'

const before = (vectors.expiry - 100) * 1000
const { topic, symKey, expiry } = vectors
const codeOf = (text: string, now = before) => {
  try {
    parsePairingUri(text, now)
    return 'accepted'
  } catch (error) {
    return isPairingError(error) ? error.code : String(error)
  }
}

describe('pairing URI', () => {
  it('matches the published vectors', () => {
    expect(formatPairingUri({ topic, symKey, expiry, methods: [] })).toBe(vectors.plain)
    expect(parsePairingUri(vectors.plain, before)).toEqual({ topic, symKey, expiry, methods: [] })
    expect(parsePairingUri(vectors.withMethods, before).methods).toEqual([
      'wc_sessionAuthenticate',
      'wc_sessionPropose',
    ])
  })

  it('is parsed in every form that wallets receive', () => {
    const parsed = parsePairingUri(vectors.plain, before)
    const forms = [
      vectors.plain.replace('wc:', 'wc://'),
      ` ${vectors.plain}\n`,
      btoa(vectors.plain),
      btoa(vectors.plain).replace(/=+$/, ''),
      vectors.plain.replace('relay-protocol=irn&', '').concat('&relay-protocol=irn'),
    ]
    for (const form of forms) expect(parsePairingUri(form, before)).toEqual(parsed)
    expect(
      parsePairingUri(`${vectors.plain}&methods=[wc_sessionPropose],[wc_sessionRequest]`, before)
        .methods,
    ).toEqual(['wc_sessionPropose', 'wc_sessionRequest'])
  })

  it.each([
    ['another version', vectors.plain.replace('@2', '@1')],
    ['text after the version', vectors.plain.replace('@2', '@2abc')],
    ['no version', vectors.plain.replace('@2', '')],
    ['no key', vectors.plain.replace(/symKey=\w+&/, '')],
    ['a short key', vectors.plain.replace(/symKey=\w/, 'symKey=')],
    ['an upper-case key', vectors.plain.replace(symKey, symKey.toUpperCase())],
    ['another relay protocol', vectors.plain.replace('=irn', '=waku')],
    ['no relay protocol', vectors.plain.replace('relay-protocol=irn&', '')],
    ['a repeated parameter', `${vectors.plain}&symKey=${symKey}`],
    ['a broken escape', `${vectors.plain}&x=%zz`],
    ['a fractional expiry', vectors.plain.replace(String(expiry), '1.5e9')],
    ['a topic of another key', vectors.plain.replace(topic, '0'.repeat(64))],
    ['text that is too long', vectors.plain.padEnd(3_000, '&x=1')],
    ['no text', ''],
  ])('is rejected with %s', (_what, text) => {
    expect(codeOf(text)).toBe('pairing/invalid-uri')
  })

  it('is rejected when it has expired', () => {
    expect(codeOf(vectors.plain, expiry * 1000)).toBe('pairing/uri-expired')
    expect(codeOf(vectors.plain, expiry * 1000 - 1)).toBe('accepted')
  })

  it('counts as expired with ten seconds or less left', () => {
    expect(isUriExpired(100_000, 89_999)).toBe(false)
    expect(isUriExpired(100_000, 90_000)).toBe(true)
  })

  it('survives a round trip and rejects random text', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
    fc.assert(
      fc.property(hex, fc.integer({ min: 2e9, max: 9e9 }), (key, time) => {
        const uri = { topic: toTopic(key), symKey: key, expiry: time, methods: [] }
        expect(parsePairingUri(formatPairingUri(uri), before)).toEqual(uri)
      }),
    )
    fc.assert(fc.property(fc.string(), (noise) => codeOf(noise) === 'pairing/invalid-uri'))
  })

  it('never parses to another pairing when damaged', () => {
    fc.assert(
      fc.property(
        fc.nat(vectors.plain.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, character) => {
          const damaged = vectors.plain.slice(0, at) + character + vectors.plain.slice(at + 1)
          try {
            const parsed = parsePairingUri(damaged, before)
            // A URI that still parses may only differ in its expiry or unknown parameters.
            expect(parsed).toMatchObject({ topic, symKey, methods: [] })
          } catch (error) {
            expect(isPairingError(error)).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
