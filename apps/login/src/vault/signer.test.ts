import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { recoverAddress, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { rightCode } from '../../fixtures/fakeLoginSite.js'
import { openTestFrame } from '../../fixtures/testFrame.js'
import { createTestSigner } from '../account/testSigner.fixture.js'
import type { Signer } from './signer.js'

async function openFrameSigner(): Promise<Signer> {
  const { handlers, fake, frame } = await openTestFrame()
  fake.codes.push(rightCode)
  await handlers.CONNECT_EMAIL({ email: 'ann@mail.test' })
  await handlers.CONNECT_OTP({})
  const signedIn = await frame.account.signedIn()
  return (await signedIn.vault()).open(signedIn.signal)
}

/** Contract tests for every signer, in the frame or elsewhere. */
describe.each<[string, () => Promise<Signer>]>([
  ['in the frame', openFrameSigner],
  ['elsewhere', async () => createTestSigner()],
])('signer %s', (_, open) => {
  test('signs concurrent requests with the keys of its addresses', async () => {
    const { addresses, signSecp256k1, signEd25519 } = await open()
    const hashes = Array.from({ length: 8 }, () => crypto.getRandomValues(new Uint8Array(32)))
    const signed = await Promise.all(
      hashes.map(async (hash) => {
        const { r, s, yParity } = await signSecp256k1(hash)
        // Chains reject signatures with a high `s`.
        expect(s <= secp256k1.Point.Fn.ORDER / 2n).toBe(true)
        const signature = { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity }
        return recoverAddress({ hash, signature })
      }),
    )
    expect(new Set(signed)).toEqual(new Set([addresses.eip155]))
    const x = Buffer.from(base58.decode(addresses.solana)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    for (const text of [new Uint8Array(), ...hashes, new Uint8Array(5_000)]) {
      expect(verify(null, text, key, await signEd25519(text))).toBe(true)
    }
  })
})
