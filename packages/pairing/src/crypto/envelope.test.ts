import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPairingError } from '../errors.js'
import { decodeBase64, encodeBase64 } from './encoding.js'
import { openEnvelope, readEnvelope, seal } from './envelope.js'
import { agreeKey, createKeyPair, systemRandom as random } from './keys.js'
import { portableCurves } from './portableCurves.js'

const key = '11'.repeat(32)
const open = (text: string, withKey = key) => openEnvelope(readEnvelope(text), withKey)
const refuses = (run: () => unknown) => {
  try {
    run()
    return false
  } catch (error) {
    return isPairingError(error, 'pairing/invalid-envelope')
  }
}
const everyFlip = (text: string) => {
  const bytes = decodeBase64(text) as Uint8Array
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const flipped = bytes.slice()
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    return encodeBase64(flipped)
  })
}

describe('envelope', () => {
  it('decrypts to the same text for both types', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, introduced) => {
        const sender = introduced ? { senderPublicKey: '22'.repeat(32) } : {}
        expect(open(seal(text, { key, random, ...sender }))).toBe(text)
      }),
    )
  })

  it('fails to open after any single-bit flip', () => {
    for (const flipped of everyFlip(seal('{"id":1}', { key, random }))) {
      expect(refuses(() => open(flipped))).toBe(true)
    }
  })

  it('fails to open after any single-bit flip when it has a sender key', async () => {
    const sender = await createKeyPair(portableCurves, random)
    const own = await createKeyPair(portableCurves, random)
    const shared = await agreeKey(portableCurves, sender.secretKey, own.publicKey)
    const sealing = { key: shared.key, random, senderPublicKey: sender.publicKey }
    const openFor = async (text: string) => {
      const envelope = readEnvelope(text)
      if (envelope.type === 0 || envelope.senderPublicKey === sender.publicKey) {
        return openEnvelope(envelope, shared.key)
      }
      const agreed = await agreeKey(portableCurves, own.secretKey, envelope.senderPublicKey)
      return openEnvelope(envelope, agreed.key)
    }
    const text = seal('{"id":1}', sealing)
    expect(await openFor(text)).toBe('{"id":1}')
    for (const flipped of everyFlip(text)) await expect(openFor(flipped)).rejects.toThrow()
  })

  it('fails to open when truncated, with another key, or with another type byte', () => {
    const text = seal('{"id":1}', { key, random })
    const bytes = decodeBase64(text) as Uint8Array
    for (let length = 0; length < bytes.length; length += 1) {
      expect(refuses(() => open(encodeBase64(bytes.slice(0, length))))).toBe(true)
    }
    expect(refuses(() => open(text, '12'.repeat(32)))).toBe(true)
    for (let type = 1; type < 256; type += 1) {
      const changed = Uint8Array.of(type, ...bytes.slice(1))
      expect(refuses(() => open(encodeBase64(changed)))).toBe(true)
    }
  })

  it('accepts only canonical base64', () => {
    const text = seal('{"id":1}', { key, random })
    for (const other of [
      text.replace(/=+$/, ''),
      ` ${text}`,
      `${text}\n`,
      text.replace('+', '-'),
    ]) {
      if (other !== text) expect(refuses(() => readEnvelope(other))).toBe(true)
    }
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const bytes = decodeBase64(noise)
        return bytes === undefined || encodeBase64(bytes) === noise
      }),
    )
  })

  it('fails to open when the plaintext is not UTF-8', () => {
    const nonce = random(12)
    const sealed = chacha20poly1305(hexToBytes(key), nonce).encrypt(Uint8Array.of(0x7b, 0xff))
    expect(refuses(() => open(encodeBase64(concatBytes(Uint8Array.of(0), nonce, sealed))))).toBe(
      true,
    )
  })

  it('never reuses a nonce', () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 500; count += 1) {
      nonces.add(bytesToHex(readEnvelope(seal('', { key, random })).nonce))
    }
    expect(nonces.size).toBe(500)
  })
})
