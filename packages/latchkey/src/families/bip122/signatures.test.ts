import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { RawWitness } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'
import { payments } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { createFakeBitcoinWallet } from '../../../fixtures/fakeBitcoinWallet.js'
import { isBitcoinSignature, networkOf } from '../../../fixtures/verifyBitcoin.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { type BitcoinAddress, parseAddress } from './address.js'
import { mainnet, testnet } from './networkIds.js'
import { checkSigner, segwitDigest, toOutputScript } from './signatures.js'

function addressOf(text: string, network = mainnet): BitcoinAddress {
  const address = parseAddress(text, network)
  if (!address) throw new Error(`No address: ${text}`)
  return address
}

const check = (address: string, message: string, signature: string) => () =>
  checkSigner({ message, signature: base64.decode(signature), signer: addressOf(address) })

const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'

/** From BIP-322, and for taproot from Bitcoin Core's tests. */
const published = [
  [
    segwit,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    segwit,
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    segwit,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    segwit,
    'Hello World',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    taproot,
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
] as const

describe('published BIP-322 signatures', () => {
  it.each(published)('are valid for %s and "%s"', (address, message, signature) => {
    expect(check(address, message, signature)).not.toThrow()
    expect(isBitcoinSignature({ address, message, signature })).toBe(true)
  })

  it.each(published)('are invalid for %s after any change', (address, message, signature) => {
    expect(check(address, `${message}.`, signature)).toThrow(WrongSignerError)
    const other = address === segwit ? taproot : segwit
    expect(check(other, message, signature)).toThrow(WrongSignerError)
    const bytes = base64.decode(signature)
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = bytes.with(index, (bytes[index] ?? 0) ^ 1)
      expect(check(address, message, base64.encode(changed))).toThrow(WrongSignerError)
    }
    expect(check(address, message, base64.encode(bytes.slice(0, -1)))).toThrow(WrongSignerError)
    const longer = Uint8Array.of(...bytes, 0)
    expect(check(address, message, base64.encode(longer))).toThrow(WrongSignerError)
  })
})

describe('signatures of keys', () => {
  const wallet = createFakeBitcoinWallet()
  const other = createFakeBitcoinWallet({ seed: 0x22 })
  const cases = wallet.addresses.flatMap((address, index) =>
    (['ecdsa', 'bip322'] as const).map((protocol) => ({ address, protocol, index })),
  )

  it.each(cases)(
    'of $address with $protocol are valid only for that address',
    ({ address, protocol, index }) => {
      const message = 'Grüße, 世界 👋'
      const signature = wallet.signMessage(message, address, protocol)
      const signer = addressOf(address, testnet)
      checkSigner({ message, signature, signer, protocol })
      expect(isBitcoinSignature({ message, signature: base64.encode(signature), address })).toBe(
        true,
      )
      const stranger = addressOf(other.addresses[index] ?? '', testnet)
      expect(() => checkSigner({ message, signature, signer: stranger })).toThrow(WrongSignerError)
      expect(() => checkSigner({ message: 'x', signature, signer })).toThrow(WrongSignerError)
      const unasked = protocol === 'ecdsa' ? 'bip322' : 'ecdsa'
      expect(() => checkSigner({ message, signature, signer, protocol: unasked })).toThrow()
    },
  )

  it('are valid with every header byte wallets use', () => {
    const signature = wallet.signMessage('x', wallet.addresses[0] ?? '', 'ecdsa')
    const recovery = ((signature[0] ?? 0) - 27) & 3
    const signer = addressOf(wallet.addresses[0] ?? '', testnet)
    for (const start of [27, 31, 35, 39]) {
      const written = signature.with(0, start + recovery)
      expect(() => checkSigner({ message: 'x', signature: written, signer })).not.toThrow()
    }
    for (const header of [0, 26, 43, 255]) {
      const written = signature.with(0, header)
      expect(() => checkSigner({ message: 'x', signature: written, signer })).toThrow()
    }
  })

  it('are invalid when another key signs', () => {
    const [address = ''] = wallet.addresses
    const signer = addressOf(address, testnet)
    const [thief] = other.keys
    if (!thief) throw new Error('Everyone has a key')
    const key = secp256k1.getPublicKey(thief.secret)
    const digest = segwitDigest('x', toOutputScript(signer), thief.script.slice(2))
    expect(() =>
      checkSigner({ message: 'x', signature: proofBy(thief.secret, digest), signer }),
    ).toThrow(WrongSignerError)
    // For the thief's own address the same signature is valid.
    const own = addressOf(thief.address, testnet)
    const honest = segwitDigest('x', toOutputScript(own), hash160(key))
    const signature = proofBy(thief.secret, honest)
    expect(() => checkSigner({ message: 'x', signature, signer: own })).not.toThrow()
  })

  it('are valid for older address kinds of the same key', () => {
    const [payment] = wallet.keys
    if (!payment) throw new Error('Everyone has a key')
    const pubkey = secp256k1.getPublicKey(payment.secret)
    const network = networkOf('tb1')
    const nested = payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network })
    const legacy = payments.p2pkh({ pubkey, network })
    const plain = payments.p2pkh({
      pubkey: secp256k1.getPublicKey(payment.secret, false),
      network,
    })
    const ecdsa = wallet.signMessage('x', payment.address, 'ecdsa')
    for (const { address = '' } of [nested, legacy, plain]) {
      const signer = addressOf(address, testnet)
      expect(() => checkSigner({ message: 'x', signature: ecdsa, signer })).not.toThrow()
      expect(() => checkSigner({ message: 'y', signature: ecdsa, signer })).toThrow()
    }
    const signer = addressOf(nested.address ?? '', testnet)
    const digest = segwitDigest('x', toOutputScript(signer), hash160(pubkey))
    const signature = proofBy(payment.secret, digest)
    expect(() => checkSigner({ message: 'x', signature, signer })).not.toThrow()
    const stranger = addressOf(legacy.address ?? '', testnet)
    expect(() => checkSigner({ message: 'x', signature, signer: stranger })).toThrow()
  })
})

/** A single-key witness. */
function proofBy(secret: Uint8Array, digest: Uint8Array): Uint8Array {
  const der = secp256k1.sign(digest, secret, { prehash: false, format: 'der' })
  return RawWitness.encode([Uint8Array.of(...der, 1), secp256k1.getPublicKey(secret)])
}
