type Bytes = Uint8Array<ArrayBuffer>

/** AES-GCM over a share: twelve bytes of nonce, then the ciphertext. */
export async function seal(key: CryptoKey, share: Bytes, owner: string): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const hidden = await crypto.subtle.encrypt(gcm(iv, owner), key, share)
  const whole = new Uint8Array(iv.length + hidden.byteLength)
  whole.set(iv)
  whole.set(new Uint8Array(hidden), iv.length)
  return whole
}

/** Undefined if this key did not encrypt it for this owner. */
export async function unseal(
  key: CryptoKey,
  sealed: Bytes,
  owner: string,
): Promise<Bytes | undefined> {
  try {
    const how = gcm(sealed.subarray(0, 12), owner)
    return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.subarray(12)))
  } catch {
    return undefined
  }
}

/** A key of this device that cannot be exported. */
export function makeDeviceKey(): Promise<CryptoKey> {
  const isExtractable = false
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, isExtractable, usages)
}

/** A key derived from a passkey's secret. */
export async function passkeyKey(secret: Bytes): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  secret.fill(0)
  const info = new TextEncoder().encode('latchkey passkey v1')
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, usages)
}

const usages: readonly KeyUsage[] = ['encrypt', 'decrypt']

function gcm(iv: Bytes, owner: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(owner) }
}
