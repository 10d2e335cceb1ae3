import { parseClientToken } from '@latchkey/wire/relay/claims'
import { decodeDidKey } from '@latchkey/wire/relay/didKey'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import envelopes from '../../vectors/envelopes.json' with { type: 'json' }
import handshake from '../../vectors/handshake.json' with { type: 'json' }
import keys from '../../vectors/keys.json' with { type: 'json' }
import relayToken from '../../vectors/relayToken.json' with { type: 'json' }
import type { Curves } from '../ports.js'
import { openEnvelope, readEnvelope, seal } from './envelope.js'
import { agreeKey, createKeyPair, toMessageId, toSubscriptionId, toTopic } from './keys.js'
import { portableCurves } from './portableCurves.js'
import { createRelayIdentity, createRelayToken } from './relayToken.js'
import { createSystemCurves } from './systemCurves.js'

const fixed = (hex: string) => () => hexToBytes(hex)
const implementations: [string, Curves][] = [
  ['portable curves', portableCurves],
  ['system curves', createSystemCurves()],
  ['system curves without WebCrypto', createSystemCurves(undefined)],
]

describe.each(implementations)('%s with published vectors', (_name, curves) => {
  it('derives the public keys, shared key and topic', async () => {
    expect(await createKeyPair(curves, fixed(keys.secretA))).toEqual({
      secretKey: keys.secretA,
      publicKey: keys.publicA,
    })
    expect(await createKeyPair(curves, fixed(keys.secretB))).toMatchObject({
      publicKey: keys.publicB,
    })
    const shared = await curves.x25519SharedSecret(
      hexToBytes(keys.secretA),
      hexToBytes(keys.publicB),
    )
    expect(bytesToHex(shared)).toBe(keys.x25519)
    const agreed = { key: keys.symKey, topic: keys.topic }
    expect(await agreeKey(curves, keys.secretA, keys.publicB)).toEqual(agreed)
    expect(await agreeKey(curves, keys.secretB, keys.publicA)).toEqual(agreed)
  })

  it('rejects a public key of low order', async () => {
    await expect(agreeKey(curves, keys.secretA, '00'.repeat(32))).rejects.toThrow()
  })

  it('signs the relay token', async () => {
    const identity = await createRelayIdentity(curves, fixed(relayToken.seed))
    expect(identity).toEqual({ seed: relayToken.seed, clientId: relayToken.did })
    const token = await createRelayToken({
      identity,
      audience: relayToken.aud,
      issuedAt: relayToken.iat,
      curves,
      random: fixed(relayToken.sub),
    })
    expect(token).toBe(relayToken.jwt)
  })
})

describe('crypto with published vectors', () => {
  it('derives the ids of topics, messages and subscriptions', () => {
    expect(toTopic(keys.publicA)).toBe(keys.responseTopicA)
    expect(toTopic(keys.pairingKey)).toBe(keys.pairingTopic)
    expect(toMessageId(envelopes.type0)).toBe(envelopes.messageId)
    expect(toSubscriptionId(relayToken.subscriptionTopic, relayToken.did)).toBe(
      relayToken.subscriptionId,
    )
  })

  it('encrypts and decrypts type 0 and type 1', () => {
    const { key, plaintext } = envelopes
    const random = fixed(envelopes.nonce)
    expect(seal(plaintext, { key, random })).toBe(envelopes.type0)
    expect(seal(plaintext, { key, random, senderPublicKey: keys.publicB })).toBe(envelopes.type1)
    expect(openEnvelope(readEnvelope(envelopes.type0), key)).toBe(plaintext)
    const introduced = readEnvelope(envelopes.type1)
    expect(introduced).toMatchObject({ type: 1, senderPublicKey: keys.publicB })
    expect(openEnvelope(introduced, key)).toBe(plaintext)
  })

  it('rejects the unencrypted type 2', () => {
    expect(() => readEnvelope(envelopes.type2)).toThrow('cannot be decrypted')
  })

  it('parses a relay token', () => {
    const token = parseClientToken(relayToken.jwt)
    expect(token?.claims).toEqual({
      iss: relayToken.did,
      sub: relayToken.sub,
      aud: relayToken.aud,
      iat: relayToken.iat,
      exp: relayToken.exp,
    })
    const publicKey = decodeDidKey(relayToken.did)
    expect(publicKey && bytesToHex(publicKey)).toBe(relayToken.publicKey)
    const text = new TextEncoder().encode(token?.signedText)
    expect(token && publicKey && ed25519.verify(token.signature, text, publicKey)).toBe(true)
  })

  it('decrypts a recorded handshake', async () => {
    expect(toTopic(handshake.pairingKey)).toBe(handshake.pairingTopic)
    const agreed = await agreeKey(portableCurves, handshake.secretX, handshake.publicY)
    expect(agreed).toEqual({ key: handshake.sessionKey, topic: handshake.sessionTopic })
    for (const { topic, envelope, plaintext } of handshake.messages) {
      const key = topic === 'pairing' ? handshake.pairingKey : handshake.sessionKey
      expect(openEnvelope(readEnvelope(envelope), key)).toBe(plaintext)
    }
  })
})
