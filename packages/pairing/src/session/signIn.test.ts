import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/signIn.json' with { type: 'json' }
import { encodeUtf8 } from '../crypto/encoding.js'
import { narrowAuthPayload } from './authRequest.js'
import { createRecap, decodeRecap, encodeRecap, mergeRecaps } from './recap.js'
import { toSessionGrant } from './signInGrant.js'
import { formatSignInMessage, parseAuthPayload, parseCacao } from './signInMessage.js'

const payload = parseAuthPayload(vectors.payload)
const narrowed = payload && narrowAuthPayload(payload, vectors.account, vectors.supported)

describe('sign-in message', () => {
  it('formats permissions like the published vectors', () => {
    const recap = createRecap(vectors.methods)
    expect(encodeRecap(recap)).toBe(vectors.recap)
    const second = decodeRecap(vectors.secondRecap)
    expect(second && encodeRecap(mergeRecaps(recap, second))).toBe(vectors.mergedRecap)
    expect(second && encodeRecap(mergeRecaps(second, recap))).toBe(vectors.mergedRecap)
  })

  it('formats the message like the published vectors', () => {
    const message = narrowed && formatSignInMessage(narrowed)
    expect(message).toBe(vectors.message)
    expect(bytesToHex(sha256(encodeUtf8(message ?? '')))).toBe(vectors.messageSha256)
  })

  it('grants the signed permissions', () => {
    const cacao = parseCacao({
      h: { t: 'caip122' },
      p: narrowed,
      s: { t: 'eip191', s: vectors.signature },
    })
    const requested = {
      eip155: {
        chains: vectors.payload.chains,
        methods: vectors.methods,
        events: ['chainChanged'],
      },
    }
    const address = vectors.account.split(':')[2]
    expect(cacao && toSessionGrant([cacao], requested)).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
        methods: ['eth_sendTransaction', 'personal_sign'],
        events: ['chainChanged'],
      },
    })
  })

  it('omits absent fields', () => {
    const base = {
      iss: `did:pkh:${vectors.account}`,
      domain: 'a.test',
      aud: 'https://a.test',
      version: '1',
      nonce: 'n',
      iat: 't',
    }
    expect(formatSignInMessage(base).split('\n').slice(2, 5)).toEqual([
      '',
      '',
      'URI: https://a.test',
    ])
    expect(formatSignInMessage({ ...base, resources: [] })).toMatch(/Resources:$/)
  })

  it('rejects line breaks and non-ASCII characters', () => {
    const bad = [
      { statement: 'a\nURI: https://evil.test' },
      { domain: 'ex\u0430mple' },
      { nonce: 'a\r' },
    ]
    for (const change of bad)
      expect(parseAuthPayload({ ...vectors.payload, ...change })).toBeUndefined()
    expect(parseAuthPayload({ ...vectors.payload, chains: ['solana:1'] })).toBeUndefined()
    expect(parseAuthPayload({ ...vectors.payload, chains: [] })).toBeUndefined()
  })
})
