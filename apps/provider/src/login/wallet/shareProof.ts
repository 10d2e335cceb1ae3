import { createCipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { type ShareSet, shareSetText } from '@latchkey/wire/login/shares'
import { type Hex, recoverPublicKey } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** The public key that signed a share set; undefined unless it belongs to `address`. */
export async function recoverSigner(
  set: ShareSet,
  signature: string,
  address: string,
): Promise<Buffer | undefined> {
  const hash: Hex = `0x${createHash('sha256').update(shareSetText(set)).digest('hex')}`
  try {
    const key = await recoverPublicKey({ hash, signature: signature as Hex })
    const isOwner = publicKeyToAddress(key).toLowerCase() === address.toLowerCase()
    return isOwner ? Buffer.from(key.slice(2), 'hex') : undefined
  } catch {
    return undefined // not a signature
  }
}

/**
 * Encrypts to a wallet's public key: an ephemeral key (65 bytes), a nonce (12) and AES-256-GCM with
 * its tag. The server stores the result and cannot decrypt it.
 */
export function sealToWallet(publicKey: Buffer, plain: Buffer): Buffer {
  const ephemeral = createECDH('secp256k1')
  const ephemeralKey = ephemeral.generateKeys()
  const secret = ephemeral.computeSecret(publicKey)
  const key = Buffer.from(
    hkdfSync('sha256', secret, ephemeralKey, 'latchkey replaced shares v1', 32),
  )
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([
    ephemeralKey,
    nonce,
    cipher.update(plain),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}
