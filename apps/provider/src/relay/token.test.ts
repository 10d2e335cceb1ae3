import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeToken } from '../testing/testRelayClient.js'
import { toAudiences, verifyToken } from './token.js'

const testNow = 1_700_000_000_000
const testAudience = 'wss://relay.example.org'
const audiences = toAudiences([testAudience])

/** Created with the reference library for a fixed key. */
const publishedToken =
  'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWt2UlhOWWNFN01NZHV5bldUZ2VLYkRhVDFpaWpEU0M4cFpxWFpjOHJIUHJmMiIsInN1YiI6IjA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQwNDA0MDQiLCJhdWQiOiJ3c3M6Ly9yZWxheS5leGFtcGxlLm9yZyIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDg2NDAwfQ.gf7etdZtHv2qaD0OjLBcTPqhQoiYqQYLfkkhvqfnqgPn19XALNQuuH1a8Sq5oGDdzqr0iepweRrs69q77qHDAw'

function check(token: string | undefined, now = testNow) {
  return verifyToken(token, audiences, now)
}

describe('relay token', () => {
  it('proves the client id of a published example', () => {
    expect(check(publishedToken)).toBe('did:key:z6MkvRXNYcE7MMduynWTgeKbDaT1iijDSC8pZqXZc8rHPrf2')
  })

  it('is invalid when a single bit of it is changed', () => {
    const bytes = Buffer.from(publishedToken)
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const token = changed.toString('latin1')
      // The last character of a part has unused bits.
      if (!sameContent(token)) expect(() => check(token), `bit ${bit}`).toThrow()
    }
  })

  it.each([
    ['is missing', undefined, 'MissingJwt', /missing/],
    ['is empty', '', 'MissingJwt', /missing/],
    ['is nonsense', 'a.b.c', 'InvalidJwt', /malformed/],
    ['is enormous', 'a'.repeat(100_000), 'InvalidJwt', /malformed/],
    [
      'is for another relay',
      make({ audience: 'wss://other.example.org' }),
      'InvalidJwt',
      /another relay/,
    ],
    [
      'is long expired',
      make({ issuedAt: testNow - 86_400_000 - 121_000 }),
      'InvalidJwt',
      /expired/,
    ],
    ['comes from the future', make({ issuedAt: testNow + 121_000 }), 'InvalidJwt', /future/],
    ['lasts for a week', make({ lifetime: 604_800 }), 'InvalidJwt', /longer than a day/],
  ])('is rejected when it %s', (_, token, tag, message) => {
    expect(() => check(token)).toThrow(
      expect.objectContaining({ tag, code: 3000, message: expect.stringMatching(message) }),
    )
  })

  it('accepts a device clock two minutes off', () => {
    expect(check(make({ issuedAt: testNow + 119_000 }))).toMatch(/^did:key:z6Mk/)
    expect(check(make({ issuedAt: testNow - 86_400_000 - 119_000 }))).toMatch(/^did:key:z6Mk/)
  })

  it.each([
    'wss://relay.example.org/',
    'https://relay.example.org',
    'wss://relay.example.org:443',
    'WSS://Relay.Example.org',
  ])('can name the relay as %s', (audience) => {
    expect(check(make({ audience }))).toMatch(/^did:key:z6Mk/)
  })

  it.each([
    '',
    'relay.example.org',
    'wss://relay.example.org.evil.example',
    'wss://relay.example.org/other',
    'wss://relay.example.org:444',
    'ftp://relay.example.org',
  ])('cannot name the relay as "%s"', (audience) => {
    expect(() => check(make({ audience }))).toThrow(/another relay/)
  })
})

function make(parts: { audience?: string; issuedAt?: number; lifetime?: number }): string {
  return makeToken({ seed: randomBytes(32), audience: testAudience, issuedAt: testNow, ...parts })
}

function sameContent(token: string): boolean {
  const decode = (text: string) =>
    text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
  return decode(token).join() === decode(publishedToken).join()
}
